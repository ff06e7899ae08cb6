import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { PaymentRecord, Payments } from '../payments/payments.service.ts';
import type { GroupEventKind, GroupMoves } from './group-tests.moves.ts';
import { TAKEN_PAY_MS } from './group-tests.rules.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow, ShareRow } from './group-tests.tables.ts';
import type { SeatsStore } from './seats.store.ts';

type Deps = {
  clock: Clock;
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  payments: Payments;
  giveBack(
    tx: Tx,
    payment: PaymentRecord,
    reason: string,
    actorId: string | null,
  ): Promise<undefined | Refusal>;
  orderTest(tx: Tx, row: GroupRow, shares: ShareRow[]): Promise<undefined | Refusal>;
};

/** Events that tell how the payment of somebody's share stands. */
const PAYMENT_EVENTS: GroupEventKind[] = ['share_taken', 'payment_problem', 'payment_refunded', 'share_paid'];

/** '$153.00', '153.00 EUR'. */
const sumOf = (cents: number, currency: string | null): string =>
  currency === null || currency === 'usd'
    ? `$${(cents / 100).toFixed(2)}`
    : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** What a payment, as it is now, does to the share that it is for; the same again changes nothing. */
export function shareSettlement({ clock, groups, seats, moves, payments, giveBack, orderTest }: Deps) {
  async function settlePaid(
    tx: Tx,
    row: GroupRow,
    share: ShareRow,
    payment: PaymentRecord,
  ): Promise<undefined | Refusal> {
    const now = clock.now();
    await seats.updateShare(tx, share.id, {
      status: 'paid',
      paymentId: payment.id,
      payBy: null,
      updatedAt: now,
    });
    await groups.update(tx, row.id, { updatedAt: now });
    const live = await seats.liveShares(tx, row.id);
    const isAllPaid = live.every(({ status }) => status === 'paid');
    const came = sumOf(payment.receivedCents, payment.receivedCurrency);
    await moves.tell(tx, row, 'share_paid', {
      actorId: share.holderId,
      text: payment.isAccepted
        ? `${came} was taken as the whole of your share of ${sumOf(share.amountCents, null)}.`
        : null,
      // Whoever pays last hears at once that everything is paid; whoever waited for a decision hears that, too.
      recipients: share.holderId && (!isAllPaid || payment.isAccepted) ? [share.holderId] : [],
    });
    return isAllPaid ? orderTest(tx, row, live) : undefined;
  }

  /**
   * Money came for a share that it does not pay: its holder is told that an admin decides, and when it goes back, with at
   * least a day from then to pay again. Each of the two is reported once.
   */
  async function followUnpaid(tx: Tx, row: GroupRow, share: ShareRow, payment: PaymentRecord): Promise<void> {
    const tries = await payments.paymentsFor(payment.subject, tx);
    // News of an earlier try may come late; the last that brought money is the one that counts.
    const latest = tries.find(({ receivedCents }) => receivedCents > 0);
    if (share.holderId === null || latest?.id !== payment.id) return;
    const isSentBack = !payment.holdsMoney;
    if (!isSentBack && payment.status !== 'underpaid') return;
    const kind = isSentBack ? 'payment_refunded' : 'payment_problem';
    const last = await groups.findLastEvent(tx, row.id, share.holderId, PAYMENT_EVENTS);
    if (last?.kind === kind) return;
    const soonest = new Date(clock.now().getTime() + TAKEN_PAY_MS);
    if (isSentBack && share.payBy && share.payBy < soonest) {
      await seats.updateShare(tx, share.id, { payBy: soonest, updatedAt: clock.now() });
    }
    const came = sumOf(payment.receivedCents, payment.receivedCurrency);
    await moves.tell(tx, row, kind, {
      actorId: share.holderId,
      recipients: [share.holderId],
      text: isSentBack
        ? `${came} goes back to you.`
        : `${came} arrived, and ${sumOf(share.amountCents, null)} was due.`,
    });
  }

  return async (
    tx: Tx,
    row: GroupRow,
    share: ShareRow,
    payment: PaymentRecord,
  ): Promise<undefined | Refusal> => {
    if (share.paymentId === payment.id || payment.receivedCents === 0) return undefined;
    if (share.status === 'due') {
      if (payment.coversPrice && payment.amountCents >= share.amountCents) {
        return settlePaid(tx, row, share, payment);
      }
      await followUnpaid(tx, row, share, payment);
      return undefined;
    }
    const before = payment.heldCents;
    const failed = await giveBack(tx, payment, 'The share was no longer yours', null);
    if (failed || before === 0) return failed;
    const recipients = [payment.customerId];
    await moves.tell(tx, row, 'payment_returned', { actorId: payment.customerId, recipients });
    return undefined;
  };
}
