import type { Dossier, DossierValue } from '@vialproof/contract/dossiers';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { VerdictWords } from '../../ui/verdict';
import { allTests, verdictWords } from './words';

const columns: Column<DossierValue & { place: number }>[] = [
  {
    header: 'Test',
    cell: (row) => (
      <Link
        to={`/tests/${row.request_id}`}
        className="figures text-accent underline underline-offset-4"
      >{`#${row.task_number}`}</Link>
    ),
  },
  { header: 'Published', cell: (row) => <Instant at={row.published_at} /> },
  { header: 'Value', numeric: true, cell: (row) => <span className="wrap-anywhere">{row.words}</span> },
  {
    header: 'Limit',
    numeric: true,
    cell: (row) => <span className="wrap-anywhere">{row.limit || '–'}</span>,
  },
  {
    header: 'Verdict',
    cell: (row) => <VerdictWords kind={row.verdict ?? 'none'}>{verdictWords(row.verdict)}</VerdictWords>,
  },
];

/** The extra column of a table that has values of several methods. */
const methodColumn: (typeof columns)[number] = {
  header: 'Method',
  cell: (row) => <span className="wrap-anywhere text-ink-soft">{row.method}</span>,
};

/** A table lists at most this many values. The pages of the tests have the other values. */
const MOST_SHOWN = 10;

/** The newest values behind a number of the dossier, each with its test, and a link to the other values. */
export function ValueList({
  id,
  values,
  total,
  subject,
  hasMethods = false,
}: {
  id: string;
  values: DossierValue[];
  total: number;
  subject: Dossier['subject'];
  hasMethods?: boolean;
}) {
  if (values.length === 0) return null;
  const placed = values.slice(0, MOST_SHOWN).map((value, place) => ({ ...value, place }));
  return (
    <div id={id} className="scroll-mt-24">
      <p className="text-ink-soft text-sm">
        {placed.length === total
          ? `${total} ${total === 1 ? 'value' : 'values'}, each with its test`
          : `The newest ${placed.length} of ${total} values, each with its test`}
      </p>
      <DataTable
        caption="Values"
        rows={placed}
        rowKey={({ place }) => String(place)}
        columns={hasMethods ? [...columns, methodColumn] : columns}
      />
      {placed.length < total ? (
        <p className="mt-3">
          <Link to={allTests(subject)} className="text-accent underline underline-offset-4">
            All tests with their values
          </Link>
        </p>
      ) : null}
    </div>
  );
}
