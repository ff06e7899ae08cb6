import { useQuery } from '@tanstack/react-query';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { Link } from 'react-router';
import { turnaroundQuery } from '../../data/turnaround/queries';
import { demoMark } from '../../data/turnaround/turnaround-of';
import { basisWords, measuredWords, usualWords } from '../../data/turnaround/words';
import { type Column, DataTable } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { Notice } from '../../ui/states';

const columns: Column<Turnaround>[] = [
  { header: 'Family', cell: ({ family }) => <span className="break-words">{family}</span> },
  { header: 'Measured', cell: (row) => usualWords(row) ?? 'not yet known' },
  { header: 'Promised', cell: ({ promise_text }) => <span className="wrap-anywhere">{promise_text}</span> },
];

function Method({ rows }: { rows: Turnaround[] }) {
  return (
    <Details title="How this is measured">
      <div className="grid max-w-[65ch] gap-4 text-ink-soft">
        <p>
          Working days are Monday to Friday without the laboratory’s holidays, and the day after the receipt
          is working day 1. Every sample that came in the last 90 days counts, private ones too and those that
          are still open; refused ones do not. A sample is done when its result is first published. “Usually”
          stands for nine of ten samples. A family with fewer than ten samples in these days has no figure.
        </p>
        <ul className="grid gap-2">
          {rows.map((row) => (
            <li key={row.family}>{`${row.family}: ${measuredWords(row) ?? ''} (${basisWords(row)}).`}</li>
          ))}
        </ul>
        <p>
          Kaplan-Meier estimate, its interval on the log scale. To average finished samples only would
          flatter: the slow ones are those that are missing.
        </p>
      </div>
    </Details>
  );
}

/** The measured and the promised turnaround of each product family that has enough samples. */
export function TurnaroundTable() {
  const query = useQuery(turnaroundQuery());
  return (
    <QueryView query={query} skeleton={<SkeletonLines lines={6} />}>
      {(all) => {
        const rows = all.filter(({ n_received }) => n_received !== null);
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {rows.some(({ is_demo }) => is_demo) ? (
              <Notice tone="wait">{`${demoMark}: samples of the demo are among those that were counted. This is no record of a laboratory.`}</Notice>
            ) : null}
            {rows.length > 0 ? (
              <DataTable
                caption="Turnaround by family, from the receipt of the sample"
                columns={columns}
                rows={rows}
                rowKey={({ family }) => family}
              />
            ) : (
              <p className="text-ink-soft">No family of tests has figures yet.</p>
            )}
            <p className="text-ink-soft">
              What is promised for each test stands in the{' '}
              <Link to="/pricing" className="link">
                price list
              </Link>
              .
            </p>
            <Method rows={rows} />
          </div>
        );
      }}
    </QueryView>
  );
}
