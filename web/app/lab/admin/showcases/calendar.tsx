import { useQuery } from '@tanstack/react-query';
import type { ShowcaseCalendar } from '@vialproof/contract/showcases';
import { dayInYear, shortWeekday } from '@vialproof/science/calendar/dates';
import { Link } from 'react-router';

import { DataTable } from '../../../ui/data-table';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { calendarQuery } from './queries';

type Day = ShowcaseCalendar['days'][number];

function Taken({ day: { showcases }, places }: { day: Day; places: number }) {
  const free = places - showcases.length;
  return (
    <ul className="flex flex-wrap justify-end gap-x-4 gap-y-1 wide:justify-start">
      {showcases.map(({ id, request_id, task_number, state }) => (
        <li key={id} className="whitespace-nowrap">
          <Link to={`/lab/requests/${request_id}`} className="link figures">
            {task_number}
          </Link>
          {state === 'reserved' ? <span className="ml-1.5 text-ink-soft text-sm">not paid yet</span> : null}
        </li>
      ))}
      <li className="text-ink-soft">{free > 0 ? `${free} free` : 'full'}</li>
    </ul>
  );
}

/** A calendar that shows which places are reserved on which day. */
export function Calendar() {
  const calendar = useQuery(calendarQuery);
  return (
    <section className="grid gap-4" aria-labelledby="calendar">
      <h2 id="calendar" className="display-3">
        Places by day
      </h2>
      <QueryView query={calendar} skeleton={<SkeletonLines lines={7} height="h-10" />}>
        {({ places, days }) => (
          <DataTable
            caption="Places by day, from today on"
            rows={days}
            rowKey={({ day }) => day}
            columns={[
              {
                header: 'Day',
                cell: ({ day }) => (
                  <span className="whitespace-nowrap">
                    {shortWeekday(day)} {dayInYear(day)}
                  </span>
                ),
              },
              { header: 'Tasks', cell: (day) => <Taken day={day} places={places} /> },
            ]}
          />
        )}
      </QueryView>
    </section>
  );
}
