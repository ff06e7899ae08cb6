import type { Tx } from '../../platform/database.ts';
import { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { createTopic } from '../../platform/topic.ts';
import {
  type Division,
  divide,
  finalCostPerUser,
  type GroupMove,
  PAY_MS,
  SUSPENDED_MS,
  stateAfter,
  type Terms,
} from './group-tests.rules.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow, MemberRow, VolunteerRow } from './group-tests.tables.ts';
import { newShare } from './seats.rules.ts';
import type { SeatsStore } from './seats.store.ts';

/** What happens in a group: words of its history, of mails and of the page. */
export type GroupEventKind =
  | GroupMove
  | 'created'
  | 'joined'
  | 'left'
  | 'agreed'
  | 'agreement_cleared'
  | 'share_taken'
  | 'share_paid'
  | 'payment_returned'
  | 'payment_problem'
  | 'payment_refunded'
  | 'volunteered'
  | 'volunteer_approved'
  | 'volunteer_rejected'
  | 'sender_chosen'
  | 'sender_released'
  | 'message'
  | 'reminder'
  | 'sample_received'
  | 'sample_refused'
  | 'amended'
  | 'paid_out';

/** Told inside the transaction of everything that happens in a group. */
export type GroupNews = {
  groupId: string;
  kind: GroupEventKind;
  /** Of the history row: stable, so that one mail goes out to each. */
  eventId: number;
  /** Who is to be written to. */
  recipients: string[];
};

/** Looks at a group in the moment when its time has come; the minute's job is for whatever this one misses. */
export const TIME_COMES = 'group-tests.time-comes';

export type Telling = { actorId?: string | null; text?: string | null; recipients?: string[] };

export const termsOf = (row: GroupRow): Terms => ({
  cost: row.testCents + row.shippingCents + row.vialCents,
  min: row.minSeats,
  target: row.targetSeats,
});

export const joinedOf = (members: MemberRow[]): MemberRow[] =>
  members.filter(({ state }) => state === 'joined');

/** Who offered a vial and was not turned down: they hear it when the group ends without one. */
export const waitingOf = (offers: VolunteerRow[]): string[] =>
  offers.filter(({ status }) => status !== 'rejected').map(({ userId }) => userId);

export type GroupMoves = ReturnType<typeof groupMoves>;

/**
 * The one way in which a group changes: its row locked, whatever time has brought about done first, each step by the
 * table of moves, with its history row and the word to whoever listens.
 */
export function groupMoves({ db, clock, jobs }: Platform, groups: GroupsStore, seats: SeatsStore) {
  const changed = createTopic<GroupNews>();
  const withLock = createKeyedMutex();

  async function tell(tx: Tx, row: GroupRow, kind: GroupEventKind, told: Telling = {}): Promise<void> {
    const eventId = await groups.insertEvent(tx, {
      groupId: row.id,
      at: clock.now(),
      actorId: told.actorId ?? null,
      kind,
      text: told.text ?? null,
    });
    await changed.publish(tx, {
      groupId: row.id,
      kind,
      eventId,
      recipients: [...new Set(told.recipients ?? [])],
    });
  }

  /** A vial that nobody else sends comes from the organizer, who has to hear of it. */
  const vialFallsToOrganizer = (tx: Tx, row: GroupRow): Promise<void> =>
    tell(tx, row, 'sender_chosen', { actorId: row.organizerId, recipients: [row.organizerId] });

  /** Takes the locked row one step; refuses `wrong_state` when the table has no such step. */
  async function move(
    tx: Tx,
    row: GroupRow,
    step: GroupMove,
    { change, ...told }: Telling & { change?: Partial<GroupRow> } = {},
  ): Promise<GroupRow | Refusal> {
    const state = stateAfter(row.state, step);
    if (!state) return refuse('wrong_state');
    const next = await groups.update(tx, row.id, { ...change, state, updatedAt: clock.now() });
    await tell(tx, next, step, told);
    return next;
  }

  async function clearAgreements(tx: Tx, row: GroupRow, ids: string[]): Promise<void> {
    for (const userId of ids) {
      await seats.updateMember(tx, row.id, userId, { agreedCents: null });
      await tell(tx, row, 'agreement_cleared', { actorId: userId });
    }
  }

  /** What a lock would make of the members who are in. */
  async function divisionOf(tx: Tx, row: GroupRow, mayCover: boolean): Promise<Division> {
    const joined = joinedOf(await seats.members(row.id, tx));
    const pledges = joined.map(({ userId, agreedCents }) => ({ id: userId, agreedCents }));
    return divide(termsOf(row), pledges, mayCover);
  }

  /** Freezes the shares: from here on they never change. */
  async function lock(
    tx: Tx,
    row: GroupRow,
    division: Division,
    actorId: string | null,
  ): Promise<GroupRow | Refusal> {
    const now = clock.now();
    const payBy = new Date(now.getTime() + PAY_MS);
    await clearAgreements(tx, row, division.cleared);
    // Enough are in: there is no gap that anybody would cover.
    if (division.shares.length >= row.minSeats) await seats.forgetAgreements(tx, row.id);
    await seats.insertShares(
      tx,
      division.shares.map(({ id, cents }, place) =>
        newShare({ groupId: row.id, seat: place + 1, holderId: id, amountCents: cents, payBy, now }),
      ),
    );
    return move(tx, row, 'locked', {
      actorId,
      recipients: [row.organizerId, ...division.shares.map(({ id }) => id)],
      change: {
        lockedAt: now,
        payBy,
        suspendedUntil: null,
        finalCents: finalCostPerUser(termsOf(row), division.shares.length),
      },
    });
  }

  /**
   * What time has brought about by now, as if each deadline had been kept to the moment: the lock or the gap at the
   * deadline, the lock or the end after the gap. Shares that were not paid are the jobs' business: they ask the provider.
   */
  async function catchUp(tx: Tx, row: GroupRow): Promise<GroupRow> {
    const now = clock.now();
    const isOver = (moment: Date | null) => moment !== null && moment <= now;
    let at = row;
    if (at.state === 'open' && isOver(at.deadlineAt)) {
      const division = await divisionOf(tx, at, true);
      if (division.shares.length > 0) return settled(await lock(tx, at, division, null));
      await clearAgreements(tx, at, division.cleared);
      const joined = joinedOf(await seats.members(at.id, tx));
      const suspendedUntil = new Date(at.deadlineAt.getTime() + SUSPENDED_MS);
      at = settled(
        await move(tx, at, 'gap_left', {
          recipients: [at.organizerId, ...joined.map(({ userId }) => userId)],
          change: { suspendedUntil },
        }),
      );
      await callAt(tx, at.id, suspendedUntil);
    }
    if (at.state === 'gap' && isOver(at.suspendedUntil)) {
      const division = await divisionOf(tx, at, true);
      if (division.shares.length > 0) return settled(await lock(tx, at, division, null));
      await clearAgreements(tx, at, division.cleared);
      const joined = joinedOf(await seats.members(at.id, tx));
      at = settled(
        await move(tx, at, 'given_up', {
          recipients: [
            at.organizerId,
            ...joined.map(({ userId }) => userId),
            ...waitingOf(await groups.volunteers(at.id, tx)),
          ],
          change: { suspendedUntil: null },
        }),
      );
    }
    return at;
  }

  const callAt = (tx: Tx, groupId: string, startAfter: Date): Promise<void> =>
    jobs.send(tx, TIME_COMES, { groupId }, { startAfter });

  async function withGroup<T>(
    id: string,
    work: (tx: Tx, row: GroupRow) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    for (;;) {
      const outcome = await db.transaction(async (tx) => {
        const row = await groups.findForUpdate(tx, id);
        if (!row) return refuse('not_found');
        const now = await catchUp(tx, row);
        // Committed by itself first, so that a refusal cannot undo it.
        if (now.state !== row.state) return { again: true as const };
        const done = await work(tx, row);
        return isRefusal(done) ? done : { done };
      });
      if (isRefusal(outcome)) return outcome;
      if ('done' in outcome) return outcome.done as T;
    }
  }

  return {
    changed,
    tell,
    vialFallsToOrganizer,
    move,
    lock,
    divisionOf,
    clearAgreements,
    callAt,

    /**
     * Locks the group, catches up with the clock, and works on it. What the clock brought about stays even when the
     * work is refused: it happened before.
     */
    withGroup: <T>(id: string, work: (tx: Tx, row: GroupRow) => Promise<T | Refusal>): Promise<T | Refusal> =>
      withLock(id, () => withGroup(id, work)),

    /** The same inside a transaction that somebody else began, with whatever time has brought about. */
    async within(tx: Tx, id: string): Promise<GroupRow | undefined> {
      const row = await groups.findForUpdate(tx, id);
      return row && catchUp(tx, row);
    },
  };
}

/** A step that the table must have: its absence is a fault of ours. */
function settled(row: GroupRow | Refusal): GroupRow {
  if (isRefusal(row)) throw new Error(`a group could not take the step that time asks for: ${row.code}`);
  return row;
}
