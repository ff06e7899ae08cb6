import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/inputs';
import type { GroupAction } from './use-group-action';

/** Offers to send the vial, with a note to the organizer. */
export default function VolunteerDialog({
  id,
  action,
  onClose,
}: {
  id: string;
  action: GroupAction;
  onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const busy = action.running === 'volunteer';
  const offer = () =>
    action.run(
      'volunteer',
      () => parseResponse(api['group-tests'][':id'].volunteer.$post({ param: { id }, json: { note } })),
      'Failed to volunteer. Please try again.',
      onClose,
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Volunteer a vial"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button busy={busy} onClick={offer}>
            {busy ? 'Sending…' : 'Volunteer vial'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          If the organizer chooses you, you send the vial once everything is paid. Shipping and the cost of
          the vial are owed to you when the laboratory has it.
        </p>
        <TextArea
          label="Note"
          optional
          rows={3}
          maxLength={1000}
          help="What you have: maker, batch, how it was stored. Everybody who sees the group can read it."
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {action.refusal ? <p className="text-bad text-sm">{action.refusal}</p> : null}
      </div>
    </Dialog>
  );
}
