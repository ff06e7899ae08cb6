import { randomUUID } from 'node:crypto';
import type { CreateGroupBody, GroupDetail, NewGroup } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { GroupEnding } from './group-tests.ending.ts';
import { type GroupMoves, joinedOf } from './group-tests.moves.ts';
import { isInvolved, isUnlocked, takesOffers } from './group-tests.rules.ts';
import type { GroupStep } from './group-tests.step.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import type { SeatsStore } from './seats.store.ts';

const CREATIONS = { points: 20, seconds: 86_400 };
const MESSAGES = { points: 10, seconds: 86_400 };
/** A deadline so far ahead is a slip. */
const FURTHEST_DEADLINE_MS = 366 * 86_400_000;

type Deps = {
  platform: Platform;
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  ending: GroupEnding;
  step: GroupStep;
  catalog: Catalog;
};

/** What an organizer does with a group; an admin may do the same. */
export function groupOrganizing({ platform, groups, seats, moves, ending, step, catalog }: Deps) {
  const { clock, limits } = platform;
  const { shippingMaxCents, vialMaxCents } = platform.config.groups;
  const mostOf = [
    ['est_shipping_cents', shippingMaxCents],
    ['est_vial_cost_cents', vialMaxCents],
  ] as const;

  /** The organizer, and an admin who is not in the group. Refuses forbidden, own_order. */
  async function mayManage(viewer: Viewer, row: GroupRow, tx?: Tx): Promise<undefined | Refusal> {
    if (viewer.id === row.organizerId) return undefined;
    if (viewer.role !== 'admin') return refuse('forbidden', 'Only the organizer can do this.');
    const members = await seats.members(row.id, tx);
    return isInvolved(viewer.id, members, await groups.volunteers(row.id, tx))
      ? refuse('own_order', 'Staff do not handle a group that they are in.')
      : undefined;
  }

  return {
    /** Begins a group. Refuses sku_not_sold, and invalid_fields for what only the catalog and the clock can tell. */
    async create(tx: Tx, viewer: Viewer, ask: NewGroup): Promise<{ id: string } | Refusal> {
      const sku = (await catalog.list(tx)).find(({ slug }) => slug === ask.test_type);
      if (!sku) return refuse('sku_not_sold');
      const now = clock.now();
      const deadlineAt = new Date(ask.deadline_at);
      const errors: { path: keyof CreateGroupBody; message: string }[] = [];
      if (deadlineAt <= now)
        errors.push({ path: 'deadline_at', message: 'The deadline must be in the future.' });
      if (deadlineAt.getTime() - now.getTime() > FURTHEST_DEADLINE_MS) {
        errors.push({ path: 'deadline_at', message: 'The deadline can be a year ahead at most.' });
      }
      if (ask.est_test_cost_cents < sku.base_price_cents) {
        const price = (sku.base_price_cents / 100).toFixed(2);
        errors.push({ path: 'est_test_cost_cents', message: `This test costs $${price}.` });
      }
      for (const [path, most] of mostOf) {
        if (ask[path] > most)
          errors.push({ path, message: `This can be $${(most / 100).toFixed(2)} at most.` });
      }
      if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
      const refused = await limits.take('group-create', viewer.id, CREATIONS);
      if (refused) return refused;
      const row = await groups.insert(tx, {
        id: randomUUID(),
        organizerId: viewer.id,
        title: ask.title,
        description: ask.description,
        skuId: sku.id,
        deadlineAt,
        minSeats: ask.min_participants,
        targetSeats: ask.target_participants,
        testCents: ask.est_test_cost_cents,
        shippingCents: ask.est_shipping_cents,
        vialCents: ask.est_vial_cost_cents,
        isPublic: ask.is_public,
        state: 'open',
        createdAt: now,
        updatedAt: now,
      });
      await moves.tell(tx, row, 'created', { actorId: viewer.id });
      await moves.callAt(tx, row.id, deadlineAt);
      return { id: row.id };
    },

    /** Approves or rejects an offer, or chooses the sender; until the laboratory has the vial. */
    decide: (
      viewer: Viewer,
      id: string,
      volunteerId: string,
      decision: { status: 'approved' | 'rejected'; sender?: boolean | undefined },
    ) =>
      step.take(viewer, id, async (tx, row) => {
        const hidden = await mayManage(viewer, row, tx);
        if (hidden) return hidden;
        const offers = await groups.volunteers(id, tx);
        const offer = offers.find((each) => each.id === volunteerId);
        if (!offer) return refuse('not_found');
        if (!takesOffers(row)) return refuse('wrong_state');
        const isSender = decision.status === 'approved' && (decision.sender ?? offer.isSender);
        if (isSender) await groups.clearSender(tx, id);
        await groups.updateVolunteer(tx, offer.id, { status: decision.status, isSender });
        const actorId = offer.userId;
        const recipients = [actorId];
        if (offer.status !== decision.status) {
          const kind = decision.status === 'approved' ? 'volunteer_approved' : 'volunteer_rejected';
          await moves.tell(tx, row, kind, { actorId, recipients });
        }
        if (offer.isSender && !isSender) {
          if (decision.status === 'approved')
            await moves.tell(tx, row, 'sender_released', { actorId, recipients });
          await moves.vialFallsToOrganizer(tx, row);
        }
        if (!isSender || offer.isSender) return undefined;
        await moves.tell(tx, row, 'sender_chosen', { actorId, recipients });
        const before = offers.find((each) => each.isSender)?.userId;
        if (before) await moves.tell(tx, row, 'sender_released', { actorId: before, recipients: [before] });
        return undefined;
      }),

    /** Locks before the deadline, or settles a gap. Refuses too_few_members, group_locked. */
    finalise: (viewer: Viewer, id: string) =>
      step.take(viewer, id, async (tx, row) => {
        const hidden = await mayManage(viewer, row, tx);
        if (hidden) return hidden;
        if (!isUnlocked(row.state)) return refuse('group_locked');
        const division = await moves.divisionOf(tx, row, row.state === 'gap');
        if (division.shares.length === 0) return refuse('too_few_members');
        const locked = await moves.lock(tx, row, division, viewer.id);
        return isRefusal(locked) ? locked : undefined;
      }),

    cancel: (viewer: Viewer, id: string) =>
      step.take(
        viewer,
        id,
        async (tx, row) => (await mayManage(viewer, row, tx)) ?? ending.cancel(tx, row, viewer),
      ),

    /** A message of the organizer to the members, by mail and on the page. */
    async message(viewer: Viewer, id: string, text: string): Promise<GroupDetail | Refusal> {
      const known = await step.find(id);
      if (isRefusal(known)) return known;
      const refused =
        (await mayManage(viewer, known)) ?? (await limits.take('group-message', viewer.id, MESSAGES));
      if (refused) return refused;
      return step.take(viewer, id, async (tx, row) => {
        const members = joinedOf(await seats.members(id, tx)).map(({ userId }) => userId);
        const recipients = members.filter((userId) => userId !== viewer.id);
        await moves.tell(tx, row, 'message', { actorId: viewer.id, text, recipients });
        return undefined;
      });
    },
  };
}
