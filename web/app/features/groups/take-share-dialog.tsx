import type { GroupViewer } from '@vialproof/contract/group-tests';
import { formatMoney } from '../../lib/money';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** Asks before somebody takes a share that was not paid, naming what it costs and until when. */
export default function TakeShareDialog({
  cents,
  viewer,
  busy,
  refusal,
  onTake,
  onClose,
}: {
  cents: number;
  viewer: GroupViewer;
  busy: boolean;
  refusal: string | null;
  onTake: () => void;
  onClose: () => void;
}) {
  const paidCents = viewer.shares.reduce(
    (sum, { status, amount_cents: paid }) => sum + (status === 'paid' ? paid : 0),
    0,
  );
  const amount = <strong className="font-medium">{formatMoney(cents)}</strong>;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Take the open share?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button busy={busy} onClick={onTake}>
            Agree to pay {formatMoney(cents)}
          </Button>
        </>
      }
    >
      <p>
        You agree to pay {amount} within 24 hours
        {paidCents > 0 ? <>, in addition to the {formatMoney(paidCents)} that you paid</> : null}.
      </p>
      <p className="mt-3">
        Nothing is charged by itself: you pay by card or crypto on the next step. If you do not pay in time,
        the share goes to somebody else.
      </p>
      {refusal ? <p className="mt-3 text-bad text-sm">{refusal}</p> : null}
    </Dialog>
  );
}
