import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { useEager } from '../../../ui/eager';
import { Select, TextInput } from '../../../ui/inputs';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states';
import { useQuiet } from '../quiet';
import type { Route } from './+types/audit';
import { AuditEntries } from './entries';
import { type AuditFilter, actionsQuery, auditQuery, noFilter } from './queries';
import { actionWords } from './words';

const names = Object.keys(noFilter) as (keyof AuditFilter)[];

function readFilter(params: URLSearchParams): AuditFilter {
  const filter = { ...noFilter };
  for (const name of names) filter[name] = (params.get(name) ?? '').trim().slice(0, 200);
  return { ...filter, action: /^[a-z_]+(\.[a-z_]+)?$/.test(filter.action) ? filter.action : '' };
}

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [
    queries.prefetchInfiniteQuery(auditQuery(readFilter(url.searchParams))),
    queries.prefetchQuery(actionsQuery),
  ]);

export const meta = signedInMeta('Audit log');

function Words({
  label,
  help,
  value,
  onChange,
}: {
  label: string;
  help: string;
  value: string;
  onChange: (words: string) => void;
}) {
  const [text, type] = useQuiet(value, onChange);
  return (
    <TextInput
      label={label}
      help={help}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  );
}

/** All deeds, or all of one kind of thing, or one deed. */
function Actions({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const known = useQuery(actionsQuery).data ?? [];
  const [chosen, choose] = useEager(value, onChange);
  const all = [...new Set([...known, ...(chosen.includes('.') ? [chosen] : [])])].sort();
  const kinds = [
    ...new Set([...all.map((action) => action.split('.')[0] ?? ''), chosen.split('.')[0] ?? '']),
  ];
  return (
    <Select label="What" value={chosen} onChange={(event) => choose(event.target.value)}>
      <option value="">Everything</option>
      {kinds.filter(Boolean).map((kind) => (
        <optgroup key={kind} label={actionWords(kind)}>
          <option value={kind}>{actionWords(kind)}: all</option>
          {all
            .filter((action) => action.startsWith(`${kind}.`))
            .map((action) => (
              <option key={action} value={action}>
                {actionWords(action)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

/** Who saw, changed and released what: searched, never changed. */
export default function Audit() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const isFiltered = names.some((name) => filter[name] !== '');
  const log = useInfiniteQuery({ ...auditQuery(filter), placeholderData: keepPreviousData });
  const set = (name: keyof AuditFilter) => (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value.trim()) next.set(name, value.trim());
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = (
    <Button variant="secondary" onClick={() => setParams({}, { preventScrollReset: true })}>
      Clear the search
    </Button>
  );
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];

  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="display-2">Audit log</h1>
        <p className="max-w-prose text-ink-soft">
          Who saw, changed and released what, newest first. Lines are only ever added.
        </p>
      </div>
      <search className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto]">
        <Words
          label="Who"
          help="Name or e-mail address, or “system”"
          value={filter.actor}
          onChange={set('actor')}
        />
        <Words
          label="Which thing"
          help="Task number, or an id"
          value={filter.subject}
          onChange={set('subject')}
        />
        <div className="sm:max-lg:col-span-2">
          <Actions value={filter.action} onChange={set('action')} />
        </div>
        <TextInput
          label="From"
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(event) => set('from')(event.target.value)}
        />
        <TextInput
          label="To"
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(event) => set('to')(event.target.value)}
        />
      </search>
      {isFiltered && entries.length > 0 ? <div>{clear}</div> : null}
      {log.data && entries.length > 0 ? (
        <div
          aria-busy={log.isPlaceholderData}
          className={`grid gap-6 ${log.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <AuditEntries entries={entries} />
          {log.hasNextPage ? (
            <div className="grid justify-items-center">
              <Button
                variant="secondary"
                busy={log.isFetchingNextPage}
                onClick={() => void log.fetchNextPage()}
              >
                {log.isFetchingNextPage ? 'Loading…' : 'Earlier entries'}
              </Button>
            </div>
          ) : (
            <p className="text-center text-ink-soft text-sm">This is the beginning of the log.</p>
          )}
        </div>
      ) : null}
      {log.data && entries.length === 0 ? (
        <EmptyState
          title={isFiltered ? 'No entry fits' : 'The log is empty'}
          action={isFiltered ? clear : null}
        >
          {isFiltered ? 'Widen the dates, or look for less at once.' : 'Nobody has done anything yet.'}
        </EmptyState>
      ) : null}
      {log.isPending ? (
        <div className="grid gap-3" aria-busy="true">
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <Skeleton key={place} className="h-20" />
          ))}
        </div>
      ) : null}
      {log.isError && !log.data ? (
        <ErrorPanel message={log.error.message} onRetry={() => void log.refetch()} busy={log.isFetching} />
      ) : null}
    </div>
  );
}
