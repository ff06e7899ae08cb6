import type { Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type GroupMoves, termsOf } from './group-tests.moves.ts';
import { isUnlocked, mostIfAgreed, TAKEN_PAY_MS } from './group-tests.rules.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import { isLive } from './seats.rules.ts';
import type { SeatsStore } from './seats.store.ts';

/** Joining, leaving and agreeing, each in the transaction that holds the group. */
export function groupSeats({ clock }: Platform, groups: GroupsStore, seats: SeatsStore, moves: GroupMoves) {
  /** More than somebody was shown is not what they agreed to. */
  const above = (cents: number, shownCents: number | undefined): Refusal | undefined =>
    shownCents !== undefined && cents > shownCents
      ? refuse('price_changed', undefined, { amount_cents: cents })
      : undefined;

  /** Takes the first share that was dropped, with a day to pay it; false when there is none. */
  async function takeShare(
    tx: Tx,
    row: GroupRow,
    holderId: string,
    shownCents: number | undefined,
  ): Promise<boolean | Refusal> {
    const [open] = (await seats.liveShares(tx, row.id)).filter(({ status }) => status === 'open');
    if (!open) return false;
    const refused = above(open.amountCents, shownCents);
    if (refused) return refused;
    const now = clock.now();
    const payBy = new Date(now.getTime() + TAKEN_PAY_MS);
    await seats.updateShare(tx, open.id, { status: 'due', holderId, payBy, updatedAt: now });
    return true;
  }

  async function join(
    tx: Tx,
    row: GroupRow,
    viewer: Viewer,
    shownCents?: number,
  ): Promise<undefined | Refusal> {
    const member = await seats.member(tx, row.id, viewer.id);
    if (member?.state === 'joined') return refuse('already_joined');
    if (isUnlocked(row.state)) {
      if (row.joinedCount >= row.targetSeats) return refuse('group_full');
      await seats.seat(tx, row.id, viewer.id, clock.now());
      const joined = await groups.update(tx, row.id, {
        joinedCount: row.joinedCount + 1,
        updatedAt: clock.now(),
      });
      await moves.tell(tx, joined, 'joined', { actorId: viewer.id });
      const isFull = joined.joinedCount === joined.targetSeats;
      const isFilled = joined.state === 'gap' && joined.joinedCount >= joined.minSeats;
      if (!isFull && !isFilled) return undefined;
      const locked = await moves.lock(tx, joined, await moves.divisionOf(tx, joined, false), null);
      return isRefusal(locked) ? locked : undefined;
    }
    const isTaken = row.state === 'short' && (await takeShare(tx, row, viewer.id, shownCents));
    if (isRefusal(isTaken)) return isTaken;
    if (!isTaken) {
      return refuse(row.joinedCount >= row.targetSeats ? 'group_full' : 'group_locked');
    }
    await seats.seat(tx, row.id, viewer.id, clock.now());
    const taken = await groups.update(tx, row.id, {
      joinedCount: row.joinedCount + 1,
      updatedAt: clock.now(),
    });
    await moves.tell(tx, taken, 'share_taken', { actorId: viewer.id, recipients: [viewer.id] });
    return undefined;
  }

  async function leave(tx: Tx, row: GroupRow, viewer: Viewer): Promise<undefined | Refusal> {
    const member = await seats.member(tx, row.id, viewer.id);
    if (member?.state !== 'joined') return refuse('not_a_member');
    if (!isUnlocked(row.state)) return refuse('group_locked');
    await removeMember(tx, row, viewer.id);
    return undefined;
  }

  /** Takes somebody off the list of an unlocked group. */
  async function removeMember(tx: Tx, row: GroupRow, userId: string): Promise<void> {
    await seats.updateMember(tx, row.id, userId, { state: 'left', leftAt: clock.now(), agreedCents: null });
    const left = await groups.update(tx, row.id, {
      joinedCount: row.joinedCount - 1,
      updatedAt: clock.now(),
    });
    await moves.tell(tx, left, 'left', { actorId: userId });
  }

  async function agree(
    tx: Tx,
    row: GroupRow,
    viewer: Viewer,
    shownCents?: number,
  ): Promise<undefined | Refusal> {
    const member = await seats.member(tx, row.id, viewer.id);
    if (member?.state !== 'joined') return refuse('not_a_member');
    if (isUnlocked(row.state)) {
      const { cost, min } = termsOf(row);
      if (row.joinedCount >= min) return refuse('no_gap');
      const agreedCents = mostIfAgreed(cost, min, row.joinedCount);
      const refused = above(agreedCents, shownCents);
      if (refused) return refused;
      await seats.updateMember(tx, row.id, viewer.id, { agreedCents });
      await groups.update(tx, row.id, { updatedAt: clock.now() });
      await moves.tell(tx, row, 'agreed', { actorId: viewer.id });
      return undefined;
    }
    if (row.state !== 'short') return refuse('group_locked');
    const own = (await seats.liveShares(tx, row.id)).filter(({ holderId }) => holderId === viewer.id);
    if (own.some(({ status }) => status === 'due')) return refuse('no_gap', 'Pay your own share first.');
    if (!own.some(({ status }) => status === 'paid')) return refuse('not_a_member');
    const isTaken = await takeShare(tx, row, viewer.id, shownCents);
    if (isRefusal(isTaken)) return isTaken;
    if (!isTaken) return refuse('no_gap');
    await groups.update(tx, row.id, { updatedAt: clock.now() });
    await moves.tell(tx, row, 'share_taken', { actorId: viewer.id, recipients: [viewer.id] });
    return undefined;
  }

  return {
    join,
    leave,
    agree,
    removeMember,

    /** Whether somebody holds a share that counts. */
    async isStillIn(tx: Tx, groupId: string, userId: string): Promise<boolean> {
      const shares = await seats.shares(groupId, tx);
      return shares.some((share) => isLive(share) && share.holderId === userId);
    },
  };
}
export type GroupSeats = ReturnType<typeof groupSeats>;
