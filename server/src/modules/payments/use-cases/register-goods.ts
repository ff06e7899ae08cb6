import type { Tx } from '../../../platform/postgres/database.ts';
import { insertGoods } from '../goods.store.ts';
import type { PaymentsContext } from '../payments.context.ts';
import type { GoodKind } from '../rules/payment-facts.ts';

/** Tells the module payments about new items that can be paid, in the transaction that creates them. */
export async function registerGoods(
  _: PaymentsContext,
  tx: Tx,
  kind: GoodKind,
  ids: string[],
): Promise<void> {
  if (ids.length > 0)
    await insertGoods(
      tx,
      ids.map((id) => ({ id, kind })),
    );
}
