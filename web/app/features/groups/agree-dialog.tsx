import { formatMoney } from '../../lib/money';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** Asks before somebody agrees to pay more, naming the most that it can come to. */
export default function AgreeDialog({
  mostCents,
  busy,
  refusal,
  onAgree,
  onClose,
}: {
  mostCents: number;
  busy: boolean;
  refusal: string | null;
  onAgree: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Agree to cover the gap?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button busy={busy} onClick={onAgree}>
            Agree up to {formatMoney(mostCents)}
          </Button>
        </>
      }
    >
      <p>
        You would pay <strong className="font-medium">{formatMoney(mostCents)}</strong> at the very most: if
        nobody else joins and nobody else agrees. Each further member and each further agreement makes it
        less. You are never asked for more than this.
      </p>
      {refusal ? <p className="mt-3 text-bad text-sm">{refusal}</p> : null}
    </Dialog>
  );
}
