import type { LabItem } from '@vialproof/contract/lab';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Instant } from '../../ui/figures';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { AssigneeName } from '../assignee-name';
import { Due } from '../due';

/** The ordered test, and what its name does not say about the vial. */
function specimen({ sku_name, compound_name, manufacturer, batch_code }: LabItem) {
  const compound = compound_name === sku_name ? null : compound_name;
  const parts = [compound, manufacturer, batch_code].filter((part) => part);
  return (
    <span className="block">
      <span className="block font-medium">{sku_name}</span>
      {parts.length > 0 ? <span className="block text-ink-soft text-sm">{parts.join(' · ')}</span> : null}
    </span>
  );
}

function state(item: LabItem) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge status={item.status} />
      {item.revision_state === 'in_review' ? <Badge tone="wait">IN REVIEW</Badge> : null}
      {item.revision_state === 'draft' ? <Badge>DRAFT RESULT</Badge> : null}
    </span>
  );
}

function due({ due_on, status }: LabItem) {
  return due_on && status === 'received' ? (
    <Due day={due_on} />
  ) : (
    <span className="text-ink-soft max-md:hidden">–</span>
  );
}

function paid({ paid_at, received_at }: LabItem) {
  return (
    <>
      {/* A phone shows only the later one of the two days. */}
      <span className="md:hidden">
        <span>{received_at ? 'Received ' : paid_at ? 'Paid ' : ''}</span>
        {day(received_at ?? paid_at)}
      </span>
      <span className="max-md:hidden">{day(paid_at)}</span>
    </>
  );
}

function day(at: string | null) {
  return <span className="whitespace-nowrap">{at ? <Instant at={at} /> : '–'}</span>;
}

/** `narrow` is the place of a column in the small card on a phone. */
const columns: { header: string; narrow: string; wide?: string; cell: (item: LabItem) => ReactNode }[] = [
  {
    header: 'Task',
    narrow: '',
    cell: (item) => (
      <Link
        to={`/lab/requests/${item.task_number}`}
        className="figures -my-1 inline-flex min-h-12 items-center text-xl link"
      >
        {item.task_number}
      </Link>
    ),
  },
  { header: 'Test', narrow: 'order-1 max-md:basis-full', cell: specimen },
  {
    header: 'Who has it',
    narrow: 'order-4 max-md:basis-full mt-1.5 max-md:text-sm empty:hidden',
    cell: ({ assignee }) => <AssigneeName assignee={assignee} />,
  },
  { header: 'State', narrow: 'order-2 mt-1.5', cell: state },
  { header: 'Due', narrow: 'ml-auto', cell: due },
  { header: 'Paid', narrow: 'order-3 ml-auto max-md:text-ink-soft max-md:text-sm', cell: paid },
  // A tablet shows only one of the two days, because the maker's name needs the space.
  {
    header: 'Received',
    narrow: 'hidden',
    wide: 'md:hidden lg:table-cell',
    cell: (item) => day(item.received_at),
  },
];

export function QueueTable({ items }: { items: LabItem[] }) {
  return (
    <table className="block w-full border-collapse text-left md:table">
      <caption className="sr-only">Samples</caption>
      <thead className="hidden md:table-header-group">
        <tr className="border-edge border-b">
          {columns.map(({ header, wide = '' }) => (
            <th key={header} scope="col" className={`label py-2 pr-6 font-normal last:pr-0 ${wide}`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block border-rule max-md:border-t md:table-row-group">
        {items.map((item) => (
          <tr
            key={item.id}
            className="flex flex-wrap items-center gap-x-4 border-rule border-b py-3 md:table-row md:py-0"
          >
            {columns.map(({ header, narrow, wide = 'md:table-cell', cell }) => (
              <td key={header} className={`${narrow} ${wide} md:py-3 md:pr-6 md:align-baseline md:last:pr-0`}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
