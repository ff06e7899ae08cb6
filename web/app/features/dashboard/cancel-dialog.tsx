import { useMutation } from '@tanstack/react-query';
import type { TestRequest } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { formatMoney } from '../../lib/money';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FieldError } from '../../ui/field';
import { notify } from '../../ui/toast';

/** Asks before cancelling, and names what is lost and what comes back. */
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
    <Dialog
      open={open}
      onClose={onClose}
      title={`Cancel task #${request.task_number}?`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep the order
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {cancel.isPending ? 'Cancelling…' : 'Cancel the order'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          The order ends for good. Its task number and key will no longer verify anything, and it cannot be
          taken up again.
        </p>
        {paid ? (
          <>
            <p>
              You get the full{' '}
              <strong className="font-medium">{formatMoney(request.final_price_cents)}</strong> back, to where
              it was paid from.
            </p>
            <p>
              If the vial is already in the mail, the laboratory does not test it: it is kept for 30 days and
              then destroyed.
            </p>
          </>
        ) : (
          <p>Nothing has been paid. A payment that is already on its way is sent back.</p>
        )}
        <div role="alert" className="empty:hidden">
          {cancel.error ? <FieldError>{cancel.error.message}</FieldError> : null}
        </div>
      </div>
    </Dialog>
  );
}
