import { z } from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { registerGoods } from '../payments/payments.service.ts';
import { insertEvent } from './group-events.store.ts';
import type { GroupsContext } from './group-tests.service.ts';
import { findGroupForUpdate, updateGroup } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import { forgetAgreements, listMembers, updateMember } from './members.store.ts';
import { type Division, divide, finalCostPerUser, termsOf } from './rules/cost-split.ts';
import { PAY_MS, SUSPENDED_MS } from './rules/deadlines.ts';
import { joinedOf, waitingVolunteers } from './rules/permissions.ts';
import { newShare } from './rules/shares.ts';
import { type GroupEventKind, type GroupTransition, stateAfter } from './rules/states.ts';
import { insertShares } from './shares.store.ts';
import { listVolunteers } from './volunteers.store.ts';

/** Does what a group's deadline asks for. The job of every minute repeats it, if this one was missed. */
export const catchUpGroupJob = defineJob('group-tests.time-comes', z.object({ groupId: z.string() }), {
  expireInSeconds: 60,
});

type EventDetails = { actorId?: string | null; text?: string | null; recipients?: string[] };

/**
 * Locks the row of a group, does what passed deadlines ask for, and then runs `work`. A refusal by `work` does not undo
 * the deadlines.
 */
export function withGroup(
  ctx: GroupsContext,
  id: string,
  work: (tx: Tx, row: GroupRow) => Promise<unknown>,
): Promise<undefined | Refusal> {
  return ctx.changeMutex(id, async () => {
    for (;;) {
      const outcome = await ctx.platform.db.transaction(async (tx) => {
        const row = await findGroupForUpdate(tx, id);
        if (!row) return refuse('not_found');
        const now = await catchUp(ctx, tx, row);
        // The deadlines have their own commit, so that no refusal undoes them.
        if (now.state !== row.state) return 'caught_up';
        const done = await work(tx, row);
        return isRefusal(done) ? done : undefined;
      });
      if (outcome !== 'caught_up') return outcome;
    }
  });
}

/** Locks the row of a group, and does what passed deadlines ask for. */
export async function lockGroupRow(ctx: GroupsContext, tx: Tx, id: string): Promise<GroupRow | undefined> {
  const row = await findGroupForUpdate(tx, id);
  return row && catchUp(ctx, tx, row);
}

/** Changes the state of a group. Refusal: `wrong_state`. */
export async function moveGroup(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  transition: GroupTransition,
  { change, ...details }: EventDetails & { change?: Partial<GroupRow> } = {},
): Promise<GroupRow | Refusal> {
  const state = stateAfter(row.state, transition);
  if (!state) return refuse('wrong_state');
  const next = await updateGroup(tx, row.id, { ...change, state, updatedAt: ctx.platform.clock.now() });
  await recordEvent(ctx, tx, next, transition, details);
  return next;
}

/** Adds an event to the group's history, and runs `afterGroupEvent`. */
export async function recordEvent(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  kind: GroupEventKind,
  { actorId = null, text = null, recipients = [] }: EventDetails = {},
): Promise<void> {
  const at = ctx.platform.clock.now();
  const eventId = await insertEvent(tx, { groupId: row.id, at, actorId, kind, text });
  await ctx.afterGroupEvent(tx, { groupId: row.id, kind, eventId, recipients: [...new Set(recipients)] });
}

/** Records that the organizer must send the vial now. */
export const recordOrganizerSends = (ctx: GroupsContext, tx: Tx, row: GroupRow): Promise<void> =>
  recordEvent(ctx, tx, row, 'sender_chosen', { actorId: row.organizerId, recipients: [row.organizerId] });

/** Queues a job for the group's deadline. */
export const scheduleCatchUp = (
  ctx: GroupsContext,
  tx: Tx,
  groupId: string,
  startAfter: Date,
): Promise<void> => ctx.platform.jobs.send(tx, catchUpGroupJob, { groupId }, { startAfter });

/** What each member would have to pay if the shares were fixed now. */
export async function divisionOf(tx: Tx, row: GroupRow, mayCover: boolean): Promise<Division> {
  const joined = joinedOf(await listMembers(tx, row.id));
  const pledges = joined.map(({ userId, agreedCents }) => ({ id: userId, agreedCents }));
  return divide(termsOf(row), pledges, mayCover);
}

/** Fixes the shares: from now on, each member has an amount to pay and nobody can leave. */
export async function lockShares(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  division: Division,
  actorId: string | null,
): Promise<GroupRow | Refusal> {
  const now = ctx.platform.clock.now();
  const payBy = new Date(now.getTime() + PAY_MS);
  await clearAgreements(ctx, tx, row, division.cleared);
  // Enough people have joined, so nobody needs to pay more than that.
  if (division.shares.length >= row.minSeats) await forgetAgreements(tx, row.id);
  await addShares(
    ctx,
    tx,
    division.shares.map(({ id, cents }, place) =>
      newShare({ groupId: row.id, seat: place + 1, holderId: id, amountCents: cents, payBy, now }),
    ),
  );
  return moveGroup(ctx, tx, row, 'locked', {
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

/** Adds shares: those of members who must pay, and free ones. */
export async function addShares(
  ctx: GroupsContext,
  tx: Tx,
  shares: ReturnType<typeof newShare>[],
): Promise<void> {
  await insertShares(tx, shares);
  const ids = shares.map(({ id }) => id);
  await registerGoods(ctx.payments, tx, 'group_share', ids);
}

async function clearAgreements(ctx: GroupsContext, tx: Tx, row: GroupRow, ids: string[]): Promise<void> {
  for (const userId of ids) {
    await updateMember(tx, row.id, userId, { agreedCents: null });
    await recordEvent(ctx, tx, row, 'agreement_cleared', { actorId: userId });
  }
}

/**
 * Does what passed deadlines ask for, one after another. Jobs deal with unpaid shares, because they must ask the
 * payment provider.
 */
async function catchUp(ctx: GroupsContext, tx: Tx, row: GroupRow): Promise<GroupRow> {
  const now = ctx.platform.clock.now();
  const isOver = (moment: Date | null) => moment !== null && moment <= now;
  let at = row;
  if (at.state === 'open' && isOver(at.deadlineAt)) {
    const suspendedUntil = new Date(at.deadlineAt.getTime() + SUSPENDED_MS);
    at = await lockOr(ctx, tx, at, async (joined) => {
      const recipients = [row.organizerId, ...joined];
      return moveGroup(ctx, tx, row, 'gap_left', { recipients, change: { suspendedUntil } });
    });
    if (at.state !== 'gap') return at;
    await scheduleCatchUp(ctx, tx, at.id, suspendedUntil);
  }
  if (at.state === 'gap' && isOver(at.suspendedUntil)) {
    const gap = at;
    at = await lockOr(ctx, tx, gap, async (joined) => {
      const volunteers = waitingVolunteers(await listVolunteers(tx, gap.id));
      const recipients = [gap.organizerId, ...joined, ...volunteers];
      return moveGroup(ctx, tx, gap, 'given_up', { recipients, change: { suspendedUntil: null } });
    });
  }
  return at;
}

/** Fixes the shares if the members cover the costs. Otherwise changes the state as given. */
async function lockOr(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  otherwise: (joined: string[]) => Promise<GroupRow | Refusal>,
): Promise<GroupRow> {
  const division = await divisionOf(tx, row, true);
  if (division.shares.length > 0) return expectMoved(await lockShares(ctx, tx, row, division, null));
  await clearAgreements(ctx, tx, row, division.cleared);
  const joined = joinedOf(await listMembers(tx, row.id));
  return expectMoved(await otherwise(joined.map(({ userId }) => userId)));
}

/** A refusal here would be a programming error. */
function expectMoved(row: GroupRow | Refusal): GroupRow {
  if (isRefusal(row)) throw new Error(`a group could not take the step that time asks for: ${row.code}`);
  return row;
}
