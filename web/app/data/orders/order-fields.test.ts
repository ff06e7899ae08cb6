import { expect, it } from 'vitest';
import { firstMethod } from './order-fields';

it('an order begins with the preferred payment method if it is offered, else with an offered one', () => {
  expect(firstMethod('stripe', ['stripe', 'coinbase'])).toBe('stripe');
  expect(firstMethod('coinbase', ['stripe', 'coinbase'])).toBe('coinbase');
  expect(firstMethod('stripe', ['coinbase'])).toBe('coinbase');
  expect(firstMethod('stripe', [])).toBe('stripe');
});
