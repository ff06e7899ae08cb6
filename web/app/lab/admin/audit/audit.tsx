import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { textIn } from '../../../lib/list-address';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { Select, TextInput } from '../../../ui/inputs';
import { useListFilter } from '../../../ui/list-page';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import { actionWords } from '../../audit-words';
import { EarlierEntries } from '../../earlier-entries';
import type { Route } from './+types/audit';
import { AuditEntries } from './entries';
import { type AuditFilter, actionsQuery, auditQuery, noFilter } from './queries';

const names = Object.keys(noFilter) as (keyof AuditFilter)[];

export const handle: PageHandle = { query: names };

function readFilter(params: URLSearchParams): AuditFilter {
  const filter = { ...noFilter };
  for (const name of names) filter[name] = textIn(params, name);
  return { ...filter, action: /^[a-z_]+(\.[a-z_]+)?$/.test(filter.action) ? filter.action : '' };
}

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [
    queries.prefetchInfiniteQuery(auditQuery(readFilter(url.searchParams))),
    queries.prefetchQuery(actionsQuery),
  ]);

export const meta = signedInMeta('Audit log');

/** A choice between all actions, the actions on one kind of subject, and one action. */
function Actions({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const known = useQuery(actionsQuery).data ?? [];
  const all = [...new Set([...known, ...(value.includes('.') ? [value] : [])])].sort();
  const kinds = [...new Set([...all.map((action) => action.split('.')[0] ?? ''), value.split('.')[0] ?? ''])];
  return (
    <Select label="What" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Everything</option>
      {kinds.filter(Boolean).map((kind) => (
        <optgroup key={kind} label={actionWords(kind)}>
          <option value={kind}>{`${actionWords(kind)}: all`}</option>
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

/** The audit log, with its search. */
export default function Audit() {
  const { filter, to, change } = useListFilter(readFilter);
  const isFiltered = names.some((name) => filter[name] !== '');
  const log = useInfiniteQuery({ ...auditQuery(filter), placeholderData: keepPreviousData });
  const clear = (
    <Button variant="secondary" to={to(noFilter)}>
      Clear the search
    </Button>
  );
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="display-2">Audit log</h1>
        <p className="max-w-prose text-ink-soft">
          Who saw, changed and released what, newest first. Lines are only ever added.
        </p>
      </div>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto]">
        <SearchBox
          label="Who"
          help="Name or e-mail address, or “system”"
          name="actor"
          value={filter.actor}
          onSearch={(actor) => change({ actor })}
        />
        <SearchBox
          label="Which thing"
          help="Task number, or an id"
          name="subject"
          value={filter.subject}
          onSearch={(subject) => change({ subject })}
        />
        <div className="sm:max-lg:col-span-2">
          <Actions value={filter.action} onChange={(action) => change({ action })} />
        </div>
        <TextInput
          label="From"
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextInput
          label="To"
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <QueryView query={log} skeleton={<SkeletonLines lines={6} height="h-20" />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          if (entries.length === 0) {
            return (
              <EmptyState
                title={isFiltered ? 'No entry fits' : 'The log is empty'}
                action={isFiltered ? clear : null}
              >
                {isFiltered ? 'Widen the dates, or look for less at once.' : 'Nobody has done anything yet.'}
              </EmptyState>
            );
          }
          return (
            <div className="grid gap-6">
              {isFiltered ? <div>{clear}</div> : null}
              <AuditEntries entries={entries} />
              <EarlierEntries log={log} />
              {log.hasNextPage ? null : (
                <p className="text-center text-ink-soft text-sm">This is the beginning of the log.</p>
              )}
            </div>
          );
        }}
      </QueryView>
    </div>
  );
}
