import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountCents, finalPriceCents } from './price.ts';

describe('the price after the discount is a positive number of whole cents', () => {
  const cents = fc.integer({ min: 100, max: 10_000_000 });
  const percent = fc.integer({ min: 0, max: 90 });

  it('only public tests get the discount, which is a whole number of cents', () => {
    expect(discountCents(18_000, 10, 'public')).toBe(1800);
    expect(discountCents(18_005, 15, 'public')).toBe(2701);
    expect(discountCents(18_000, 10, 'private')).toBe(0);
  });

  it('a price is positive, never above the base price, and right to half a cent', () => {
    fc.assert(
      fc.property(cents, percent, (base, off) => {
        const price = finalPriceCents(base, off, 'public');
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThan(0);
        expect(price).toBeLessThanOrEqual(base);
        expect(Math.abs(base * (1 - off / 100) - price)).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(finalPriceCents(base, off, 'private')).toBe(base);
      }),
    );
  });
});
