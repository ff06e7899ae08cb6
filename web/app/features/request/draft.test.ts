import type { CatalogItem } from '@vialproof/contract/catalog';
import { describe, expect, it } from 'vitest';
import { attemptFor, emptyDraft, findAsked, prefilledCompound } from './draft';

function item(id: string, name: string): CatalogItem {
  return {
    id,
    slug: name.toLowerCase(),
    name,
    description: '',
    sample_requirement: '',
    tat_text: '',
    base_price_cents: 18_000,
    family: '',
    includes_sterility: false,
    popular_rank: null,
  };
}
const one = item('1', 'One');
const two = item('2', 'Two');

describe('the address of the order form chooses a laboratory test by slug or id', () => {
  it('the address finds a laboratory test only by its slug or its id', () => {
    expect(findAsked([one, two], 'two')).toBe(two);
    expect(findAsked([one, two], '1')).toBe(one);
    expect(findAsked([one, two], 'three')).toBeUndefined();
    expect(findAsked([one, two], null)).toBeUndefined();
  });
});

describe('the compound field is filled in by itself', () => {
  it('the compound follows the chosen test until the user types another compound', () => {
    expect(prefilledCompound('', undefined, one)).toBe('One');
    expect(prefilledCompound('One', one, two)).toBe('Two');
    expect(prefilledCompound('My blend', one, two)).toBe('My blend');
  });
});

describe('a second try to order does not create a second order', () => {
  const draft = { ...emptyDraft, skuId: '1' };

  it('a try continues the same order after a failed step', () => {
    const attempt = { ...attemptFor(draft), orderId: 'order' };
    expect(attemptFor({ ...draft, attempt, notes: 'changed' })).toBe(attempt);
  });

  it('a try continues the same order with another payment method', () => {
    const attempt = { ...attemptFor(draft), orderId: 'order' };
    expect(attemptFor({ ...draft, attempt, paymentMethod: 'coinbase' })).toBe(attempt);
  });

  it('another test starts a new order with a new key; so does another payment method before the order exists', () => {
    const attempt = attemptFor(draft);
    const otherTest = attemptFor({ ...draft, attempt: { ...attempt, orderId: 'order' }, skuId: '2' });
    const otherMethod = attemptFor({ ...draft, attempt, paymentMethod: 'coinbase' });
    expect(otherTest).toMatchObject({ skuId: '2', orderId: null });
    expect(otherMethod).toMatchObject({ paymentMethod: 'coinbase', orderId: null });
    expect(new Set([attempt.key, otherTest.key, otherMethod.key]).size).toBe(3);
  });
});
