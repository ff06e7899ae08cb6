import type { GroupDetail, GroupMember } from '@vialproof/contract/group-tests';
import { lazy, Suspense } from 'react';
import { Badge } from '../../ui/status-badge';
import { PersonName } from './person-name';
import type { GroupAction } from './use-group-action';
import { isOver } from './words';

// Only organizers need this code.
const VolunteerDecision = lazy(() => import('./volunteer-decision'));

/** All present and former members of a group, by their display names. */
export function Members({ members }: { members: GroupMember[] }) {
  if (members.length === 0) return <p className="text-ink-soft">Nobody has joined yet.</p>;
  return (
    <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
      {members.map((member) => (
        <li
          key={`${member.display_name} ${member.joined_at}`}
          className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-rule border-b py-2"
        >
          <span className={`wrap-anywhere min-w-0 ${member.status === 'left' ? 'text-ink-soft' : ''}`}>
            <PersonName name={member.display_name} isStaff={member.is_staff} />
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

const outcomeWords = { sent: 'SENT THE VIAL', not_needed: 'NOT NEEDED' } as const;
const tones = { requested: 'wait', approved: 'good', rejected: 'plain' } as const;

/** The people who offered to send the vial. The organizer decides which person sends it. */
export function Volunteers({
  group,
  onDecide,
}: {
  group: GroupDetail;
  onDecide?: { id: string; action: GroupAction } | undefined;
}) {
  const { test, volunteers, viewer } = group;
  return (
    <>
      {isOver(test) ? null : (
        <p className="max-w-prose text-ink-soft text-sm">
          The vial comes from the volunteer whom the organizer chose, else from the organizer.
        </p>
      )}
      {volunteers.length === 0 ? (
        <p className="text-ink-soft">
          {isOver(test) ? 'Nobody offered a vial.' : 'Nobody has offered a vial yet.'}
        </p>
      ) : (
        <ul className="grid grid-cols-1">
          {volunteers.map((volunteer) => (
            <li key={volunteer.id} className="grid grid-cols-1 gap-2 border-rule border-b py-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="wrap-anywhere min-w-0 font-medium">
                  <PersonName name={volunteer.display_name} isStaff={volunteer.is_staff} />
                </span>
                <span className="flex flex-wrap gap-1.5">
                  {volunteer.outcome ? (
                    <Badge tone={volunteer.outcome === 'sent' ? 'good' : 'plain'}>
                      {outcomeWords[volunteer.outcome]}
                    </Badge>
                  ) : (
                    <>
                      {volunteer.is_sender ? <Badge tone="good">SENDS THE VIAL</Badge> : null}
                      <Badge tone={tones[volunteer.status]}>{volunteer.status.toUpperCase()}</Badge>
                    </>
                  )}
                </span>
              </div>
              {volunteer.note ? (
                <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-soft text-sm">
                  {volunteer.note}
                </p>
              ) : null}
              {onDecide ? (
                <Suspense>
                  <VolunteerDecision
                    {...onDecide}
                    volunteer={volunteer}
                    isPaid={test.phase === 'testing'}
                    isOrganizer={viewer?.is_organizer === true}
                  />
                </Suspense>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
