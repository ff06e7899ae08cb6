import { useQuery } from '@tanstack/react-query';
import type { DayInterval, Turnaround } from '@vialproof/contract/turnaround';
import { turnaroundQuery } from '../../data/turnaround/queries';
import { demoMark } from '../../data/turnaround/turnaround-of';
import { intervalWords } from '../../data/turnaround/words';
import { type Column, DataTable } from '../../ui/data-table';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { Notice } from '../../ui/states';

function days(row: Turnaround, at: number | null, interval: DayInterval | null) {
  if (row.n_received === null) return <span className="text-ink-soft">fewer than 10 samples</span>;
  if (at === null) return <span className="text-ink-soft">not reached yet</span>;
  const words = interval && intervalWords(interval);
  return (
    <>
      <span>{`day ${Math.ceil(at)}`}</span>
      {words ? <span className="text-ink-soft">{` (${words})`}</span> : null}
    </>
  );
}

const columns: Column<Turnaround>[] = [
  { header: 'Family', cell: ({ family }) => <span className="break-words">{family}</span> },
  { header: 'Promised', cell: ({ promise_text }) => <span className="wrap-anywhere">{promise_text}</span> },
  { header: 'Half done by', cell: (row) => days(row, row.median_days, row.interval) },
  {
    header: 'Nine of ten done by',
    cell: (row) => days(row, row.nine_of_ten_days, row.nine_of_ten_interval),
  },
  {
    header: 'Samples',
    cell: ({ n_received, n_open }) =>
      n_received === null ? '–' : `${n_received}${n_open ? `, ${n_open} open` : ''}`,
  },
];

/** The promised and the measured turnaround of each product family. */
export function TurnaroundTable() {
  const query = useQuery(turnaroundQuery());
  return (
    <QueryView query={query} skeleton={<SkeletonLines lines={6} />}>
      {(rows) => (
        <>
          {rows.some(({ is_demo }) => is_demo) ? (
            <div className="mb-6">
              <Notice tone="wait">{`${demoMark}: samples of the demo are among those that were counted. This is no record of a laboratory.`}</Notice>
            </div>
          ) : null}
          <DataTable
            caption="Turnaround by family, in working days after the day of receipt"
            columns={columns}
            rows={rows}
            rowKey={({ family }) => family}
          />
        </>
      )}
    </QueryView>
  );
}
