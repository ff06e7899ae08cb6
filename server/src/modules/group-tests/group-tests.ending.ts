import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { GroupMoney } from './group-tests.money.ts';
import { type GroupMoves, joinedOf, waitingOf } from './group-tests.moves.ts';
import { isUnlocked } from './group-tests.rules.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';
import type { SeatsStore } from './seats.store.ts';

type Deps = {
  platform: Platform;
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  money: GroupMoney;
  orders: Orders;
};

/** How a group ends: cancelled by a person, or by what the laboratory does with its request. */
export function groupEnding({ platform, groups, seats, moves, money, orders }: Deps) {
  const { clock } = platform;

  /** Cancels whatever state the group is in; what was paid goes back. */
  async function end(tx: Tx, row: GroupRow, actorId: string | null): Promise<undefined | Refusal> {
    const joined = joinedOf(await seats.members(row.id, tx)).map(({ userId }) => userId);
    const moved = await moves.move(tx, row, 'cancelled', {
      actorId,
      recipients: [row.organizerId, ...joined, ...waitingOf(await groups.volunteers(row.id, tx))],
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

  /** By a person who may manage it; once it is locked, only by an admin. */
  async function cancel(tx: Tx, row: GroupRow, viewer: Viewer): Promise<undefined | Refusal> {
    if (!isUnlocked(row.state)) {
      if (viewer.role !== 'admin') return refuse('group_locked');
      if (viewer.id === row.organizerId) return refuse('own_order');
    }
    if (row.requestId && row.state === 'testing') {
      // The request's own news end the group.
      const cancelled = await orders.cancelForGroup(tx, row.requestId, viewer);
      return isRefusal(cancelled) ? cancelled : undefined;
    }
    return end(tx, row, viewer.id);
  }

  /** What the laboratory does to a group's request moves the group, in the same transaction. */
  orders.changed.subscribe(async (tx, { requestId, groupTestId, event, note }) => {
    if (!event || groupTestId === null) return;
    const known = await groups.findByRequest(requestId, tx);
    const row = known && (await groups.findForUpdate(tx, known.id));
    if (!row) return;
    const members = joinedOf(await seats.members(row.id, tx)).map(({ userId }) => userId);
    const everybody = [row.organizerId, ...members];
    let outcome: unknown;
    if (event === 'sample_received') {
      const owed = await money.owe(tx, row);
      const recipients = [...everybody, await money.senderOf(tx, owed)];
      await moves.tell(tx, owed, 'sample_received', { recipients });
    } else if (event === 'sample_refused') {
      await moves.tell(tx, row, 'sample_refused', { recipients: [await money.senderOf(tx, row)] });
    } else if (event === 'completed') {
      outcome = await moves.move(tx, row, 'completed', { recipients: everybody });
    } else if (event === 'result_amended') {
      await moves.tell(tx, row, 'amended', { recipients: everybody, text: note ?? null });
    } else if (event === 'result_retracted') {
      outcome = await moves.move(tx, row, 'retracted', { recipients: everybody, text: note ?? null });
    } else if (event === 'cancelled') {
      outcome = await end(tx, row, null);
    }
    if (isRefusal(outcome)) throw new Error(`group ${row.id} does not follow ${event}: ${outcome.code}`);
  });

  return { end, cancel };
}
export type GroupEnding = ReturnType<typeof groupEnding>;
