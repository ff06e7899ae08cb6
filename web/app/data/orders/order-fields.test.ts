import { expect, it } from 'vitest';
import { firstMethod } from './order-fields';

it("a new order starts with the customer's preferred payment method if it is offered", () => {
  expect(firstMethod('stripe', ['stripe', 'coinbase'])).toBe('stripe');
  expect(firstMethod('coinbase', ['stripe', 'coinbase'])).toBe('coinbase');
  expect(firstMethod('stripe', ['coinbase'])).toBe('coinbase');
  expect(firstMethod('stripe', [])).toBe('stripe');
});
