import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { selectEmail } from '../../accounts/accounts.service.ts';
import { findGoodKind } from '../goods.store.ts';
import { type PaymentsContext, type Seller, sellerOf } from '../payments.context.ts';
import { closeCheckout } from './close-checkout.ts';
import { openCheckout } from './open-checkout.ts';

export type SaleRequest = {
  goodId: string;
  provider: PaymentMethod;
  /** The price that the page showed. */
  amountCents: number;
  /** The id of the new payment. It is the same at each try. */
  operationId: string;
};

/** Registers a module that sells something. */
export function addSeller({ sellers }: PaymentsContext, seller: Seller): void {
  sellers.set(seller.kind, seller);
}

/**
 * Opens the payment page for something that is sold. Do not call it inside a transaction. Refusals: `not_found`,
 * `price_changed`, those of the selling module and of `openCheckout`.
 */
export async function sellGood(
  ctx: PaymentsContext,
  viewer: Viewer,
  { goodId, provider, amountCents, operationId }: SaleRequest,
): Promise<{ url: string } | Refusal> {
  const kind = await findGoodKind(ctx.platform.db.orm, goodId);
  if (!kind) return refuse('not_found');
  const seller = sellerOf(ctx, kind);
  const offer = await seller.offer(viewer, goodId);
  if (isRefusal(offer)) return offer;
  if (amountCents !== offer.amountCents) {
    return refuse('price_changed', undefined, { amount_cents: offer.amountCents });
  }
  const expiresAt = seller.keep ? await seller.keep(goodId) : offer.expiresAt;
  if (isRefusal(expiresAt)) return expiresAt;
  const subject = { kind, id: goodId };
  const page = await openCheckout(ctx, {
    ...offer,
    paymentId: operationId,
    subject,
    customerId: viewer.id,
    customerEmail: await selectEmail(ctx.accounts, viewer.id),
    provider,
    expiresAt,
  });
  if (isRefusal(page)) return page;
  const lost = seller.opened
    ? await seller.opened(viewer, goodId, { provider, amountCents, expiresAt })
    : await seller.refuseUnwanted(goodId);
  if (!lost) return { url: page.url };
  // The sold thing changed meanwhile, so the page is closed.
  await closeCheckout(ctx, subject);
  return lost;
}
