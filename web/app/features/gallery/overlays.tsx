import { useState } from 'react';
import { Button } from '../../ui/button';
import { Toggle } from '../../ui/choices';
import { Dialog, SidePanel } from '../../ui/dialog';
import { notify } from '../../ui/toast';

/** What comes in front of the page. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'panel' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('panel')}>
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
        open={open === 'dialog'}
        onClose={close}
        title="Cancel this order?"
        actions={<Button onClick={close}>Close</Button>}
      >
        The draft and everything typed into it is lost.
      </Dialog>
      <SidePanel
        open={open === 'panel'}
        onClose={close}
        title="Filters"
        actions={<Button onClick={close}>Apply</Button>}
      >
        <Toggle>Only Public</Toggle>
      </SidePanel>
    </div>
  );
}
