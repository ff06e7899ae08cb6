import type { Visibility } from '@vialproof/contract/primitives';
import { publicDiscount } from '@vialproof/science/money/money';

/** The discount in cents, which only a public test has. */
export function discountCents(baseCents: number, percent: number, visibility: Visibility): number {
  return visibility === 'public' ? publicDiscount(baseCents, percent) : 0;
}

export function finalPriceCents(baseCents: number, percent: number, visibility: Visibility): number {
  return baseCents - discountCents(baseCents, percent, visibility);
}
