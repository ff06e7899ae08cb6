import type { CheckoutState, Payment } from '@vialproof/contract/checkout';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type PaymentsContext, type Sale, sellerOf } from './payments.context.ts';
import { type BillingRow, type PaymentRecord, presentBilling, presentRecord } from './payments.presenter.ts';
import {
  countUnsettled,
  findPayment,
  findPaymentOfSession,
  listPayments,
  listPaymentsOfCustomer,
  listPaymentsOfSubject,
  listPaymentsOfSubjects,
  listRefundsOf,
  readFacts,
} from './payments.store.ts';
import type { PaymentRow } from './payments.tables.ts';
import { checkoutState } from './rules/checkout-state.ts';
import { factsOf, type Subject, subjectOf } from './rules/payment-facts.ts';
import { holdsMoney } from './rules/refundable.ts';
import { isUnderpaid } from './rules/underpayment.ts';

/** The characters and the length of an id. */
const PROVIDER_ID = /^[\w.:-]{1,255}$/;

/** The number of payments that may still change, and the time of the oldest. */
export const countUnsettledPayments = (_: PaymentsContext, db: Queryable) => countUnsettled(db);

/** The state of a payment, by the provider's session id or our id. Check `customerId` before you show it. */
export async function checkoutStateOf(
  { platform: { db } }: PaymentsContext,
  sessionOrPaymentId: string,
): Promise<{ payment: PaymentRecord; state: CheckoutState; reason: string | null } | undefined> {
  if (!PROVIDER_ID.test(sessionOrPaymentId)) return undefined;
  const row = isUuid(sessionOrPaymentId)
    ? await findPayment(db.orm, sessionOrPaymentId)
    : await findPaymentOfSession(db.orm, sessionOrPaymentId);
  if (!row) return undefined;
  const facts = await readFacts(db.orm, row);
  return { payment: presentRecord(row, facts), ...checkoutState(facts) };
}

/** Reads a payment; throws if it is missing. */
export async function selectPayment(
  { platform: { db } }: PaymentsContext,
  paymentId: string,
  tx?: Tx,
): Promise<PaymentRecord> {
  const row = await findPayment(tx ?? db.orm, paymentId);
  if (!row) throw new Error(`there is no payment ${paymentId}`);
  return presentRecord(row, await readFacts(tx ?? db.orm, row));
}

/** All payments for this item, newest first. Failed ones are included. */
export async function paymentsFor(ctx: PaymentsContext, subject: Subject, tx?: Tx): Promise<PaymentRecord[]> {
  return recordsOfRows(ctx, await listPaymentsOfSubject(tx ?? ctx.platform.db.orm, subject), tx);
}

/** The payments of each of these subjects, newest first. */
export async function paymentsOfMany(
  ctx: PaymentsContext,
  kind: Subject['kind'],
  ids: string[],
  tx?: Tx,
): Promise<PaymentRecord[]> {
  if (ids.length === 0) return [];
  return recordsOfRows(ctx, await listPaymentsOfSubjects(tx ?? ctx.platform.db.orm, kind, ids), tx);
}

/** The present state of these payments; unknown ids are left out. */
export async function paymentRecordsOf(
  ctx: PaymentsContext,
  paymentIds: string[],
  tx?: Tx,
): Promise<PaymentRecord[]> {
  const rows = new Map(
    (await listPayments(tx ?? ctx.platform.db.orm, paymentIds)).map((row) => [row.id, row]),
  );
  return recordsOfRows(
    ctx,
    paymentIds.flatMap((id) => rows.get(id) ?? []),
    tx,
  );
}

async function recordsOfRows(
  { platform: { db } }: PaymentsContext,
  rows: PaymentRow[],
  tx?: Tx,
): Promise<PaymentRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const refunds = Map.groupBy(await listRefundsOf(tx ?? db.orm, ids), ({ paymentId }) => paymentId);
  return rows.map((row) => presentRecord(row, factsOf(row, refunds.get(row.id) ?? [])));
}

/** The rows of a customer's billing page, newest first, at most 500. */
export async function paymentsOf(
  ctx: Pick<PaymentsContext, 'platform'>,
  customerId: string,
): Promise<BillingRow[]> {
  return (await listBills(ctx, customerId)).map(({ bill }) => bill);
}

/** The rows of the billing page, each with its order or group. */
export async function listBilling(ctx: PaymentsContext, customerId: string): Promise<Payment[]> {
  const bills = await listBills(ctx, customerId);
  const sales = await describeGoods(
    ctx,
    bills.map(({ subject }) => subject),
  );
  return bills.map(({ subject, bill }) => {
    const { share_id, withdrawal_id, showcase_id, ...row } = bill;
    const { orderId, groupId } = sales.get(subject.id) ?? {};
    return { ...row, kind: subject.kind, order_id: orderId ?? null, group_id: groupId ?? null };
  });
}

async function listBills(
  { platform: { db } }: Pick<PaymentsContext, 'platform'>,
  customerId: string,
): Promise<{ subject: Subject; bill: BillingRow }[]> {
  const rows = await listPaymentsOfCustomer(db.orm, customerId);
  const ids = rows.map(({ id }) => id);
  const refunds = Map.groupBy(await listRefundsOf(db.orm, ids), ({ paymentId }) => paymentId);
  return rows.map((row) => ({
    subject: subjectOf(row),
    bill: presentBilling(row, factsOf(row, refunds.get(row.id) ?? []).refundingCents),
  }));
}

/** What the modules say about the items they sold, by the id of the item. */
export async function describeGoods(ctx: PaymentsContext, subjects: Subject[]): Promise<Map<string, Sale>> {
  const sales = new Map<string, Sale>();
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const ids = ofKind.map(({ id }) => id);
    for (const sale of await sellerOf(ctx, kind).describeSales(ids)) sales.set(sale.id, sale);
  }
  return sales;
}

/** Refuses a new payment page while money was received or is on its way. */
export async function refuseWhileMoneyIsHeld(tx: Tx, rows: PaymentRow[]): Promise<Refusal | undefined> {
  for (const row of rows) {
    if (row.status === 'processing') {
      return refuse('already_paid', 'A payment is on its way already. Please do not pay again.');
    }
    if (row.receivedCents === 0) continue;
    const facts = await readFacts(tx, row);
    if (holdsMoney(facts)) return refuse(isUnderpaid(facts) ? 'payment_under_review' : 'already_paid');
  }
  return undefined;
}
