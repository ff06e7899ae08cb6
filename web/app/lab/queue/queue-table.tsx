import type { LabItem } from '@vialproof/contract/lab';
import { Link } from 'react-router';
import { DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { Due } from '../due';

/** What was ordered, and of the vial what the order does not say already. */
function specimen({ sku_name, compound_name, manufacturer, batch_code }: LabItem) {
  const compound = compound_name === sku_name ? null : compound_name;
  const parts = [compound, manufacturer, batch_code].filter((part) => part);
  return (
    <span className="block md:text-left">
      <span className="block font-medium">{sku_name}</span>
      {parts.length > 0 ? <span className="block text-ink-soft text-sm">{parts.join(' · ')}</span> : null}
    </span>
  );
}

function state(item: LabItem) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 md:justify-start">
      <StatusBadge status={item.status} />
      {item.revision_state === 'in_review' ? <Badge tone="wait">IN REVIEW</Badge> : null}
      {item.revision_state === 'draft' ? <Badge>DRAFT RESULT</Badge> : null}
    </span>
  );
}

function due({ due_on, status }: LabItem) {
  return due_on && status === 'received' ? <Due day={due_on} /> : <span className="text-ink-soft">–</span>;
}

function day(at: string | null) {
  return <span className="whitespace-nowrap">{at ? <Instant at={at} /> : '–'}</span>;
}

export function QueueTable({ items }: { items: LabItem[] }) {
  return (
    <DataTable
      caption="Samples"
      rows={items}
      rowKey={(item) => item.id}
      columns={[
        {
          header: 'Task',
          cell: (item) => (
            <Link
              to={`/lab/requests/${item.task_number}`}
              className="figures -my-1 inline-flex min-h-12 items-center text-accent text-xl underline underline-offset-4 hover:text-accent-strong"
            >
              {item.task_number}
            </Link>
          ),
        },
        { header: 'Test', cell: specimen },
        { header: 'State', cell: state },
        { header: 'Due', cell: due },
        { header: 'Paid', cell: (item) => day(item.paid_at) },
        { header: 'Received', cell: (item) => day(item.received_at) },
      ]}
    />
  );
}
