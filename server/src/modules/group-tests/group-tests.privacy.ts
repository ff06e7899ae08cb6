import type { Tx } from '../../platform/database.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import type { GroupMoves } from './group-tests.moves.ts';
import { type GroupState, isUnlocked, takesOffers } from './group-tests.rules.ts';
import type { GroupSeats } from './group-tests.seats.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import type { SeatsStore } from './seats.store.ts';

type Deps = {
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  seating: GroupSeats;
  end(tx: Tx, row: GroupRow, actorId: string | null): Promise<undefined | Refusal>;
};

const LOCKED: GroupState[] = ['collecting', 'short', 'testing'];

/** A locked share holds an account until the group is over; open groups are left, and those of one's own end. */
export function groupsPersonalPart({ groups, seats, moves, seating, end }: Deps): PrivacyPart {
  async function titlesOfLocked(userId: string): Promise<string[]> {
    const held = (await seats.sharesOf(userId)).filter(({ status }) => status === 'due' || status === 'paid');
    const organized = await groups.listOrganized(userId);
    const rows = [...organized, ...(await Promise.all(held.map(({ groupId }) => groups.find(groupId))))];
    const locked = rows.flatMap((row) => (row && LOCKED.includes(row.state) ? row.title : []));
    return [...new Set(locked)];
  }

  async function leave(tx: Tx, groupId: string, userId: string): Promise<void> {
    const row = await moves.within(tx, groupId);
    if (!row || !isUnlocked(row.state)) return;
    const member = await seats.member(tx, groupId, userId);
    if (member?.state === 'joined') await seating.removeMember(tx, row, userId);
    // Read again: leaving has counted.
    const now = row.organizerId === userId ? await moves.within(tx, groupId) : undefined;
    const ended = now && isUnlocked(now.state) ? await end(tx, now, null) : undefined;
    if (isRefusal(ended)) throw new Error(`group ${groupId} could not be ended: ${ended.code}`);
  }

  async function passOnVial(tx: Tx, groupId: string, userId: string): Promise<void> {
    const row = await moves.within(tx, groupId);
    if (!row || !takesOffers(row)) return;
    await moves.tell(tx, row, 'sender_released', { actorId: userId });
    await moves.vialFallsToOrganizer(tx, row);
  }

  return {
    name: 'group_tests',
    stays: 'Group tests that you paid for, with “Former member” in the place of your name.',

    async export(userId) {
      const [memberships, shares, organized] = await Promise.all([
        seats.membershipsOf(userId),
        seats.sharesOf(userId),
        groups.listOrganized(userId),
      ]);
      return {
        organized: organized.map(({ id, title, state, createdAt }) => ({ id, title, state, createdAt })),
        memberships: memberships.map(({ groupId, state, joinedAt, leftAt }) => ({
          group_id: groupId,
          state,
          joined_at: joinedAt,
          left_at: leftAt,
        })),
        shares: shares.map(({ groupId, amountCents, status }) => ({
          group_id: groupId,
          amount_cents: amountCents,
          status,
        })),
      };
    },

    blocksDeletion: async (userId) =>
      (await titlesOfLocked(userId)).map((title) => `The group “${title}” is locked and not over yet.`),

    async erase(tx, userId) {
      const ids = new Set<string>();
      for (const { groupId, state } of await seats.membershipsOf(userId, tx)) {
        if (state === 'joined') ids.add(groupId);
      }
      for (const { id } of await groups.listOrganized(userId, tx)) ids.add(id);
      for (const id of [...ids].sort()) await leave(tx, id, userId);
      const sentBy = await groups.listSentBy(tx, userId);
      await groups.forgetVolunteer(tx, userId);
      for (const id of sentBy) await passOnVial(tx, id, userId);
    },
  };
}
