import type { DossierTest } from '@vialproof/contract/dossiers';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type DossierAddress, searchOf } from './queries';
import { type Sort, type SortColumn, sortAfter } from './sorting';

export interface Column {
  by?: SortColumn;
  header: string;
  /** The rest of the header on wide screens. */
  more?: string;
  /** The place in a row of two or three lines on a phone. */
  place: string;
  cell: (row: DossierTest) => ReactNode;
  isRight?: boolean;
  isLast?: boolean;
}

/** A link that sorts by a column, and once more the other way round. */
function SortLink({ column, sort, address }: { column: Column; sort: Sort; address: DossierAddress }) {
  const { by, header, more } = column;
  if (!by) return <span className="hidden xl:inline">{header}</span>;
  const isSorted = sort.by === by;
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  return (
    <Link
      to={{ search: searchOf(address, { sort: sortAfter(sort, by) }) }}
      preventScrollReset
      replace
      rel="nofollow"
      className={`inline-flex min-h-11 items-center gap-1 hover:text-accent ${isSorted ? 'text-ink' : ''}`}
    >
      <span className="underline decoration-edge underline-offset-4">
        <span>{header}</span>
        {more ? <span className="hidden xl:inline">{more}</span> : null}
      </span>
      {isSorted ? <Arrow className="size-3.5" /> : null}
    </Link>
  );
}

/** The places of the cells: three lines on a phone, or a line each with very large text; two on a tablet and on paper. */
const rowClass = [
  'relative grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-baseline gap-x-3 border-rule border-b py-2.5',
  "[grid-template-areas:'test_batch_purity_purity'_'name_name_amount_amount'_'verdict_verdict_verdict_date']",
  'md:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_10rem_8rem] print:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_10rem_8rem]',
  "md:[grid-template-areas:'test_name_batch_purity_amount'_'verdict_verdict_verdict_verdict_date']",
  "print:[grid-template-areas:'test_name_batch_purity_amount'_'verdict_verdict_verdict_verdict_date']",
  '@max-[17rem]:flex @max-[17rem]:flex-col @max-[17rem]:items-stretch',
  'xl:static xl:table-row xl:py-0 print:break-inside-avoid print:py-1',
].join(' ');

/** A table of tests, whose rows have two or three lines on a phone. */
export function TestsTable({
  caption,
  rows,
  columns,
  address,
  sort,
}: {
  caption: string;
  rows: DossierTest[];
  columns: Column[];
  address: DossierAddress;
  /** Absent if the reader cannot sort the table. */
  sort?: Sort;
}) {
  return (
    <table className="block w-full border-collapse text-left xl:table">
      <caption className="block pb-1 text-left text-ink-soft text-sm xl:table-caption">{caption}</caption>
      {sort ? (
        <thead className="block xl:table-header-group print:hidden">
          <tr className="flex flex-wrap items-center gap-x-2.5 border-edge border-b xl:table-row">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={sort.by === column.by ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                className={`label font-normal xl:pr-5 xl:last:pr-0 ${column.isRight || column.isLast ? 'xl:text-right' : ''} ${column.by ? '' : 'hidden xl:table-cell'}`}
              >
                <SortLink column={column} sort={sort} address={address} />
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody className="block xl:table-row-group">
        {rows.map((row) => (
          <tr key={row.request_id} className={rowClass}>
            {columns.map((column) => (
              <td
                key={column.header}
                className={`min-w-0 align-baseline xl:table-cell xl:py-2.5 xl:pr-5 xl:last:pr-0 ${column.isRight ? 'text-right' : ''} ${column.place}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
