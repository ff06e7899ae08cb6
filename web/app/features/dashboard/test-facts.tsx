import type { MyTestDetail } from '@vialproof/contract/orders';
import { publicDiscount } from '@vialproof/science/money/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { Money } from '../../ui/figures';
import { Drawing } from '../../ui/print-sheet';
import { VialPhotos } from './arrival';

interface Item {
  label: string;
  value: ReactNode;
  figures?: boolean;
}

/** A task number or a key in large letters, so that the user can read it out. */
function Identity({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd className="figures flex items-center gap-1 text-lg sm:whitespace-nowrap sm:text-xl">
        {text}
        <CopyButton text={text} label={copy} />
      </dd>
    </div>
  );
}

/** The task number and the key, which are both needed to verify the test. A QR code contains them too. */
export function TestKey({ detail: { request, verify } }: { detail: MyTestDetail }) {
  return (
    <section
      aria-label="Task number and key"
      className="flex flex-wrap items-start justify-between gap-3 border-rule border-t pt-4"
    >
      <div className="grid min-w-0 flex-1 basis-48 gap-2">
        <dl className="grid gap-x-12 gap-y-2 sm:flex sm:flex-wrap">
          <Identity label="Task number" text={String(request.task_number)} copy="Copy task number" />
          <Identity label="Unique key" text={request.unique_key} copy="Copy unique key" />
        </dl>
        {verify ? (
          <p className="flex flex-wrap items-center gap-x-1.5 text-ink-soft text-sm">
            <span>Number and key together verify this test.</span>
            <a
              href={verify.url}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
            >
              Verification link
            </a>
            <CopyButton text={verify.url} label="Copy verification link" />
          </p>
        ) : null}
      </div>
      {verify ? (
        <Drawing svg={verify.qr_svg} label="QR code of the verification link" className="size-26" />
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

/** Tracking number and prices of the request. The timeline has its dates. */
export function TestFacts({ detail: { request, may_track } }: { detail: MyTestDetail }) {
  const items: Item[] = [
    // While the owner can change the tracking number, the edit field shows it.
    ...(request.sample_tracking_number && !may_track
      ? [{ label: 'Sample tracking number', value: request.sample_tracking_number, figures: true }]
      : []),
    ...(request.group_test_id ? [] : prices(request)),
  ];
  return (
    <>
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
      {items.length > 0 ? <Facts items={items} /> : null}
    </>
  );
}

/** What the customer said about the vial, and the photos that the laboratory took of it. */
export function Specimen({ detail }: { detail: MyTestDetail }) {
  const { request, photos } = detail;
  const said: [string, string | null][] = [
    ['Compound', request.compound_name],
    ['Dosage', request.dosage_text],
    ['Manufacturer', request.manufacturer],
    ['Batch code', request.batch_code],
  ];
  const items = said.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  // The page shows the photos of a refused sample beside the refusal.
  const arePhotosHere = photos.length > 0 && request.status !== 'awaiting_sample';
  if (items.length === 0 && !request.notes && !arePhotosHere) return null;
  const vial = [request.manufacturer, request.batch_code].filter(Boolean).join(', ');
  return (
    <Details level={2} title="Specimen" note={vial ? <bdi className="wrap-anywhere">{vial}</bdi> : null}>
      {items.length > 0 ? <Facts items={items} /> : null}
      {request.notes ? (
        <div>
          <h3 className="label">Notes</h3>
          <p className="wrap-anywhere max-w-prose whitespace-pre-line">{request.notes}</p>
        </div>
      ) : null}
      {arePhotosHere ? <VialPhotos detail={detail} /> : null}
    </Details>
  );
}
