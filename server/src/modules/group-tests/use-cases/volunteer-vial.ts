import { randomUUID } from 'node:crypto';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { recordEvent } from '../group-tests.transitions.ts';
import { awaitsVial } from '../rules/states.ts';
import { saveVolunteer } from '../volunteers.store.ts';
import { changeGroup } from './change-group.ts';

const OFFERS = { points: 30, seconds: 3_600 };

/** Offers to send the vial. Refusals: `rate_limited`, `not_found`, `wrong_state`. */
export async function volunteerVial(
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  note: string,
): Promise<GroupDetail | Refusal> {
  const { clock, limits } = ctx.platform;
  const refused = await limits.take('group-volunteer', viewer.id, OFFERS);
  if (refused) return refused;
  return changeGroup(ctx, viewer, id, async (tx, row) => {
    if (!awaitsVial(row)) return refuse('wrong_state');
    const isFirst = await saveVolunteer(tx, {
      id: randomUUID(),
      groupId: id,
      userId: viewer.id,
      note,
      status: 'requested',
      createdAt: clock.now(),
    });
    // The organizer gets one mail about each person.
    const recipients = isFirst ? [row.organizerId] : [];
    await recordEvent(ctx, tx, row, 'volunteered', { actorId: viewer.id, recipients });
  });
}
