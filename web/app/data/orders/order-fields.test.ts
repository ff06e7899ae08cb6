import { expect, it } from 'vitest';
import { firstMethod } from './order-fields';

it('begins with the wished payment method, else with one that is offered', () => {
  expect(firstMethod('stripe', ['stripe', 'coinbase'])).toBe('stripe');
  expect(firstMethod('coinbase', ['stripe', 'coinbase'])).toBe('coinbase');
  expect(firstMethod('stripe', ['coinbase'])).toBe('coinbase');
  expect(firstMethod('stripe', [])).toBe('stripe');
});
