import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SecurityEvent } from '@vialproof/contract/security-log';
import { CircleAlert } from 'lucide-react';
import { eventWords, isAlarming } from '../../../data/security-log/words';
import { pageIn } from '../../../lib/list-address';
import { Instant } from '../../../ui/figures';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { logQuery } from './queries';

export const readFilter = (search: URLSearchParams) => ({ page: pageIn(search) });

function Entry({ event }: { event: SecurityEvent }) {
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-rule border-b py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="flex min-w-0 items-start gap-2 font-medium">
        {isAlarming(event.kind) ? <CircleAlert className="mt-[0.3em] size-4 text-wait" /> : null}
        <span>
          {eventWords[event.kind]}
          {event.note ? <span className="font-normal text-ink-soft">{` · ${event.note}`}</span> : null}
        </span>
      </p>
      <p className="text-ink-soft text-sm sm:text-right">
        <Instant at={event.at} exact />
      </p>
      <p className="min-w-0 text-ink-soft text-sm">
        <span>{event.device}</span>
        {event.address ? (
          <span>
            {' '}
            from <span className="figures wrap-anywhere">{event.address}</span>
          </span>
        ) : null}
      </p>
    </li>
  );
}

/** Security events of the account, so that the owner can notice that somebody else uses it. */
export function SecurityLog() {
  const list = useListFilter(readFilter);
  const log = useQuery({ ...logQuery(list.filter.page), placeholderData: keepPreviousData });
  return (
    <section className="grid min-w-0 gap-4">
      <div className="grid gap-1">
        <h2 className="display-3">What happened</h2>
        <p className="text-ink-soft">
          Something here that was not you? Change your password: every other device is signed out.
        </p>
      </div>
      <ListView
        list={list}
        query={log}
        nouns={['event', 'events']}
        empty={<p className="text-ink-soft">Nothing has happened yet.</p>}
        skeleton={<SkeletonLines lines={4} />}
      >
        {(events) => (
          <ol aria-label="Security log, newest first" className="border-rule border-t">
            {events.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ol>
        )}
      </ListView>
    </section>
  );
}
