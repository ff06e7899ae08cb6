import { useQuery } from '@tanstack/react-query';
import { testQuery } from '../../data/orders/queries';
import { useConfig } from '../../lib/config';
import { BackLink } from '../../ui/back-link';
import { Instant } from '../../ui/figures';
import { Drawing, PrintButton, PrintSheet } from '../../ui/print-sheet';
import { Unprintable, Waiting } from './print-states';
import { labelsQuery } from './queries';

/** The sheet that goes into the parcel. It names the sample only by its task number. */
export function PackingSlip({ id }: { id: string }) {
  const brand = useConfig()?.brand.name;
  const test = useQuery(testQuery(id));
  const labels = useQuery(labelsQuery(id));
  if (!test.data || !labels.data) {
    const failed = [test, labels].find((query) => query.isError);
    return failed ? <Unprintable id={id} query={failed} /> : <Waiting title="Packing slip" />;
  }
  const { request, sku, ship_to } = test.data;
  const lines: [string, string | null][] = [
    ['Test', sku.name],
    ['Compound', request.compound_name],
    ['Dosage', request.dosage_text],
    ['Manufacturer', request.manufacturer],
    ['Batch code', request.batch_code],
  ];
  return (
    <div className="grid gap-6">
      <BackLink to={`/dashboard/tests/${id}`}>{`Task #${request.task_number}`}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="display-2">Packing slip</h1>
          <p className="mt-2 text-ink-soft">Print it and put it into the parcel, beside the vial.</p>
        </div>
        <PrintButton>Print the slip</PrintButton>
      </div>
      <PrintSheet>
        <div className="grid gap-8">
          <div className="flex items-start justify-between gap-6 border-current border-b-2 pb-5">
            <div>
              <p className="font-medium">{brand}</p>
              <p className="mt-4 text-sm">Task number</p>
              <p className="figures font-medium text-5xl leading-none sm:text-6xl">{request.task_number}</p>
            </div>
            <Drawing
              svg={labels.data.qr_svg}
              label={`QR code of task ${request.task_number}`}
              className="-m-2 size-32 sm:size-36"
            />
          </div>
          <div className="grid gap-8 sm:grid-cols-2">
            <div>
              <p className="text-sm">Send to</p>
              <address className="mt-1 whitespace-pre-line text-lg not-italic leading-snug">
                {`${ship_to.name}\n${ship_to.address}`}
              </address>
            </div>
            <Drawing
              svg={labels.data.code128_svg}
              label={`Bar code of task ${request.task_number}`}
              className="h-16 w-60 max-w-full self-end sm:justify-self-end"
            />
          </div>
          <dl className="grid gap-x-8 border-current/30 border-t">
            {lines.map(([label, value]) =>
              value ? (
                <div
                  key={label}
                  className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4 border-current/30 border-b py-2"
                >
                  <dt className="text-sm">{label}</dt>
                  <dd className="break-words font-medium">{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
          <div>
            <p className="font-medium">In this parcel</p>
            <ul className="mt-2 grid gap-2">
              {[
                sku.sample_requirement,
                `The task number ${request.task_number} on each vial, by label or by hand`,
                'This slip',
              ].map((line) => (
                <li key={line} className="flex items-start gap-3">
                  <span aria-hidden="true" className="mt-[0.2em] size-4 shrink-0 border-2 border-current" />
                  {line}
                </li>
              ))}
            </ul>
          </div>
          <p className="text-sm">
            Ordered <Instant at={request.created_at} />. Nobody needs the unique key to receive this sample:
            do not write it on the parcel.
          </p>
        </div>
      </PrintSheet>
    </div>
  );
}
