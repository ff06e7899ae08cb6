import { useState } from 'react';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Dialog } from '../../ui/dialog';
import { SidePanel } from '../../ui/side-panel';
import { notify } from '../../ui/toast';

/** What comes in front of the page. */
export function Overlays() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <Button variant="secondary" popoverTarget="panel">
        Side panel
      </Button>
      <Button variant="secondary" onClick={() => notify.success('Saved.')}>
        Success toast
      </Button>
      <Button variant="secondary" onClick={() => notify.error('Could not save.')}>
        Error toast
      </Button>
      <Button variant="secondary" onClick={() => notify.info('The result is withdrawn.')}>
        Plain toast
      </Button>
      <Button variant="secondary" onClick={() => notify.loading('Reading the file…', 'reading')}>
        Loading toast
      </Button>
      <Button variant="secondary" onClick={() => notify.dismiss('reading')}>
        Dismiss it
      </Button>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Confirm dialog
      </Button>
      {asking ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Cancel this order?"
          back="Keep the order"
          action="Cancel the order"
          danger
          step={{ isPending: false, error: 'It was sent a moment ago.' }}
          onConfirm={() => setAsking(false)}
        >
          <p>The order ends for good.</p>
        </ConfirmDialog>
      ) : null}
      <Dialog open={open} onClose={close} title="A dialog" actions={<Button onClick={close}>Close</Button>}>
        A small form, or something to read.
      </Dialog>
      <SidePanel id="panel" label="Side panel">
        <p className="py-8">Escape, or a click beside it, closes it.</p>
      </SidePanel>
    </div>
  );
}
