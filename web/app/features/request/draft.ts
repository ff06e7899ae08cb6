import type { CatalogItem } from '@vialproof/contract/catalog';
import { CARD, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { OrderFields } from '../../data/orders/order-fields';

/** An order that the user has begun and not paid. A failed step can be repeated. */
export interface Attempt {
  /** Sent as Idempotency-Key, so that a double click creates one order. */
  key: string;
  skuId: string;
  paymentMethod: PaymentMethod;
  /** Null until the server has answered. */
  orderId: string | null;
}

/** All fields of the form. */
export interface Draft extends OrderFields {
  skuId: string;
  agree: boolean;
  attempt: Attempt | null;
}

export const emptyDraft: Draft = {
  skuId: '',
  visibility: 'private',
  paymentMethod: CARD,
  compound_name: '',
  dosage_text: '',
  manufacturer: '',
  batch_code: '',
  notes: '',
  agree: false,
  attempt: null,
};

/** The test that `?sku=` names by its path or its id. */
export function findAsked(catalog: CatalogItem[], asked: string | null | undefined): CatalogItem | undefined {
  return asked ? catalog.find((item) => item.slug === asked || item.id === asked) : undefined;
}

/** The compound for the test `next`: its name, unless the user has typed another one. */
export function prefilledCompound(
  compound: string,
  previous: CatalogItem | undefined,
  next: CatalogItem,
): string {
  const untouched = compound.trim() === '' || compound === previous?.name;
  return untouched ? next.name : compound;
}

/** The form after the user chose `item`. Unchanged if `item` is undefined. */
export function withTest(draft: Draft, catalog: CatalogItem[], item: CatalogItem | undefined): Draft {
  if (!item || item.id === draft.skuId) return draft;
  const previous = catalog.find(({ id }) => id === draft.skuId);
  return {
    ...draft,
    skuId: item.id,
    compound_name: prefilledCompound(draft.compound_name, previous, item),
  };
}

/**
 * Continues the order of the same test. If the order does not exist yet, the same call is repeated. Another test starts
 * anew.
 */
export function attemptFor(draft: Draft): Attempt {
  const { attempt, skuId, paymentMethod } = draft;
  const isSame = attempt?.orderId !== null || attempt.paymentMethod === paymentMethod;
  if (attempt?.skuId === skuId && isSame) return attempt;
  // Insecure pages have no randomUUID, so the id is made from random bytes.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key, skuId, paymentMethod, orderId: null };
}
