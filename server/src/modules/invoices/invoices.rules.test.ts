import { publicDiscount } from '@vialproof/science/money/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineOf } from './invoices.rules.ts';

const cents = fc.integer({ min: 1, max: 10_000_000 });
const discount = fc.record({ listCents: cents, percent: fc.integer({ min: 0, max: 90 }) });

it('on each invoice the list price less the discount is the amount, and the amount is never changed', () => {
  fc.assert(
    fc.property(discount, cents, fc.boolean(), (given, other, isOther) => {
      const price = given.listCents - publicDiscount(given.listCents, given.percent);
      const amount = isOther ? other : price;
      const { list_cents: list, discount_cents: less, ...line } = lineOf('BPC-157', amount, given);
      expect(line).toEqual({
        description: 'BPC-157',
        quantity: 1,
        unit_cents: amount,
        amount_cents: amount,
      });
      // Without a discount, or if the amount is not the price, the invoice shows no list price.
      const isDiscounted = amount === price && price < given.listCents;
      expect([list, less]).toEqual(
        isDiscounted ? [given.listCents, given.listCents - amount] : [undefined, undefined],
      );
    }),
  );
});
