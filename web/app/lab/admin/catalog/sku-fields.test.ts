import { expect, it } from 'vitest';
import { emptySku, merge, slugOf, toFields } from './sku-fields';

const base = { ...emptySku, name: 'Epitalon', price: '210.00' };

it('slugOf turns the name of a test into the last part of its address', () => {
  expect(slugOf('5-Amino-1-methylquinolinium')).toBe('5-amino-1-methylquinolinium');
  expect(slugOf('  AOD-9604 with 5% acetic acid! ')).toBe('aod-9604-with-5-acetic-acid');
  expect(slugOf('Ätzend')).toBe('tzend');
  expect(slugOf('%%%')).toBe('');
  expect(slugOf(`${'x'.repeat(79)} y`)).toBe('x'.repeat(79));
});

it('a merge of two edits keeps the user’s changes, and takes over fields that only others changed', () => {
  const mine = { ...base, price: '220.00' };
  const theirs = { ...base, family: 'Peptides' };
  expect(merge(base, mine, theirs)).toEqual({
    merged: { ...base, price: '220.00', family: 'Peptides' },
    foreign: [{ field: 'family', theirs: 'Peptides', clash: false }],
  });
});

it('a merge of two edits reports a field that both people changed, and keeps the user’s text', () => {
  const mine = { ...base, price: '220.00' };
  expect(merge(base, mine, { ...base, price: '230.00' })).toEqual({
    merged: mine,
    foreign: [{ field: 'price', theirs: '230.00', clash: true }],
  });
  // Both people typed the same text, so the change is no clash.
  expect(merge(base, mine, mine).foreign).toEqual([{ field: 'price', theirs: '220.00', clash: false }]);
});

it('the form sends a typed price to the server in whole cents', () => {
  expect(toFields({ ...base, price: '$1,210.05' })).toMatchObject({ base_price_cents: 121_005 });
});
