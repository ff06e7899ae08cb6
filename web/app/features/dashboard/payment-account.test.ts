import type { Payment } from '@vialproof/contract/checkout';
import { expect, it } from 'vitest';
import { balanceReason, isReturning, shownStatus } from './payment-account';

const payment: Payment = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  created_at: '2026-11-23T08:00:00.000Z',
  kind: 'order',
  sku_name: 'BPC-157',
  provider: 'coinbase',
  status: 'partially_refunded',
  amount_cents: 18_000,
  order_id: null,
  group_id: null,
  task_number: null,
  received_cents: 20_000,
  received_currency: 'usd',
  refunded_cents: 2_000,
  refunding_cents: 0,
  receipt_url: null,
};

it('a payment counts as paid if only too much money was returned, and shows the reason', () => {
  expect(shownStatus(payment)).toBe('paid');
  expect(balanceReason(payment)).toContain('$200.00 came where $180.00 was due');
});

it('a payment counts as partially refunded once a cent of the price was returned', () => {
  const part = { ...payment, refunded_cents: 2_001 };
  expect(shownStatus(part)).toBe('partially_refunded');
  expect(balanceReason(part)).toBe('The laboratory sent a part of the price back.');
});

it('a payment shows no explanation if the price was paid and not returned', () => {
  const paid: Payment = { ...payment, status: 'paid', received_cents: 18_000, refunded_cents: 0 };
  expect(balanceReason(paid)).toBe('');
});

it('a payment tells of returned money only if some went back, is on its way back or was too much', () => {
  const paid: Payment = { ...payment, status: 'paid', received_cents: 18_000, refunded_cents: 0 };
  expect(isReturning(paid)).toBe(false);
  expect(isReturning({ ...paid, status: 'underpaid', received_cents: 10_000 })).toBe(false);
  expect(isReturning({ ...paid, status: 'overpaid', received_cents: 20_000 })).toBe(true);
  expect(isReturning({ ...paid, status: 'refund_pending', refunding_cents: 18_000 })).toBe(true);
  expect(isReturning(payment)).toBe(true);
});
