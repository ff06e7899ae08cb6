import { useQuery } from '@tanstack/react-query';
import type { StaffShowcase } from '@vialproof/contract/showcases';
import { formatMoney } from '@vialproof/science/money/money';
import { useState } from 'react';
import { Link } from 'react-router';
import { endWords, showcaseBadges, weekWords } from '../../../data/showcases/words';
import { useConfig } from '../../../lib/config';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { DataTable } from '../../../ui/data-table';
import { Money } from '../../../ui/figures';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { ReasonDialog } from '../../reason-dialog';
import type { Route } from './+types/showcases';
import { Calendar } from './calendar';
import { calendarQuery, readFilter, showcasesQuery, useStop } from './queries';

export const handle: PageHandle = { query: ['page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [
    queries.prefetchQuery(showcasesQuery(readFilter(url.searchParams))),
    queries.prefetchQuery(calendarQuery),
  ]);

export const meta = signedInMeta('Showcases');

function Result({ week }: { week: StaffShowcase }) {
  return (
    <span className="grid min-w-0 grid-cols-1 wide:text-left">
      <Link to={`/lab/requests/${week.request_id}`} dir="auto" className="link wrap-anywhere">
        {week.title ?? week.sku_name}
      </Link>
      <span className="figures text-ink-soft text-sm">{`Task ${week.task_number}`}</span>
    </span>
  );
}

function State({ week }: { week: StaffShowcase }) {
  const { word, tone } = showcaseBadges[week.state];
  return (
    <span className="grid justify-items-end gap-1 wide:justify-items-start wide:text-left">
      <Badge tone={tone}>{word}</Badge>
      {week.ended_because ? (
        <span className="max-w-56 text-ink-soft text-sm">{endWords[week.ended_because]}</span>
      ) : null}
    </span>
  );
}

function Paid({ week }: { week: StaffShowcase }) {
  if (!week.payment_id) return <span className="text-ink-soft">–</span>;
  return (
    <span className="grid justify-items-end">
      <Link to={`/lab/payments/${week.payment_id}`} className="link">
        <Money cents={week.amount_cents} />
        <span className="sr-only">{`, the payment of task ${week.task_number}`}</span>
      </Link>
      {week.refunded_cents > 0 ? (
        <span className="whitespace-nowrap text-ink-soft text-sm">
          <Money cents={week.refunded_cents} /> back
        </span>
      ) : null}
    </span>
  );
}

/** Asks before an admin ends a paid week on the home page, because its remaining days are lost. */
function StopDialog({ week, onClose }: { week: StaffShowcase; onClose: () => void }) {
  const stop = useStop(week.id);
  const isRunning = week.state === 'running';
  return (
    <ReasonDialog
      open
      onClose={onClose}
      place="showcase"
      title={`End the week of task ${week.task_number}?`}
      action="End and refund"
      busyAction="Ending…"
      danger
      done="The week has ended."
      step={stop}
    >
      <p>
        <span>
          {isRunning
            ? `The result leaves Discoveries at once. Of the ${formatMoney(week.amount_cents)}, what was paid for the days that have not begun goes back.`
            : `The result is not shown, and all ${formatMoney(week.amount_cents)} go back.`}
        </span>{' '}
        Its owner is told. The reason stands in the audit log.
      </p>
    </ReasonDialog>
  );
}

/** All reserved and paid weeks on the home page with their places and views, and a button that ends a week. */
export default function Showcases() {
  const list = useListFilter(readFilter);
  const weeks = useQuery(showcasesQuery(list.filter));
  const config = useConfig();
  const [stopping, setStopping] = useState<StaffShowcase | null>(null);
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid gap-3">
        <h1 className="display-2">Showcases</h1>
        {config ? (
          <p className="max-w-prose text-ink-soft">
            {config.showcase_places > 0
              ? `A week costs ${formatMoney(config.showcase_week_cents)}, and ${config.showcase_places} ${config.showcase_places === 1 ? 'result is' : 'results are'} shown for money at most. Days are those of UTC.`
              : 'No week is sold at present. Those that are paid are shown to their end.'}
          </p>
        ) : null}
      </div>
      <Calendar />
      <section className="grid grid-cols-1 gap-4" aria-labelledby="weeks">
        <h2 id="weeks" className="display-3">
          Weeks
        </h2>
        <ListView
          list={list}
          query={weeks}
          nouns={['week', 'weeks']}
          empty={
            <EmptyState title="No week yet">
              Weeks appear here once an owner has reserved one for a public result.
            </EmptyState>
          }
          skeleton={<SkeletonLines lines={4} height="h-16" />}
        >
          {(rows) => (
            <DataTable
              caption="Weeks of display, newest first"
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                { header: 'Week', cell: weekWords },
                { header: 'Result', cell: (week) => <Result week={week} /> },
                { header: 'State', cell: (week) => <State week={week} /> },
                { header: 'Views', numeric: true, cell: ({ views }) => views.toLocaleString('en') },
                { header: 'Paid', numeric: true, cell: (week) => <Paid week={week} /> },
                {
                  header: 'Step',
                  cell: (week) =>
                    week.may_stop ? (
                      <Button variant="danger" size="small" onClick={() => setStopping(week)}>
                        End…<span className="sr-only">{` the week of task ${week.task_number}`}</span>
                      </Button>
                    ) : (
                      <span className="text-ink-soft">–</span>
                    ),
                },
              ]}
            />
          )}
        </ListView>
      </section>
      {stopping ? <StopDialog week={stopping} onClose={() => setStopping(null)} /> : null}
    </div>
  );
}
