import type { MyTestDetail } from '@vialproof/contract/orders';
import type { ReactNode } from 'react';
import { publicDiscount } from '../../lib/money';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { Part } from './part';

interface Item {
  label: string;
  value: ReactNode;
  figures?: boolean;
}

function copied(text: string, label: string): ReactNode {
  return (
    <span className="inline-flex items-center gap-1">
      {text}
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** Numbers, dates and prices of the request. */
export function TestFacts({ request }: { request: MyTestDetail['request'] }) {
  const { public_discount_percent: percent, price_cents: base } = request;
  const dates: [string, string | null][] = [
    ['Ordered', request.created_at],
    ['Paid', request.paid_at],
    ['Received', request.received_at],
    ['Completed', request.completed_at],
    ['Cancelled', request.cancelled_at],
  ];
  const items: Item[] = [
    { label: 'Task number', value: copied(String(request.task_number), 'Copy task number'), figures: true },
    { label: 'Unique key', value: copied(request.unique_key, 'Copy unique key'), figures: true },
    { label: 'Visibility', value: request.visibility === 'public' ? 'Public' : 'Private' },
    ...dates.flatMap(([label, at]) => (at ? [{ label, value: <Instant at={at} /> }] : [])),
    ...(request.sample_tracking_number
      ? [{ label: 'Sample tracking number', value: request.sample_tracking_number, figures: true }]
      : []),
    { label: 'Price', value: <Money cents={base} /> },
    ...(percent > 0
      ? [
          {
            label: `Public discount (${percent} %)`,
            value: <Money cents={-publicDiscount(base, percent)} />,
          },
        ]
      : []),
    {
      label: 'Final price',
      value: (
        <>
          <Money cents={request.final_price_cents} />
          {percent > 0 ? <span className="text-ink-soft"> (−{percent} %)</span> : null}
        </>
      ),
    },
  ];
  return <Facts items={items} />;
}

/** What the customer said about the vial. */
export function Specimen({ request }: { request: MyTestDetail['request'] }) {
  const said: [string, string | null][] = [
    ['Compound', request.compound_name],
    ['Dosage', request.dosage_text],
    ['Manufacturer', request.manufacturer],
    ['Batch code', request.batch_code],
  ];
  const items = said.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  if (items.length === 0 && !request.notes) return null;
  return (
    <Part title="Specimen">
      {items.length > 0 ? <Facts items={items} /> : null}
      {request.notes ? (
        <div>
          <h3 className="label">Notes</h3>
          <p className="max-w-prose whitespace-pre-line">{request.notes}</p>
        </div>
      ) : null}
    </Part>
  );
}
