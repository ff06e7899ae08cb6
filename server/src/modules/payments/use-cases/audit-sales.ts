import type { LedgerFinding } from '@vialproof/contract/ledger';
import type { Tx } from '../../../platform/postgres/database.ts';
import { listKnownGoods } from '../goods.store.ts';
import type { PaymentsContext, Seller } from '../payments.context.ts';
import { paymentsOfMany } from '../payments.queries.ts';

/** How many sold items (goods) are read at a time. */
const PAGE = 500;
const UNKNOWN_GOOD =
  'It has no row in the table good, so checkout does not find it and nobody can pay for it.';

/** Compares each sold item with its payments. Items that have just changed are left out. */
export async function* auditSales(
  ctx: PaymentsContext,
  tx: Tx,
  settledBefore: Date,
): AsyncGenerator<LedgerFinding> {
  for (const seller of ctx.sellers.values()) yield* auditSeller(ctx, tx, seller, settledBefore);
}

async function* auditSeller(
  ctx: PaymentsContext,
  tx: Tx,
  seller: Seller,
  settledBefore: Date,
): AsyncGenerator<LedgerFinding> {
  const { kind, finding } = seller;
  for (let after: string | undefined; ; ) {
    const goods = await seller.listAfter(tx, after, PAGE);
    after = goods.at(-1)?.id;
    if (!after) return;
    const ids = goods.map(({ id }) => id);
    const payments = Map.groupBy(await paymentsOfMany(ctx, kind, ids, tx), ({ subject }) => subject.id);
    const known = await listKnownGoods(tx, kind, ids);
    for (const good of goods) {
      const found = { kind: finding, payment_id: good.paymentId, subject: { kind, id: good.id } };
      if (!known.has(good.id)) yield { ...found, detail: UNKNOWN_GOOD };
      const own = payments.get(good.id) ?? [];
      if ([good, ...own].some(({ updatedAt }) => updatedAt > settledBefore)) continue;
      const detail = await good.contradiction(own);
      if (detail) yield { ...found, detail };
    }
  }
}
