import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextArea } from '../../ui/inputs';
import type { GroupAction } from './use-group-action';

/**
 * A person offers to send the vial, with a note to the organizer. `sender`: who sends it so far, once the shares are
 * fixed.
 */
export default function VolunteerDialog({
  id,
  action,
  sender,
  onClose,
}: {
  id: string;
  action: GroupAction;
  sender?: string;
  onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const offer = () =>
    action.run(
      'volunteer',
      () => parseResponse(api['group-tests'][':id'].volunteer.$post({ param: { id }, json: { note } })),
      'Failed to volunteer. Please try again.',
      onClose,
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Volunteer a vial"
      back="Not now"
      action="Volunteer vial"
      busyAction="Sending…"
      step={action.step('volunteer')}
      onConfirm={offer}
    >
      <p className="wrap-anywhere">
        {sender === undefined
          ? 'If the organizer chooses you, you send the vial once everything is paid. Shipping and the cost of the vial are owed to you when the laboratory has it.'
          : `${sender} sends the vial. If the organizer chooses you, you send it instead, and shipping and the cost of the vial are owed to you when the laboratory has it.`}
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
    </ConfirmDialog>
  );
}
