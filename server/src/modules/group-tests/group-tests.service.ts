import { randomUUID } from 'node:crypto';
import type {
  CreateGroupBody,
  GroupAccounts,
  GroupCategory,
  GroupDetail,
  GroupTest,
  NewGroup,
  Specimen,
} from '@vialproof/contract/group-tests';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import { auditShares } from './group-tests.ledger.ts';
import { groupMoney } from './group-tests.money.ts';
import { groupMoves, joinedOf } from './group-tests.moves.ts';
import { groupsPersonalPart } from './group-tests.personal.ts';
import { presentAccounts } from './group-tests.present.ts';
import { groupReading } from './group-tests.reading.ts';
import { isUnlocked, LAST_MOMENT_MS, REMIND_MS, STATES_OF, UNRECEIVED_MS } from './group-tests.rules.ts';
import { groupSeats } from './group-tests.seats.ts';
import { groupsStore } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import { plainRefusal } from './seats.rules.ts';
import { seatsStore } from './seats.store.ts';
import { standingStore } from './standing.store.ts';

export type { GroupMailFacts } from './group-tests.reading.ts';
export type Groups = ReturnType<typeof createGroups>;
export type GroupForStaff = { group: GroupTest; reason: 'nothing_received' | 'payout_owed' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CREATIONS = { points: 20, seconds: 86_400 };
const MESSAGES = { points: 10, seconds: 86_400 };
const OFFERS = { points: 30, seconds: 3_600 };
const READERS = 3;
/** A deadline so far ahead is a slip. */
const FURTHEST_DEADLINE_MS = 366 * 86_400_000;

/** Group tests: strangers share the cost of one test, and every cent is accounted for. */
export function createGroups(
  platform: Platform,
  deps: { accounts: Accounts; catalog: Catalog; orders: Orders; payments: Payments },
) {
  const { db, clock, limits } = platform;
  const { catalog, orders } = deps;
  const inTurn = createTurns(READERS);
  const standingOf = standingStore(db.pool);
  const groups = groupsStore(db.orm);
  const seats = seatsStore(db.orm);
  const moves = groupMoves(platform, groups, seats);
  const seating = groupSeats(platform, groups, seats, moves);
  const money = groupMoney({ platform, groups, seats, moves, seating, ...deps });
  deps.payments.addLedgerAudit(auditShares(seats, deps.payments));
  const reading = groupReading({ platform, groups, seats, money, ...deps });

  async function findGroup(id: string): Promise<GroupRow | Refusal> {
    return (UUID.test(id) ? await groups.find(id) : undefined) ?? refuse('not_found');
  }

  /** One step of one group by somebody who is signed in, then the group as that person sees it. */
  async function step(
    viewer: Viewer,
    id: string,
    work: (tx: Tx, row: GroupRow) => Promise<undefined | Refusal>,
  ): Promise<GroupDetail | Refusal> {
    if (!UUID.test(id)) return refuse('not_found');
    const done = await moves.withGroup(id, work);
    // A crowd reads a few at a time, so that its reading does not hold up everybody else's.
    return isRefusal(done) ? done : inTurn(id, () => reading.detail(id, viewer));
  }

  const mayManage = (viewer: Viewer, row: GroupRow): undefined | Refusal =>
    viewer.id === row.organizerId || viewer.role === 'admin'
      ? undefined
      : refuse('forbidden', 'Only the organizer can do this.');

  async function cancel(tx: Tx, row: GroupRow, viewer: Viewer): Promise<undefined | Refusal> {
    const hidden = mayManage(viewer, row);
    if (hidden) return hidden;
    if (!isUnlocked(row.state) && viewer.role !== 'admin') return refuse('group_locked');
    if (row.requestId && row.state === 'testing') {
      // The request's own news end the group.
      const cancelled = await orders.cancelForGroup(tx, row.requestId, viewer);
      return isRefusal(cancelled) ? cancelled : undefined;
    }
    return end(tx, row, viewer.id);
  }

  /** Cancels whatever state the group is in; what was paid goes back. */
  async function end(tx: Tx, row: GroupRow, actorId: string | null): Promise<undefined | Refusal> {
    const joined = joinedOf(await seats.members(row.id, tx)).map(({ userId }) => userId);
    const moved = await moves.move(tx, row, 'cancelled', {
      actorId,
      recipients: [row.organizerId, ...joined],
      change: { suspendedUntil: null, payBy: null },
    });
    if (isRefusal(moved)) return moved;
    await recordAudit(tx, {
      at: clock.now(),
      actorId,
      action: 'group.cancelled',
      subject: { kind: 'group', id: row.id },
      detail: { from: row.state },
    });
    const staffId = actorId === row.organizerId ? null : actorId;
    return money.giveAllBack(tx, row, 'The group was cancelled', staffId);
  }

  /** What the laboratory does to a group's request moves the group, in the same transaction. */
  orders.changed.subscribe(async (tx, { requestId, event }) => {
    if (!event) return;
    const known = await groups.findByRequest(requestId, tx);
    const row = known && (await groups.findForUpdate(tx, known.id));
    if (!row) return;
    const members = joinedOf(await seats.members(row.id, tx)).map(({ userId }) => userId);
    const everybody = [row.organizerId, ...members];
    let outcome: unknown;
    if (event === 'sample_received') {
      const owed = await money.owe(tx, row);
      await moves.tell(tx, owed, 'sample_received', { recipients: everybody });
    } else if (event === 'sample_refused') {
      await moves.tell(tx, row, 'sample_refused', { recipients: [await money.senderOf(tx, row)] });
    } else if (event === 'completed') {
      outcome = await moves.move(tx, row, 'completed', { recipients: everybody });
    } else if (event === 'result_retracted') {
      outcome = await moves.move(tx, row, 'retracted', { recipients: everybody });
    } else if (event === 'cancelled') {
      outcome = await end(tx, row, null);
    }
    if (isRefusal(outcome)) throw new Error(`group ${row.id} does not follow ${event}: ${outcome.code}`);
  });

  return {
    /** Everything that happens in a group, told inside its transaction. */
    changed: moves.changed,
    checkout: money.checkout,
    standingOf: money.standingOf,
    settle: money.settle,
    closePage: money.closePage,
    mailFactsOf: reading.mailFacts,
    nameOfGroup: async (id: string) => (await groups.find(id))?.title,

    /** The groups of one tab: public ones, and the viewer's own. */
    async list(category: GroupCategory, viewer: Viewer | null): Promise<GroupTest[]> {
      const edge = new Date(clock.now().getTime() + LAST_MOMENT_MS);
      const deadline = category === 'open' ? { after: edge } : category === 'last' ? { upTo: edge } : {};
      return reading.present(await groups.list(STATES_OF[category], viewer?.id ?? null, deadline));
    },

    detail: (id: string, viewer: Viewer | null): Promise<GroupDetail | Refusal> =>
      UUID.test(id) ? reading.detail(id, viewer) : Promise.resolve(refuse('not_found')),

    /** Begins a group. Refuses sku_not_sold, and invalid_fields for what only the catalog and the clock can tell. */
    async create(viewer: Viewer, ask: NewGroup): Promise<{ id: string } | Refusal> {
      const sku = (await catalog.list()).find(({ slug }) => slug === ask.test_type);
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
      if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
      const refused = await limits.take('group-create', viewer.id, CREATIONS);
      if (refused) return refused;
      return db.transaction(async (tx) => {
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
        return { id: row.id };
      });
    },

    async join(
      viewer: Viewer,
      id: string,
      action: 'join' | 'leave' | 'agree',
    ): Promise<GroupDetail | Refusal> {
      const standing = UUID.test(id) ? await standingOf(id, viewer.id) : undefined;
      if (!standing) return refuse('not_found');
      const refusal = plainRefusal(standing, action, clock.now());
      return refusal ? refuse(refusal) : step(viewer, id, (tx, row) => seating[action](tx, row, viewer));
    },

    /** Offers to send the vial, until the laboratory has it. */
    async volunteer(viewer: Viewer, id: string, note: string): Promise<GroupDetail | Refusal> {
      const refused = await limits.take('group-volunteer', viewer.id, OFFERS);
      if (refused) return refused;
      return step(viewer, id, async (tx, row) => {
        if (row.receivedAt || row.state === 'complete' || row.state === 'cancelled')
          return refuse('wrong_state');
        const offer = {
          id: randomUUID(),
          groupId: id,
          userId: viewer.id,
          note,
          status: 'requested' as const,
          createdAt: clock.now(),
        };
        await groups.saveVolunteer(tx, offer);
        await moves.tell(tx, row, 'volunteered', { actorId: viewer.id, recipients: [row.organizerId] });
        return undefined;
      });
    },

    /** Approves or rejects an offer, or chooses the sender; until the laboratory has the vial. */
    decide: (
      viewer: Viewer,
      id: string,
      volunteerId: string,
      decision: { status: 'approved' | 'rejected'; sender?: boolean | undefined },
    ) =>
      step(viewer, id, async (tx, row) => {
        const hidden = mayManage(viewer, row);
        if (hidden) return hidden;
        const offer = (await groups.volunteers(id, tx)).find((each) => each.id === volunteerId);
        if (!offer) return refuse('not_found');
        if (row.receivedAt || row.state === 'complete' || row.state === 'cancelled')
          return refuse('wrong_state');
        const isSender = decision.status === 'approved' && (decision.sender ?? offer.isSender);
        if (isSender) await groups.clearSender(tx, id);
        await groups.updateVolunteer(tx, offer.id, { status: decision.status, isSender });
        const recipients = [offer.userId];
        const actorId = offer.userId;
        if (offer.status !== decision.status) {
          const kind = decision.status === 'approved' ? 'volunteer_approved' : 'volunteer_rejected';
          await moves.tell(tx, row, kind, { actorId, recipients });
        }
        if (isSender && !offer.isSender) await moves.tell(tx, row, 'sender_chosen', { actorId, recipients });
        return undefined;
      }),

    /** Locks before the deadline, or settles a gap. Refuses too_few_members, group_locked. */
    finalise: (viewer: Viewer, id: string) =>
      step(viewer, id, async (tx, row) => {
        const hidden = mayManage(viewer, row);
        if (hidden) return hidden;
        if (!isUnlocked(row.state)) return refuse('group_locked');
        const division = await moves.divisionOf(tx, row, row.state === 'gap');
        if (division.shares.length === 0) return refuse('too_few_members');
        const locked = await moves.lock(tx, row, division, viewer.id);
        return isRefusal(locked) ? locked : undefined;
      }),

    cancel: (viewer: Viewer, id: string) => step(viewer, id, (tx, row) => cancel(tx, row, viewer)),

    /** A message of the organizer to the members, by mail and on the page. */
    async message(viewer: Viewer, id: string, text: string): Promise<GroupDetail | Refusal> {
      const known = await findGroup(id);
      if (isRefusal(known)) return known;
      const refused = mayManage(viewer, known) ?? (await limits.take('group-message', viewer.id, MESSAGES));
      if (refused) return refused;
      return step(viewer, id, async (tx, row) => {
        const members = joinedOf(await seats.members(id, tx)).map(({ userId }) => userId);
        const recipients = members.filter((userId) => userId !== viewer.id);
        await moves.tell(tx, row, 'message', { actorId: viewer.id, text, recipients });
        return undefined;
      });
    },

    /** What the vial is, until the laboratory has it; only the organizer. */
    putSpecimen: (viewer: Viewer, id: string, specimen: Specimen) =>
      step(viewer, id, async (tx, row) => {
        if (viewer.id !== row.organizerId) return refuse('forbidden', 'Only the organizer can do this.');
        if (!row.requestId || row.receivedAt) return refuse('wrong_state');
        const saved = await orders.putSpecimenForGroup(tx, row.requestId, specimen);
        return isRefusal(saved) ? saved : undefined;
      }),

    /** Every share and every movement; for members, past payers, the organizer and admins. */
    async accounts(viewer: Viewer, id: string): Promise<GroupAccounts | Refusal> {
      const row = await findGroup(id);
      if (isRefusal(row)) return row;
      const [members, shares] = await Promise.all([seats.members(id), seats.shares(id)]);
      const isInside =
        viewer.role === 'admin' ||
        viewer.id === row.organizerId ||
        members.some(({ userId, state }) => userId === viewer.id && state === 'joined') ||
        shares.some(({ holderId, paymentId }) => holderId === viewer.id && paymentId !== null);
      if (!isInside) return refuse('forbidden', 'The accounts of a group are for its members.');
      return presentAccounts(row, {
        viewerId: viewer.id,
        cost: money.costOf(row),
        shares,
        movements: await money.movementsOf(
          id,
          shares.map((share) => share.id),
        ),
        nameOf: await reading.namesOf([
          ...shares.flatMap(({ holderId }) => holderId ?? []),
          ...(row.senderId ? [row.senderId] : []),
        ]),
      });
    },

    /** What waits for an admin. */
    async forStaff(viewer: Viewer): Promise<GroupForStaff[] | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const rows = await groups.listForStaff(new Date(clock.now().getTime() - UNRECEIVED_MS));
      const shown = await reading.present(rows);
      return rows.flatMap((row, place) => {
        const group = shown[place];
        return group ? [{ group, reason: row.receivedAt ? 'payout_owed' : 'nothing_received' } as const] : [];
      });
    },

    /** Shipping and vial have been paid out to the sender. */
    async payOut(viewer: Viewer, id: string): Promise<GroupAccounts | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      if (!UUID.test(id)) return refuse('not_found');
      const done = await moves.withGroup(id, async (tx, row) => {
        if (!row.senderId || row.payoutAt) return refuse('wrong_state');
        if (row.senderId === viewer.id) return refuse('own_order');
        await money.payOut(tx, row, viewer.id);
        await moves.tell(tx, row, 'paid_out', { actorId: row.senderId, recipients: [row.senderId] });
        await recordAudit(tx, {
          at: clock.now(),
          actorId: viewer.id,
          action: 'group.payout',
          subject: { kind: 'group', id },
          detail: { cents: row.shippingCents + row.vialCents },
        });
        return undefined;
      });
      return isRefusal(done) ? done : this.accounts(viewer, id);
    },

    /** Once a minute: deadlines, ends of suspensions, shares that were not paid, reminders. Late is as good as on time. */
    async keepTime(): Promise<void> {
      const now = clock.now();
      for (const id of await groups.listDue(now)) {
        await moves.withGroup(id, async () => undefined);
        await money.endShort(id);
      }
      await money.dropOverdue();
      for (const [place, after] of REMIND_MS.entries()) {
        const before = new Date(now.getTime() - after);
        for (const id of await groups.listToRemind(before, place + 1)) {
          await moves.withGroup(id, async (tx, row) => {
            if (row.state !== 'collecting' || row.reminders > place) return undefined;
            const due = (await seats.liveShares(tx, id)).filter(({ status }) => status === 'due');
            const reminded = await groups.update(tx, id, { reminders: place + 1 });
            await moves.tell(tx, reminded, 'reminder', {
              recipients: due.flatMap(({ holderId }) => holderId ?? []),
            });
            return undefined;
          });
        }
      }
    },

    /** A person's part in groups, for the export and the deletion of an account. */
    personal: groupsPersonalPart({ groups, seats, moves, seating, end }),
  };
}
