import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { recordEvent, recordOrganizerSends } from '../group-tests.transitions.ts';
import { awaitsVial } from '../rules/states.ts';
import { clearSender, listVolunteers, updateVolunteer } from '../volunteers.store.ts';
import { changeManagedGroup } from './change-group.ts';

/** `sender`: whether this person sends the vial. Undefined: no change. */
type Decision = { status: 'approved' | 'rejected'; sender?: boolean | undefined };

/**
 * Accepts or refuses an offer to send the vial, or chooses the sender. Refusals: `forbidden`, `own_order`, `not_found`,
 * `wrong_state`.
 */
export const decideVolunteer = (
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  volunteerId: string,
  decision: Decision,
): Promise<GroupDetail | Refusal> =>
  changeManagedGroup(ctx, viewer, id, (tx, row) => decide(ctx, tx, row, volunteerId, decision));

async function decide(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  volunteerId: string,
  { status, sender }: Decision,
): Promise<undefined | Refusal> {
  const volunteers = await listVolunteers(tx, row.id);
  const volunteer = volunteers.find(({ id }) => id === volunteerId);
  if (!volunteer) return refuse('not_found');
  if (!awaitsVial(row)) return refuse('wrong_state');
  const isSender = status === 'approved' && (sender ?? volunteer.isSender);
  if (isSender) await clearSender(tx, row.id);
  await updateVolunteer(tx, volunteer.id, { status, isSender });
  const actorId = volunteer.userId;
  const recipients = [actorId];
  if (volunteer.status !== status) {
    const kind = status === 'approved' ? 'volunteer_approved' : 'volunteer_rejected';
    await recordEvent(ctx, tx, row, kind, { actorId, recipients });
  }
  if (volunteer.isSender && !isSender) {
    if (status === 'approved') await recordEvent(ctx, tx, row, 'sender_released', { actorId, recipients });
    await recordOrganizerSends(ctx, tx, row);
  }
  if (!isSender || volunteer.isSender) return undefined;
  await recordEvent(ctx, tx, row, 'sender_chosen', { actorId, recipients });
  const before = volunteers.find((each) => each.isSender)?.userId;
  if (before) await recordEvent(ctx, tx, row, 'sender_released', { actorId: before, recipients: [before] });
  return undefined;
}
