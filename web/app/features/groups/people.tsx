import type { GroupMember, GroupVolunteer } from '@vialproof/contract/group-tests';
import { api } from '../../lib/api';
import { read } from '../../lib/client';
import { Button } from '../../ui/button';
import { Badge } from '../../ui/status-badge';
import type { GroupAction } from './use-group-action';

/** Everybody who is or was in the group, by display name. */
export function Members({ members }: { members: GroupMember[] }) {
  if (members.length === 0) return <p className="text-ink-soft">Nobody has joined yet.</p>;
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2">
      {members.map((member) => (
        <li
          key={`${member.display_name} ${member.joined_at}`}
          className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-rule border-b py-2"
        >
          <span className={`min-w-0 break-words ${member.status === 'left' ? 'text-ink-soft' : ''}`}>
            {member.display_name}
          </span>
          <span className="flex flex-wrap gap-1.5">
            {member.is_organizer ? <Badge>ORGANIZER</Badge> : null}
            {member.agree_cover_gap ? <Badge tone="good">COVERS GAP</Badge> : null}
            <Badge tone={member.status === 'joined' ? 'good' : 'plain'}>{member.status.toUpperCase()}</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}

const tones = { requested: 'wait', approved: 'good', rejected: 'plain' } as const;

/** Who offered to send the vial; the organizer decides. */
export function Volunteers({
  volunteers,
  onDecide,
}: {
  volunteers: GroupVolunteer[];
  onDecide?: { id: string; action: GroupAction } | undefined;
}) {
  if (volunteers.length === 0) return <p className="text-ink-soft">Nobody has offered a vial yet.</p>;
  const decide = (volunteer: GroupVolunteer, status: 'approved' | 'rejected', sender?: boolean) => {
    if (!onDecide) return;
    const { id, action } = onDecide;
    action.run(`decide ${volunteer.id}`, () =>
      read(
        api['group-tests'][':id'].volunteers[':volunteer_id'].$post({
          param: { id, volunteer_id: volunteer.id },
          json: { status, ...(sender === undefined ? {} : { sender }) },
        }),
      ),
    );
  };
  return (
    <ul className="grid">
      {volunteers.map((volunteer) => (
        <li key={volunteer.id} className="grid gap-2 border-rule border-b py-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 break-words font-medium">{volunteer.display_name}</span>
            <span className="flex gap-1.5">
              {volunteer.is_sender ? <Badge tone="good">SENDS THE VIAL</Badge> : null}
              <Badge tone={tones[volunteer.status]}>{volunteer.status.toUpperCase()}</Badge>
            </span>
          </div>
          {volunteer.note ? (
            <p className="whitespace-pre-line break-words text-ink-soft text-sm">{volunteer.note}</p>
          ) : null}
          {onDecide ? (
            <div className="flex flex-wrap gap-2">
              {volunteer.status === 'approved' ? null : (
                <Button size="small" variant="secondary" onClick={() => decide(volunteer, 'approved')}>
                  Approve
                </Button>
              )}
              {volunteer.is_sender ? null : (
                <Button size="small" variant="secondary" onClick={() => decide(volunteer, 'approved', true)}>
                  Choose as sender
                </Button>
              )}
              {volunteer.status === 'rejected' ? null : (
                <Button size="small" variant="quiet" onClick={() => decide(volunteer, 'rejected')}>
                  Reject
                </Button>
              )}
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
