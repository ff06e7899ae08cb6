import type { GroupVolunteer } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import type { GroupAction } from './use-group-action';

/** The organizer's answers to a person who offers to send the vial of the group `id`. */
export default function VolunteerDecision({
  id,
  action,
  volunteer,
}: {
  id: string;
  action: GroupAction;
  volunteer: GroupVolunteer;
}) {
  const decide = (status: 'approved' | 'rejected', sender?: boolean) =>
    action.run(`decide ${volunteer.id}`, () =>
      parseResponse(
        api['group-tests'][':id'].volunteers[':volunteer_id'].$post({
          param: { id, volunteer_id: volunteer.id },
          json: { status, ...(sender === undefined ? {} : { sender }) },
        }),
      ),
    );
  return (
    <div className="flex flex-wrap gap-2">
      {volunteer.status === 'approved' ? null : (
        <Button size="small" variant="secondary" onClick={() => decide('approved')}>
          Approve
        </Button>
      )}
      {volunteer.is_sender ? null : (
        <Button size="small" variant="secondary" onClick={() => decide('approved', true)}>
          Choose as sender
        </Button>
      )}
      {volunteer.status === 'rejected' ? null : (
        <Button size="small" variant="quiet" onClick={() => decide('rejected')}>
          Reject
        </Button>
      )}
    </div>
  );
}
