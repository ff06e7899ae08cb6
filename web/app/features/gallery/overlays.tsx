import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SidePanel } from '../../ui/side-panel';
import { notify } from '../../ui/toast';

/** What comes in front of the page. */
export function Overlays() {
  const [open, setOpen] = useState(false);
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
      <Dialog
        open={open}
        onClose={close}
        title="Cancel this order?"
        actions={<Button onClick={close}>Close</Button>}
      >
        The draft and everything typed into it is lost.
      </Dialog>
      <SidePanel id="panel" label="Side panel">
        <p className="py-8">Escape, or a click beside it, closes it.</p>
      </SidePanel>
    </div>
  );
}
