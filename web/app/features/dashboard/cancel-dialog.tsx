import { useMutation } from '@tanstack/react-query';
import type { TestRequest } from '@vialproof/contract/orders';
import { formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toast';

/** Asks before an order is cancelled, and shows what is lost and what is refunded. */
export function CancelDialog({
  request,
  open,
  onClose,
  onCancelled,
}: {
  request: TestRequest;
  open: boolean;
  onClose: () => void;
  onCancelled: () => void;
}) {
  const cancel = useMutation({
    mutationFn: () => parseResponse(api.orders[':id'].cancel.$post({ param: { id: request.id } })),
    onSuccess: () => {
      notify.success('Order cancelled.');
      onCancelled();
    },
  });
  const paid = request.paid_at !== null;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Cancel task #${request.task_number}?`}
      back="Keep the order"
      action="Cancel the order"
      busyAction="Cancelling…"
      danger
      step={cancel}
      onConfirm={() => cancel.mutate()}
    >
      <p>
        The order ends for good. Its task number and key will no longer verify anything, and it cannot be
        taken up again.
      </p>
      {paid ? (
        <>
          <p>
            You get the full <strong className="font-medium">{formatMoney(request.final_price_cents)}</strong>{' '}
            back, to where it was paid from.
          </p>
          <p>
            If the vial is already in the mail, the laboratory does not test it: it is kept for 30 days and
            then destroyed.
          </p>
        </>
      ) : (
        <p>Nothing has been paid. A payment that is already on its way is sent back.</p>
      )}
    </ConfirmDialog>
  );
}
