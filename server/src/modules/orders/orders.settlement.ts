import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { PaymentRecord, Payments } from '../payments/payments.service.ts';
import type { Actor, OrderMoves } from './orders.moves.ts';
import { isOpenForChange, type OrderEvent } from './orders.rules.ts';
import type { OrdersStore } from './orders.store.ts';
import type { RequestEventRow, RequestRow } from './orders.tables.ts';

const SYSTEM: Actor = { kind: 'system' };
/** One reason for all tries, since a refund that failed for a reason is not tried again by itself. */
const CANCELLED = 'The order was cancelled';

/** Whether the owner was told of too little, and not yet what was decided; with a cancelled order it goes back by itself. */
function waitedForDecision(row: RequestRow, payment: PaymentRecord, events: RequestEventRow[]): boolean {
  if (!payment.isUnderpaid || (row.status === 'cancelled' && row.cancelledBy !== 'expiry')) return false;
  const told = events.findLast(({ kind }) => kind === 'payment_problem' || kind === 'refunded');
  return told?.kind === 'payment_problem';
}

export type OrderSettlement = ReturnType<typeof orderSettlement>;
type Deps = { platform: Platform; store: OrdersStore; moves: OrderMoves; payments: Payments };

/** What news of payments do to orders. */
export function orderSettlement({ platform, store, moves, payments }: Deps) {
  const { db, clock } = platform;

  /** Whether nobody waits for this money: a person cancelled the order, or another payment has paid it. */
  function isUnwanted(row: RequestRow, payment: PaymentRecord): boolean {
    if (row.status === 'cancelled') return row.cancelledBy !== 'expiry';
    return row.paymentId !== null && row.paymentId !== payment.id;
  }

  /** Sends back all that came, be it less than the price; what is on its way back or in dispute already stays. */
  async function giveBack(
    tx: Tx,
    row: RequestRow,
    payment: PaymentRecord,
    actorId: string | null,
  ): Promise<undefined | Refusal> {
    const reason = row.status === 'cancelled' ? CANCELLED : 'The order had been paid already';
    const refund = await payments.refund(tx, { paymentId: payment.id, amountCents: 'rest', reason, actorId });
    if (isRefusal(refund)) return refund.code === 'wrong_state' ? undefined : refund;
    // The return of the order's own payment is told once it has arrived.
    if (row.paymentId !== payment.id) await moves.note(tx, row, 'payment_returned', null);
    return undefined;
  }

  /** The steps from unpaid to awaiting the sample; each is written, none is skipped. */
  async function settlePaid(tx: Tx, row: RequestRow, payment: PaymentRecord): Promise<undefined | Refusal> {
    if (row.paymentId === payment.id) return undefined;
    if (payment.amountCents < row.finalPriceCents) {
      const noted = (await store.events(row.id, tx)).at(-1)?.kind;
      if (noted !== 'payment_problem')
        await moves.note(tx, row, 'payment_problem', 'The amount paid is less than the price.');
      return undefined;
    }
    const before: OrderEvent[] =
      row.status === 'cancelled' ? ['revived'] : row.status === 'draft' ? ['checkout_opened'] : [];
    const ready = await moves.moveThrough(tx, row, [...before, 'paid', 'ready_for_sample'], {
      actor: SYSTEM,
      change: {
        paidAt: clock.now(),
        paymentId: payment.id,
        expiresAt: null,
        cancelledAt: null,
        cancelledBy: null,
      },
    });
    return isRefusal(ready) ? ready : undefined;
  }

  /** Says once for each sum that a part of the order's own payment went back; the return of all of it is told as such. */
  async function notePartReturned(tx: Tx, id: string, payment: PaymentRecord): Promise<undefined> {
    const { refundedCents, receivedCents, coversPrice } = payment;
    if (refundedCents === 0 || refundedCents >= receivedCents) return;
    const row = await store.findForUpdate(tx, id);
    if (row?.paymentId !== payment.id) return;
    const sum = `$${(refundedCents / 100).toFixed(2)}`;
    const note = coversPrice
      ? `${sum} more than the price had arrived and went back to you.`
      : `${sum} of your payment went back to you.`;
    const events = await store.events(id, tx);
    if (events.some((event) => event.kind === 'part_refunded' && event.note === note)) return;
    await moves.note(tx, row, 'part_refunded', note);
  }

  /** What is true of a payment now, worked into its order; both are locked or read by `tx` after the lock. */
  async function settleOne(tx: Tx, row: RequestRow, payment: PaymentRecord): Promise<undefined | Refusal> {
    // Its owner's pages show payments, too; a first settlement moves the order, which is told anyway.
    if (row.paymentId !== null || !payment.isPaidFor) await moves.tell(tx, row);
    if (payment.receivedCents > 0 && isUnwanted(row, payment)) {
      const failed = await giveBack(tx, row, payment, null);
      if (failed) return failed;
    } else if (payment.isPaidFor) {
      return (await settlePaid(tx, row, payment)) ?? notePartReturned(tx, row.id, payment);
    }
    const events = await store.events(row.id, tx);
    const noted = events.at(-1)?.kind;
    if (payment.status === 'underpaid' && !isUnwanted(row, payment) && noted !== 'payment_problem') {
      await moves.note(tx, row, 'payment_problem', 'Less than the price arrived. We look into it.');
    }
    const isOwn = row.paymentId === payment.id && !events.some(({ kind }) => kind === 'refunded');
    if (payment.status === 'refunded' && (isOwn || waitedForDecision(row, payment, events))) {
      await moves.note(tx, row, 'refunded', null);
    }
    if (payment.status === 'failed' && isOpenForChange(row.status) && noted !== 'payment_failed') {
      await moves.note(tx, row, 'payment_failed', payment.failureReason);
    }
    return notePartReturned(tx, row.id, payment);
  }

  /** News of payments of orders: at least once, in any order. What is true now is read, never the news itself. */
  async function settleTogether(paymentIds: string[]): Promise<void> {
    const outcome = await db.transaction(async (tx) => {
      const orderIds = (await payments.recordsOf(paymentIds, tx)).map(({ subject }) => subject.id);
      // All of them before anything else is done, so that nobody who holds one waits for what the others changed.
      const rows = new Map((await store.lockMany(tx, orderIds)).map((row) => [row.id, row]));
      // Read under the lock: what another settlement or a cancellation did to them while this one waited counts.
      for (const payment of await payments.recordsOf(paymentIds, tx)) {
        const { id } = payment.subject;
        const row = rows.get(id) ?? (await store.findForUpdate(tx, id));
        if (!row) throw new Error(`payment ${payment.id} is for an order that is missing`);
        // A second payment of the same order meets it as the first has left it.
        rows.delete(id);
        const failed = await settleOne(tx, row, payment);
        if (failed) return failed;
      }
      return undefined;
    });
    if (isRefusal(outcome))
      throw new Error(`payments ${paymentIds.join(', ')} could not be settled: ${outcome.code}`);
  }

  return { giveBack, settle: (paymentId: string) => settleTogether([paymentId]), settleTogether };
}
