import type { CheckoutOutcome } from '@vialproof/contract/checkout';
import { expect, it } from 'vitest';
import { differenceWords } from './difference-words';

const overpaid: CheckoutOutcome = {
  state: 'confirmed',
  request_id: 'order-1',
  group_id: null,
  reason: null,
  amount_cents: 15_300,
  received_cents: 16_830,
  received_currency: 'usd',
  refunded_cents: 0,
};

it('an overpaid order says what will go back, and later that it went back', () => {
  const paid = 'You paid $168.30 for an order of $153.00';
  expect(differenceWords(overpaid)).toBe(`${paid}: $15.30 goes back to you.`);
  expect(differenceWords({ ...overpaid, refunded_cents: 1_000 })).toBe(`${paid}: $15.30 goes back to you.`);
  expect(differenceWords({ ...overpaid, refunded_cents: 1_530 })).toBe(`${paid}: $15.30 went back to you.`);
});

it('an underpaid share says what came and what was asked; so does money in another currency', () => {
  const share = { ...overpaid, group_id: 'group-1', received_cents: 15_000 };
  expect(differenceWords(share)).toBe('You paid $150.00 for a share of $153.00.');
  expect(differenceWords({ ...overpaid, received_currency: 'usdc' })).toBe(
    'You paid 168.30 USDC for an order of $153.00.',
  );
});

it('a disputed payment does not promise that money goes back', () => {
  expect(differenceWords({ ...overpaid, state: 'attention' })).toBe(
    'You paid $168.30 for an order of $153.00.',
  );
});

it('no difference is shown for a payment of the price, and for one that did not arrive', () => {
  expect(differenceWords({ ...overpaid, received_cents: 15_300 })).toBe('');
  expect(differenceWords({ ...overpaid, received_cents: 0, received_currency: null })).toBe('');
  expect(differenceWords({ ...overpaid, state: 'failed' })).toBe('');
});
