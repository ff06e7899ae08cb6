import { POPULAR_PLACES } from '@vialproof/contract/catalog-staff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, placeAfter, rankPopular } from './catalog.rules.ts';

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 40 });
const someOf = ids.chain((all) =>
  fc.record({
    all: fc.constant(all),
    id: fc.constantFrom(...all),
    after: fc.option(fc.constantFrom(...all), { nil: null }),
  }),
);

describe('an admin changes the order of the price list', () => {
  it('a moved test comes right after the test that the admin chose, and all other tests keep their order', () => {
    fc.assert(
      fc.property(someOf, ({ all, id, after }) => {
        fc.pre(after !== id);
        const moved = placeAfter(all, id, after);
        expect(moved.indexOf(id)).toBe(after === null ? 0 : moved.indexOf(after) + 1);
        expect(moved.filter((one) => one !== id)).toEqual(all.filter((one) => one !== id));
        expect(moved.toSorted()).toEqual(all.toSorted());
      }),
    );
  });

  it('moving a test behind an unknown test throws an error', () => {
    expect(() => placeAfter(['a', 'b'], 'a', 'c')).toThrow();
    expect(() => placeAfter(['a', 'b'], 'c', 'a')).toThrow();
    expect(() => placeAfter(['a', 'b'], 'a', 'a')).toThrow();
  });
});

describe('an admin can mark at most six tests as popular', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    rank: fc.option(fc.integer({ min: 1, max: POPULAR_PLACES }), { nil: null }),
  });

  it('at most six tests are popular, and their ranks have no gaps', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        let popular: string[] = [];
        for (const { id, rank } of steps) {
          const before = popular.filter((one) => one !== id);
          popular = rankPopular(popular, id, rank);
          expect(popular.length).toBeLessThanOrEqual(POPULAR_PLACES);
          expect(new Set(popular).size).toBe(popular.length);
          expect(popular.indexOf(id)).toBe(rank === null ? -1 : Math.min(rank - 1, before.length));
          const others = popular.filter((one) => one !== id);
          expect(others).toEqual(before.slice(0, others.length));
        }
      }),
    );
  });
});

describe('a save lists the changed fields', () => {
  const sku = {
    name: 'Test',
    description: 'Words',
    family: 'Other',
    sample_requirement: '1 vial',
    tat_text: '5 days',
    base_price_cents: 18_000,
    includes_sterility: false,
  };

  it('changes are listed by field, and a save without changes lists nothing', () => {
    expect(changesOf(sku, { ...sku })).toEqual({});
    expect(changesOf(sku, { ...sku, base_price_cents: 19_000, name: 'Assay' })).toEqual({
      name: { from: 'Test', to: 'Assay' },
      base_price_cents: { from: 18_000, to: 19_000 },
    });
  });
});
