import type { MyTestDetail } from '@vialproof/contract/orders';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../lib/config';
import { sayDay } from '../../lib/due';
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

/** The pair that verifies the test, large enough to read out. */
function Identity({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className="border-ink border-t pt-2">
      <dt className="label">{label}</dt>
      <dd className="figures flex items-center gap-1.5 whitespace-nowrap text-xl sm:text-2xl">
        {text}
        <CopyButton text={text} label={copy} />
      </dd>
    </div>
  );
}

// To others such an order does not exist.
const unverifiable = ['draft', 'pending_payment', 'cancelled'];

/** What to send to somebody who shall be able to check this test. */
function VerifyLink({ request }: { request: MyTestDetail['request'] }) {
  const origin = useConfig()?.brand.url;
  // In the fragment, so that neither logs nor referrers get the key.
  const path = `/verify#task=${request.task_number}&key=${request.unique_key}`;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-ink-soft text-sm">
      Number and key together verify this test.
      <Link to={path} className="text-accent underline underline-offset-4 hover:text-accent-strong">
        Verification link
      </Link>
      <CopyButton text={`${origin}${path}`} label="Copy verification link" />
    </p>
  );
}

function prices(request: MyTestDetail['request']): Item[] {
  const { public_discount_percent: percent, price_cents: base } = request;
  return [
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
}

/** Numbers, dates and prices of the request. */
export function TestFacts({ request }: { request: MyTestDetail['request'] }) {
  const dates: [string, string | null][] = [
    ['Ordered', request.created_at],
    ['Paid', request.paid_at],
    ['Received', request.received_at],
    ['Completed', request.completed_at],
    ['Cancelled', request.cancelled_at],
  ];
  const items: Item[] = [
    { label: 'Visibility', value: request.visibility === 'public' ? 'Public' : 'Private' },
    ...dates.flatMap(([label, at]) => (at ? [{ label, value: <Instant at={at} /> }] : [])),
    ...(request.due_on && request.status === 'received'
      ? [{ label: 'Expected by', value: sayDay(request.due_on) }]
      : []),
    ...(request.sample_tracking_number
      ? [{ label: 'Sample tracking number', value: request.sample_tracking_number, figures: true }]
      : []),
    ...(request.group_test_id ? [] : prices(request)),
  ];
  return (
    <div className="grid gap-6">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Identity label="Task number" text={String(request.task_number)} copy="Copy task number" />
        <Identity label="Unique key" text={request.unique_key} copy="Copy unique key" />
      </dl>
      {request.group_test_id ? (
        <p className="text-ink-soft text-sm">
          This test is shared by a group.{' '}
          <Link
            to={`/group-tests/${request.group_test_id}`}
            className="text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            Its page
          </Link>{' '}
          says how its members share it.
        </p>
      ) : null}
      {unverifiable.includes(request.status) ? null : <VerifyLink request={request} />}
      <Facts items={items} />
    </div>
  );
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
          <p className="wrap-anywhere max-w-prose whitespace-pre-line">{request.notes}</p>
        </div>
      ) : null}
    </Part>
  );
}
