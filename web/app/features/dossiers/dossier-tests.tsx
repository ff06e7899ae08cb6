import type { Dossier, DossierTest } from '@vialproof/contract/dossiers';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Section } from '../../ui/section';
import { allTests } from './words';

const columns: Column<DossierTest>[] = [
  {
    header: 'Test',
    cell: (row) => (
      <Link
        to={`/tests/${row.request_id}`}
        className="figures text-accent underline underline-offset-4"
      >{`#${row.task_number}`}</Link>
    ),
  },
  { header: 'Compound', cell: (row) => <bdi className="wrap-anywhere">{row.compound ?? 'Not stated'}</bdi> },
  { header: 'Maker', cell: (row) => <bdi className="wrap-anywhere">{row.maker ?? 'Unknown'}</bdi> },
  {
    header: 'Batch',
    cell: (row) => <bdi className="figures wrap-anywhere">{row.batch_code ?? 'Not stated'}</bdi>,
  },
  {
    header: 'Published',
    cell: (row) => (row.published_at ? <Instant at={row.published_at} /> : 'Pending'),
  },
];

/** The page lists at most this many tests in each state. The list of tests has all of them. */
const MOST_SHOWN = 25;

const caption = (shown: number, all: number, state: string) =>
  shown < all ? `The newest ${shown} of ${all} ${state}` : `${all} ${state}`;

/** The tests behind the numbers of a dossier, with the names that their customers used. */
export function DossierTests({ dossier: { tests, counts, subject } }: { dossier: Dossier }) {
  const newest = (state: DossierTest['state']) =>
    tests.filter((test) => test.state === state).slice(0, MOST_SHOWN);
  const published = newest('published');
  const pending = newest('pending');
  return (
    <Section label="Rows" title="The tests behind these figures">
      <div id="tests" className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {tests.length === 0 ? <p className="text-ink-soft">No public test.</p> : null}
        {published.length > 0 ? (
          <div id="published">
            <DataTable
              caption={caption(published.length, counts.published, 'published')}
              showCaption
              rows={published}
              rowKey={({ request_id }) => request_id}
              columns={columns}
            />
          </div>
        ) : null}
        {pending.length > 0 ? (
          <div id="pending">
            <DataTable
              caption={caption(pending.length, counts.pending, 'pending')}
              showCaption
              rows={pending}
              rowKey={({ request_id }) => request_id}
              columns={columns}
            />
          </div>
        ) : null}
      </div>
      {published.length + pending.length < counts.published + counts.pending ? (
        <p className="mt-6 max-w-prose text-ink-soft">
          <Link to={allTests(subject)} className="text-accent underline underline-offset-4">
            All tests
          </Link>
        </p>
      ) : null}
    </Section>
  );
}
