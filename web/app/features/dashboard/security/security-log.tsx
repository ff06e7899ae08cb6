import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SecurityLog as Log, SecurityEvent } from '@vialproof/contract/security-log';
import { CircleAlert } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { pageNumber } from '../../../lib/page-number';
import { eventWords, isAlarming } from '../../../lib/security-events';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { Loaded } from './loaded';
import { logQuery } from './queries';

/** The page of the log as the address says it; whatever a stranger writes there becomes something sensible. */
export function readPage(search: URLSearchParams): number {
  return pageNumber(search, 100_000);
}

function Entry({ event }: { event: SecurityEvent }) {
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-rule border-b py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="flex min-w-0 items-start gap-2 font-medium">
        {isAlarming(event.kind) ? <CircleAlert className="mt-[0.3em] size-4 text-wait" /> : null}
        <span>
          {eventWords[event.kind]}
          {event.note ? <span className="font-normal text-ink-soft"> · {event.note}</span> : null}
        </span>
      </p>
      <p className="text-ink-soft text-sm sm:text-right">
        <Instant at={event.at} exact />
      </p>
      <p className="min-w-0 text-ink-soft text-sm">
        {event.device}
        {event.address ? (
          <>
            {' '}
            from <span className="figures wrap-anywhere">{event.address}</span>
          </>
        ) : null}
      </p>
    </li>
  );
}

function Entries({ log, fresh }: { log: Log; fresh: boolean }) {
  const { page, limit, total } = log.pagination;
  const last = Math.max(1, Math.ceil(total / limit));
  if (log.data.length === 0) return <p className="text-ink-soft">Nothing has happened yet.</p>;
  return (
    <div aria-busy={!fresh} className={`grid gap-5 ${fresh ? '' : 'opacity-60'}`}>
      <ol aria-label="Security log, newest first" className="border-rule border-t">
        {log.data.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
      {last > 1 ? (
        <nav aria-label="Pages of the log" className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-soft text-sm">
            Page {page} of {last}
          </p>
          <div className="flex gap-2">
            {page > 1 ? (
              <Button to={`?page=${page - 1}`} variant="secondary" size="small">
                Newer
              </Button>
            ) : null}
            {page < last ? (
              <Button to={`?page=${page + 1}`} variant="secondary" size="small">
                Older
              </Button>
            ) : null}
          </div>
        </nav>
      ) : null}
    </div>
  );
}

/** What happened to the account, so that its owner can see what was somebody else. */
export function SecurityLog() {
  const [search] = useSearchParams();
  const log = useQuery({ ...logQuery(readPage(search)), placeholderData: keepPreviousData });
  return (
    <section className="grid min-w-0 gap-4">
      <div className="grid gap-1">
        <h2 className="display-3">What happened</h2>
        <p className="text-ink-soft">
          Something here that was not you? Change your password: every other device is signed out.
        </p>
      </div>
      <Loaded query={log} lines={4}>
        {(answer) => <Entries log={answer} fresh={!log.isPlaceholderData} />}
      </Loaded>
    </section>
  );
}
