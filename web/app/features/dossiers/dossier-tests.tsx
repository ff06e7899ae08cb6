import type { Dossier, DossierTest } from '@vialproof/contract/dossiers';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Section } from '../../ui/section';

const columns: Column<DossierTest>[] = [
  {
    header: 'Test',
    cell: (row) => (
      <Link to={`/tests/${row.request_id}`} className="figures text-accent underline underline-offset-4">
        #{row.task_number}
      </Link>
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

/** What finds all of them: a batch has no filter of its own. */
const searchOf = ({ kind, slug, name }: Dossier['subject']): Record<string, string> =>
  kind === 'batch' ? { search: name } : { [kind]: slug };

/** The tests behind the figures, as their customers named them. */
export function DossierTests({ dossier: { tests, counts, subject } }: { dossier: Dossier }) {
  const published = tests.filter(({ state }) => state === 'published');
  const pending = tests.filter(({ state }) => state === 'pending');
  const all = counts.published + counts.pending;
  return (
    <Section label="Rows" title="The tests behind these figures">
      <div id="tests" className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {tests.length === 0 ? <p className="text-ink-soft">No public test.</p> : null}
        {published.length > 0 ? (
          <div id="published">
            <DataTable
              caption={`${published.length} published`}
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
              caption={`${pending.length} pending`}
              showCaption
              rows={pending}
              rowKey={({ request_id }) => request_id}
              columns={columns}
            />
          </div>
        ) : null}
      </div>
      {tests.length < all ? (
        <p className="mt-6 max-w-prose text-ink-soft">
          These are the newest {tests.length} of {all}.{' '}
          <Link
            to={`/tests?${new URLSearchParams(searchOf(subject))}`}
            className="text-accent underline underline-offset-4"
          >
            Search all tests
          </Link>
        </p>
      ) : null}
    </Section>
  );
}
