import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** To the right, with digits of equal width. */
  numeric?: boolean;
}

/** A table. On a narrow screen each row becomes a list with labels, so that the page never scrolls sideways. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  showCaption = false,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  showCaption?: boolean;
}) {
  return (
    <table className="block w-full border-collapse text-left wide:table">
      <caption className={showCaption ? 'block pb-3 text-left font-medium wide:table-caption' : 'sr-only'}>
        {caption}
      </caption>
      <thead className="hidden wide:table-header-group">
        <tr className="border-edge border-b">
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={`label py-2 pr-6 font-normal last:pr-0 ${column.numeric ? 'text-right' : ''}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block wide:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="block border-rule border-b py-3 wide:table-row wide:py-0">
            {columns.map((column) => (
              <td
                key={column.header}
                className={`flex justify-between gap-4 py-1 align-baseline wide:table-cell wide:py-3 wide:pr-6 wide:last:pr-0 ${column.numeric ? 'figures wide:text-right' : ''}`}
              >
                <span aria-hidden="true" className="label shrink-0 font-sans wide:hidden">
                  {column.header}
                </span>{' '}
                <span className="min-w-0 text-right">{column.cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Small labels with their values below. `figures` uses digits of equal width. */
export function Facts({ items }: { items: { label: string; value: ReactNode; figures?: boolean }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-5 [grid-template-columns:repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]">
      {items.map((item) => (
        <div key={item.label} className="min-w-0 border-rule border-t pt-2">
          <dt className="label">{item.label}</dt>
          <dd className={`break-words ${item.figures ? 'figures' : ''}`}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
