import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** Asks before somebody gives up a seat. */
export default function LeaveDialog({
  busy,
  refusal,
  onLeave,
  onClose,
}: {
  busy: boolean;
  refusal: string | null;
  onLeave: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Leave the group?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Stay in the group
          </Button>
          <Button variant="danger" busy={busy} onClick={onLeave}>
            Leave the group
          </Button>
        </>
      }
    >
      <p>
        Your seat becomes free for somebody else, and an agreement to cover the gap ends with it. Nothing was
        charged. You can join again while seats are free.
      </p>
      {refusal ? <p className="mt-3 text-bad text-sm">{refusal}</p> : null}
    </Dialog>
  );
}
