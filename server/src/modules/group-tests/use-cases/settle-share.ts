import { amountWords, formatMoney } from '@vialproof/science/money/money';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import {
  type PaymentRecord,
  paymentsFor,
  returnRest,
  selectPayment,
} from '../../payments/payments.service.ts';
import { findLastEvent } from '../group-events.store.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { updateGroup } from '../group-tests.store.ts';
import type { GroupRow, ShareRow } from '../group-tests.tables.ts';
import { recordEvent, withGroup } from '../group-tests.transitions.ts';
import { TAKEN_PAY_MS } from '../rules/deadlines.ts';
import type { GroupEventKind } from '../rules/states.ts';
import { findShare, listLiveShares, updateShare } from '../shares.store.ts';
import { orderTest } from './order-test.ts';

/** Events that change the payment of a share. */
const PAYMENT_EVENTS: GroupEventKind[] = ['share_taken', 'payment_problem', 'payment_refunded', 'share_paid'];

/**
 * Reacts to a change of a share's payment. It may run several times and in any order, because it reads the payment
 * again.
 */
export async function settleShare(ctx: GroupsContext, paymentId: string): Promise<void> {
  const { payments, platform } = ctx;
  const { subject } = await selectPayment(payments, paymentId);
  if (subject.kind !== 'group_share') return;
  const known = await findShare(platform.db.orm, subject.id);
  if (!known) return;
  const refused = await withGroup(ctx, known.groupId, async (tx, row) => {
    const share = await findShare(tx, subject.id);
    if (!share) throw new Error(`share ${subject.id} is missing`);
    return settle(ctx, tx, row, share, await selectPayment(payments, paymentId, tx));
  });
  if (refused) throw new Error(`payment ${paymentId} could not be settled: ${refused.code}`);
}

async function settle(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  share: ShareRow,
  payment: PaymentRecord,
): Promise<undefined | GroupRow | Refusal> {
  if (share.paymentId === payment.id || payment.receivedCents === 0) return undefined;
  if (share.status === 'due') {
    if (payment.coversPrice && payment.amountCents >= share.amountCents) {
      return settlePaid(ctx, tx, row, share, payment);
    }
    await followUnpaid(ctx, tx, row, share, payment);
    return undefined;
  }
  await returnRest(ctx.payments, tx, { paymentId: payment.id, reason: 'The share was no longer yours' });
  if (payment.heldCents === 0) return undefined;
  const recipients = [payment.customerId];
  await recordEvent(ctx, tx, row, 'payment_returned', { actorId: payment.customerId, recipients });
  return undefined;
}

async function settlePaid(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  share: ShareRow,
  payment: PaymentRecord,
): Promise<undefined | GroupRow | Refusal> {
  const now = ctx.platform.clock.now();
  await updateShare(tx, share.id, { status: 'paid', paymentId: payment.id, payBy: null, updatedAt: now });
  await updateGroup(tx, row.id, { updatedAt: now });
  const live = await listLiveShares(tx, row.id);
  const isAllPaid = live.every(({ status }) => status === 'paid');
  const came = amountWords(payment.receivedCents, payment.receivedCurrency);
  await recordEvent(ctx, tx, row, 'share_paid', {
    actorId: share.holderId,
    text: payment.isAccepted
      ? `${came} was taken as the whole of your share of ${formatMoney(share.amountCents)}.`
      : null,
    // The person who paid last gets the mail of the next event. A member who waited for an admin gets both.
    recipients: share.holderId && (!isAllPaid || payment.isAccepted) ? [share.holderId] : [],
  });
  return isAllPaid ? orderTest(ctx, tx, row, live) : undefined;
}

/**
 * Tells a member by mail about too little money or a refund, once each. The member then has at least a day to pay
 * again.
 */
async function followUnpaid(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  share: ShareRow,
  payment: PaymentRecord,
): Promise<void> {
  const { clock } = ctx.platform;
  const tries = await paymentsFor(ctx.payments, payment.subject, tx);
  // Events of an older payment may arrive late, so only the newest payment with money is looked at.
  const latest = tries.find(({ receivedCents }) => receivedCents > 0);
  if (share.holderId === null || latest?.id !== payment.id) return;
  const isSentBack = !payment.holdsMoney;
  if (!isSentBack && payment.status !== 'underpaid') return;
  const kind = isSentBack ? 'payment_refunded' : 'payment_problem';
  const last = await findLastEvent(tx, row.id, share.holderId, PAYMENT_EVENTS);
  if (last?.kind === kind) return;
  const soonest = new Date(clock.now().getTime() + TAKEN_PAY_MS);
  if (isSentBack && share.payBy && share.payBy < soonest) {
    await updateShare(tx, share.id, { payBy: soonest, updatedAt: clock.now() });
  }
  const came = amountWords(payment.receivedCents, payment.receivedCurrency);
  await recordEvent(ctx, tx, row, kind, {
    actorId: share.holderId,
    recipients: [share.holderId],
    text: isSentBack
      ? `${came} goes back to you.`
      : `${came} arrived, and ${formatMoney(share.amountCents)} was due.`,
  });
}
