import type { CatalogItem } from '@vialproof/contract/catalog';
import { CARD, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { OrderFields } from '../../data/orders/order-fields';

/** An order that was begun and not yet paid: a failed step goes on with it. */
export interface Attempt {
  /** Sent as Idempotency-Key, so that pressing twice makes one order. */
  key: string;
  skuId: string;
  paymentMethod: PaymentMethod;
  /** Null until the server has answered. */
  orderId: string | null;
}

/** Everything on the form. */
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

/** The catalog item that `?sku=` names: by slug, or by id. */
export function findAsked(catalog: CatalogItem[], asked: string | null | undefined): CatalogItem | undefined {
  return asked ? catalog.find((item) => item.slug === asked || item.id === asked) : undefined;
}

/** The compound after choosing `next`: the test's name, unless the person wrote something else. */
export function prefilledCompound(
  compound: string,
  previous: CatalogItem | undefined,
  next: CatalogItem,
): string {
  const untouched = compound.trim() === '' || compound === previous?.name;
  return untouched ? next.name : compound;
}

/** The draft after choosing `item`; itself when there is none. */
export function withTest(draft: Draft, catalog: CatalogItem[], item: CatalogItem | undefined): Draft {
  if (!item || item.id === draft.skuId) return draft;
  const previous = catalog.find(({ id }) => id === draft.skuId);
  return {
    ...draft,
    skuId: item.id,
    compound_name: prefilledCompound(draft.compound_name, previous, item),
  };
}

/** Goes on with the order of the same test, whose payment method can change; before it exists, with the same call. Else begins another. */
export function attemptFor(draft: Draft): Attempt {
  const { attempt, skuId, paymentMethod } = draft;
  const isSame = attempt?.orderId !== null || attempt.paymentMethod === paymentMethod;
  if (attempt?.skuId === skuId && isSame) return attempt;
  // randomUUID is absent where the page is not served securely.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key, skuId, paymentMethod, orderId: null };
}
