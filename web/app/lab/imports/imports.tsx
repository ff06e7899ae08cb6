import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TraceImport } from '@vialproof/contract/imports';
import { Link } from 'react-router';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { loadInBrowser } from '../../lib/query-client';
import { Instant } from '../../ui/figures';
import { FilterLinks } from '../../ui/filter-links';
import { ListView, useListFilter } from '../../ui/list-page';
import { SkeletonLines } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { KnownFacts } from '../known-facts';
import type { Route } from './+types/imports';
import { AssignStep, DismissStep, NumbersStep } from './decisions';
import { importsQuery, readFilter } from './queries';

export const handle: PageHandle = { query: ['state', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(importsQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Imports');

const EMPTY = {
  '': 'Nothing waits',
  waiting: 'Nothing waits',
  assigned: 'Nothing has been assigned',
  dismissed: 'Nothing was dismissed',
};

function Facts({ file }: { file: TraceImport }) {
  return (
    <KnownFacts
      facts={[
        ['Sample', file.sample_name],
        ['Sample id', file.sample_id === file.sample_name ? null : file.sample_id],
        ['Injected', file.injected_at?.replace('T', ' ')],
        ['Instrument', file.instrument],
        ['Sent by', file.received_from],
      ]}
    />
  );
}

/** What happened to a file that was processed. */
function Outcome({ file }: { file: TraceImport }) {
  const { decided, task_number: task } = file;
  if (!decided) return null;
  return (
    <p className="wrap-anywhere max-w-prose text-sm">
      {task === null ? (
        <span>Not ours</span>
      ) : (
        <Link to={`/lab/requests/${task}`} className="link">{`Task ${task}`}</Link>
      )}
      <span>
        , by <bdi>{decided.by}</bdi>, <Instant at={decided.at} exact />
      </span>
      {decided.reason ? (
        <span>
          : <bdi>{decided.reason}</bdi>
        </span>
      ) : null}
    </p>
  );
}

function Line({ file }: { file: TraceImport }) {
  return (
    <li className="grid grid-cols-1 items-start gap-x-8 gap-y-3 border-rule border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium">
            <bdi>{file.file_name}</bdi>
          </span>
          <span className="text-ink-soft text-sm">
            <Instant at={file.received_at} exact /> ·{' '}
            <span
              className="figures"
              title={`SHA-256 ${file.sha256}`}
            >{`SHA-256 ${file.sha256.slice(0, 12)}…`}</span>
          </span>
        </p>
        <Facts file={file} />
        {file.why ? <p className="wrap-anywhere max-w-prose">{file.why.text}</p> : null}
        <Outcome file={file} />
      </div>
      {file.state === 'waiting' ? (
        <div className="flex flex-wrap gap-3">
          {file.why?.readings ? <NumbersStep file={file} /> : <AssignStep file={file} />}
          <DismissStep file={file} />
        </div>
      ) : null}
    </li>
  );
}

/** Files that the computers of instruments have sent. Files without a known sample come first. */
export default function Imports() {
  const list = useListFilter(readFilter);
  const { filter, to } = list;
  const imports = useQuery({ ...importsQuery(filter), placeholderData: keepPreviousData });
  const parts = [
    { state: '', label: 'Waiting', count: imports.data?.waiting },
    { state: 'assigned', label: 'Assigned' },
    { state: 'dismissed', label: 'Not ours' },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="display-2">Imports</h1>
      <FilterLinks
        label="Imports"
        links={parts.map(({ state, label, ...counted }) => ({
          to: to({ state }),
          label,
          ...counted,
          isHere: state === filter.state || (state === '' && filter.state === 'waiting'),
        }))}
      />
      <p className="max-w-prose text-ink-soft">
        Traces that an instrument’s computer sent. One whose sample name or barcode holds the number of one
        task becomes its injection by itself; every other waits here, and nothing is guessed.
      </p>
      <ListView
        list={list}
        query={imports}
        nouns={['file', 'files']}
        empty={<EmptyState title={EMPTY[filter.state]} />}
        skeleton={<SkeletonLines lines={4} height="h-24" />}
      >
        {(rows) => (
          <ul className="border-rule border-t">
            {rows.map((file) => (
              <Line key={file.id} file={file} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
