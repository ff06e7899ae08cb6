import type { PaymentStatus } from '@vialproof/contract/checkout';
import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { Actor, OrderMoves } from './orders.moves.ts';
import { isCancellable, isOpenForChange, REMIND_SECONDS } from './orders.rules.ts';
import type { OrderSettlement } from './orders.settlement.ts';
import { type OrdersStore, subjectOf } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';

const SYSTEM: Actor = { kind: 'system' };
/** While a payment is in one of these, time does not run out. */
const HOLDS_EXPIRY: readonly PaymentStatus[] = ['processing', 'underpaid', 'disputed'];

type Deps = {
  platform: Platform;
  store: OrdersStore;
  moves: OrderMoves;
  payments: Payments;
  giveBack: OrderSettlement['giveBack'];
};

/** How an order ends before its sample is received: by a person, or because nobody paid. */
export function orderEnding({ platform, store, moves, payments, giveBack }: Deps) {
  const { db, clock, log } = platform;

  async function expireOne(id: string): Promise<boolean> {
    const tries = await payments.paymentsFor(subjectOf(id));
    if (tries.some((payment) => payment.isPaidFor || HOLDS_EXPIRY.includes(payment.status))) return false;
    const closed = await payments.closeCheckout(subjectOf(id));
    if (closed !== 'closed') return false;
    const outcome = await db.transaction(async (tx) => {
      const row = await store.findForUpdate(tx, id);
      if (!row || !isOpenForChange(row.status) || !row.expiresAt || row.expiresAt > clock.now())
        return undefined;
      const change = { cancelledAt: clock.now(), cancelledBy: 'expiry' as const, expiresAt: null };
      return moves.move(tx, row, 'expired', { actor: SYSTEM, change });
    });
    return outcome !== undefined && !isRefusal(outcome);
  }

  /** Puts the reminder on the timeline, of which the owner is told by mail; false when there is nothing to remind of any more. */
  function remindOne(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const row = await store.findForUpdate(tx, id);
      if (row?.status !== 'draft' || !row.expiresAt || row.expiresAt <= clock.now()) return false;
      const events = await store.events(id, tx);
      if (events.some(({ kind }) => kind === 'reminded')) return false;
      await moves.note(tx, row, 'reminded', null);
      return true;
    });
  }

  /** Does something to each of a list that comes in pieces; answers how many it was done to. */
  async function forEachDue(
    list: (after: string | undefined) => Promise<RequestRow[]>,
    work: (id: string) => Promise<boolean>,
  ): Promise<number> {
    let count = 0;
    for (let after: string | undefined; ; ) {
      const due = await list(after);
      for (const { id } of due) {
        try {
          if (await work(id)) count += 1;
        } catch (error) {
          // It is due again in five minutes; the others are due now.
          log.error({ err: error, requestId: id }, 'the clock could not act on an order');
        }
      }
      after = due.at(-1)?.id;
      if (!after) return count;
    }
  }

  return {
    /** Cancels until the sample is received. An open page is closed first; what was paid is refunded. */
    async cancel(id: string, by: 'customer' | 'staff', actor: Actor): Promise<RequestRow | Refusal> {
      const before = await store.find(id);
      if (!before) return refuse('not_found');
      if (!isCancellable(before.status)) return refuse('order_locked');
      const isUnpaid = isOpenForChange(before.status);
      if (isUnpaid) {
        // 'already_paid' needs nothing here: the settlement finds the order cancelled by a person and sends it back.
        const closed = await payments.closeCheckout(subjectOf(id));
        if (isRefusal(closed)) return closed;
      }
      const cancelled = await db.transaction(async (tx) => {
        const row = await store.findForUpdate(tx, id);
        if (!row || !isCancellable(row.status)) return refuse('order_locked');
        const change = { cancelledAt: clock.now(), cancelledBy: by, expiresAt: null };
        const moved = await moves.move(tx, row, 'cancelled', { actor, change });
        if (isRefusal(moved)) return moved;
        const actorId = actor.kind === 'staff' ? actor.id : null;
        // Nothing may be left to give back, or the bank may hold it: an order can be left all the same.
        for (const payment of await payments.paymentsFor(subjectOf(id), tx)) {
          const failed = payment.receivedCents > 0 && (await giveBack(tx, moved, payment, actorId));
          if (failed) return failed;
        }
        return moved;
      });
      // A page that was opened between the two steps; should it stay open, what is paid there goes back by itself.
      if (isUnpaid && !isRefusal(cancelled)) await payments.closeCheckout(subjectOf(id));
      return cancelled;
    },

    /** Cancels what nobody paid in time; never while money is on its way. */
    expire: (): Promise<number> => forEachDue((after) => store.listExpired(clock.now(), after), expireOne),

    /** Reminds the owners of drafts that end soon, once each. */
    remind: (): Promise<number> => {
      const now = clock.now();
      const until = secondsAfter(now, REMIND_SECONDS);
      return forEachDue((after) => store.listToRemind(now, until, after), remindOne);
    },

    /** The id of the timeline's reminder, of an order that expired as a draft; undefined for any other. */
    async reminderBeforeExpiry(id: string): Promise<number | undefined> {
      const events = await store.events(id);
      const expired = events.findLast(({ kind }) => kind === 'expired');
      if (expired?.fromStatus !== 'draft') return undefined;
      return events.find(({ kind }) => kind === 'reminded')?.id;
    },
  };
}
