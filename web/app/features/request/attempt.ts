import type { Attempt, Draft } from './draft';

/** Goes on with the attempt of the same test and payment method; else begins another. */
export function attemptFor(draft: Draft): Attempt {
  const { attempt, skuId, paymentMethod } = draft;
  if (attempt?.skuId === skuId && attempt.paymentMethod === paymentMethod) return attempt;
  // randomUUID is absent where the page is not served securely.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key, skuId, paymentMethod, orderId: null };
}
