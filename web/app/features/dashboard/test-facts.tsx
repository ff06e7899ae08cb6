import type { MyTestDetail } from '@vialproof/contract/orders';
import { publicDiscount } from '@vialproof/science/money/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { Drawing } from '../../ui/print-sheet';
import { Part } from './part';

interface Item {
  label: string;
  value: ReactNode;
  figures?: boolean;
}

/** A task number or a key in large letters, so that the user can read it out. */
function Identity({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className="border-ink border-t pt-2">
      <dt className="label">{label}</dt>
      <dd className="figures flex items-center gap-1.5 text-xl sm:whitespace-nowrap sm:text-2xl">
        {text}
        <CopyButton text={text} label={copy} />
      </dd>
    </div>
  );
}

/** The task number and the key, which are both needed to verify the test. A QR code contains them too. */
export function TestKey({ detail: { request, verify } }: { detail: MyTestDetail }) {
  return (
    <section aria-label="Task number and key" className="flex flex-wrap items-start gap-x-10 gap-y-6">
      <div className="grid min-w-0 flex-1 basis-80 gap-4">
        <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
          <Identity label="Task number" text={String(request.task_number)} copy="Copy task number" />
          <Identity label="Unique key" text={request.unique_key} copy="Copy unique key" />
        </dl>
        {verify ? (
          <p className="flex flex-wrap items-center gap-x-1.5 text-ink-soft text-sm">
            Number and key together verify this test.
            <a
              href={verify.url}
              className="text-accent underline underline-offset-4 hover:text-accent-strong"
            >
              Verification link
            </a>
            <CopyButton text={verify.url} label="Copy verification link" />
          </p>
        ) : null}
      </div>
      {verify ? (
        <Drawing svg={verify.qr_svg} label="QR code of the verification link" className="size-36" />
      ) : null}
    </section>
  );
}

function prices(request: MyTestDetail['request']): Item[] {
  const { public_discount_percent: percent, price_cents: base } = request;
  const final = <Money cents={request.final_price_cents} />;
  if (percent === 0) return [{ label: 'Price', value: final }];
  return [
    { label: 'Price', value: <Money cents={base} /> },
    { label: `Public discount (${percent} %)`, value: <Money cents={-publicDiscount(base, percent)} /> },
    { label: 'Final price', value: final },
  ];
}

/** Dates and prices of the request. */
export function TestFacts({ detail: { request, may_track } }: { detail: MyTestDetail }) {
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
    // While the owner can change the tracking number, the edit field shows it.
    ...(request.sample_tracking_number && !may_track
      ? [{ label: 'Sample tracking number', value: request.sample_tracking_number, figures: true }]
      : []),
    ...(request.group_test_id ? [] : prices(request)),
  ];
  return (
    <Part title="Order">
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
      <Facts items={items} />
    </Part>
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
