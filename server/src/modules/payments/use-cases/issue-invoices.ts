import { selectBuyer } from '../../accounts/accounts.service.ts';
import { issueDocuments, type PaymentToDocument } from '../../invoices/invoices.service.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { describeGoods } from '../payments.queries.ts';
import { listPayments, listRefundsOf, lockPayments } from '../payments.store.ts';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';
import { earningsOf } from '../rules/ledger-entries.ts';
import { factsOf, subjectOf } from '../rules/payment-facts.ts';

type Buyer = Awaited<ReturnType<typeof selectBuyer>>;

/** Names and addresses of the people who paid. */
export async function issueInvoices(ctx: PaymentsContext, paymentIds: string[]): Promise<void> {
  const { platform, invoices } = ctx;
  const payments = await listPayments(platform.db.orm, paymentIds);
  const buyers = await buyersOf(ctx, payments);
  const sales = await describeGoods(ctx, payments.map(subjectOf));
  await platform.db.transaction(async (tx) => {
    const rows = await lockPayments(tx, paymentIds);
    const refunds = Map.groupBy(await listRefundsOf(tx, paymentIds), ({ paymentId }) => paymentId);
    await issueDocuments(
      invoices,
      tx,
      rows.map((row) => ({
        ...toDocument(row, refunds.get(row.id) ?? [], buyers),
        discount: sales.get(row.subjectId)?.discount,
      })),
    );
  });
}

/** The payers of these payments. */
async function buyersOf({ accounts }: PaymentsContext, payments: PaymentRow[]) {
  const buyers = new Map<string, Buyer>();
  for (const id of new Set(payments.map(({ customerId }) => customerId))) {
    buyers.set(id, await selectBuyer(accounts, id));
  }
  return buyers;
}

function toDocument(
  row: PaymentRow,
  refunds: RefundRow[],
  buyers: Map<string, Buyer>,
): Omit<PaymentToDocument, 'discount'> {
  const buyer = buyers.get(row.customerId);
  if (!buyer) throw new Error(`payment ${row.id} has no buyer`);
  return {
    paymentId: row.id,
    ...earningsOf(factsOf(row, refunds)),
    description: row.description,
    currency: row.receivedCurrency ?? row.currency,
    buyer: { ...buyer, email: row.customerEmail },
    reference: row.reference,
    order_id: row.subjectKind === 'order' ? row.subjectId : null,
    paid_at: (row.settledAt ?? row.updatedAt).toISOString(),
    provider: row.provider,
    provider_reference: row.transactionHash ?? row.providerPaymentId,
  };
}
