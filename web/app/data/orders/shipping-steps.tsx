import type { MyTestDetail } from '@vialproof/contract/orders';
import { Printer } from 'lucide-react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';

/** Steps for the customer: the content of the parcel, the task number to write on it, and the laboratory's address. */
export function ShippingSteps({
  detail: { request, sku, ship_to },
}: {
  detail: Pick<MyTestDetail, 'request' | 'sku' | 'ship_to'>;
}) {
  const address = `${ship_to.name}\n${ship_to.address}`;
  return (
    <>
      <ol className="grid max-w-prose grid-cols-1 list-decimal gap-3 pl-5 marker:text-ink-soft">
        <li>
          Pack the sample: <strong className="font-medium">{sku.sample_requirement}</strong>.
        </li>
        <li>
          Put the task number in the package:{' '}
          <span className="inline-flex items-center gap-1 whitespace-nowrap">
            <strong className="figures font-medium text-lg">{request.task_number}</strong>
            <CopyButton text={String(request.task_number)} label="Copy task number" />
          </span>{' '}
          Without it the laboratory cannot tell whose sample it is.
        </li>
        <li>
          Send it to
          <div className="mt-2 flex items-start justify-between gap-4 rounded-sm border border-rule bg-sheet p-4">
            <address className="wrap-anywhere min-w-0 whitespace-pre-line not-italic">{address}</address>
            <CopyButton text={address} label="Copy address" />
          </div>
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button
          to={`/dashboard/tests/${request.id}/packing-slip`}
          variant="secondary"
          icon={<Printer aria-hidden="true" className="size-4" />}
        >
          Packing slip
        </Button>
        <Button
          to={`/dashboard/tests/${request.id}/label`}
          variant="secondary"
          icon={<Printer aria-hidden="true" className="size-4" />}
        >
          Vial label
        </Button>
      </div>
    </>
  );
}
