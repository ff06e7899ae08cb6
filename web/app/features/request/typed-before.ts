import type { Draft } from './draft';

const texts = ['compound_name', 'dosage_text', 'manufacturer', 'batch_code', 'notes', 'skuId'] as const;

/** What a person typed and chose in the form that the server drew as `drawn`, before its scripts came. */
export function typedBefore(form: HTMLFormElement | null, drawn: Draft): Partial<Draft> {
  if (!form) return {};
  const now = new FormData(form);
  const typed: Partial<Draft> = {};
  for (const name of texts) {
    const value = now.get(name);
    if (typeof value === 'string' && value !== drawn[name]) typed[name] = value;
  }
  if (now.get('visibility') === 'public') typed.visibility = 'public';
  if (now.get('paymentMethod') === 'coinbase') typed.paymentMethod = 'coinbase';
  if (now.has('agree')) typed.agree = true;
  return typed;
}
