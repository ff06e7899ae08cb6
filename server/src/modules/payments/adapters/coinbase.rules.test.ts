import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  type CoinbaseCheckout,
  centsOf,
  receivedOf,
  refundReason,
  refundUpdateOf,
  signalsOf,
} from './coinbase.rules.ts';

const checkout = (change: Partial<CoinbaseCheckout> = {}): CoinbaseCheckout => ({
  id: '68f7a946db0529ea9b6d3a12',
  status: 'COMPLETED',
  amount: '300.00',
  currency: 'USDC',
  ...change,
});

describe('amounts in decimals become cents', () => {
  test.each([
    ['300', 30_000],
    ['300.5', 30_050],
    ['300.50', 30_050],
    ['0.1', 10],
    ['299.999999', 29_999],
    ['0.009999', 0],
    ['90071992547.99', 9_007_199_254_799],
  ])('the text %s is read as %i cents, without fractions of a cent', (amount, cents) => {
    expect(centsOf(amount)).toBe(cents);
  });

  test.each(['', '-1', '1e3', '1,000.00', '.5', '1.', 'NaN', '0x10', '1.2.3', ' 1'])(
    '%j is refused as an amount',
    (amount) => {
      expect(() => centsOf(amount)).toThrow('no amount');
    },
  );

  test('cents that are written as text and read again stay the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 0, max: 9999 }),
        (cents, rest) => {
          expect(centsOf(amountOf(cents))).toBe(cents);
          expect(centsOf(`${amountOf(cents)}${String(rest).padStart(4, '0')}`)).toBe(cents);
        },
      ),
    );
  });
});

describe('reports of the crypto provider become events and amounts of our payments', () => {
  test.each<[string, Partial<CoinbaseCheckout>, { cents: number; currency: string }]>([
    ['no settlement amount: the price', {}, { cents: 30_000, currency: 'usd' }],
    [
      'dollars asked, paid at par',
      {
        fiatAmount: '300.00',
        fiatCurrency: 'USD',
        settlement: { totalAmount: '300.00', currency: 'USDC' },
      },
      { cents: 30_000, currency: 'usd' },
    ],
    [
      'dollars asked, the coin is worth less: the share counts',
      {
        amount: '300.30',
        fiatAmount: '300.00',
        fiatCurrency: 'USD',
        settlement: { totalAmount: '300.30', currency: 'USDC' },
      },
      { cents: 30_000, currency: 'usd' },
    ],
    [
      'a millionth too little is a cent too little',
      {
        amount: '300.30',
        fiatAmount: '300.00',
        fiatCurrency: 'USD',
        settlement: { totalAmount: '300.299999', currency: 'USDC' },
      },
      { cents: 29_999, currency: 'usd' },
    ],
    [
      'more than asked',
      { settlement: { totalAmount: '330.00', currency: 'USDC' } },
      { cents: 33_000, currency: 'usd' },
    ],
    [
      'another coin is another currency',
      { settlement: { totalAmount: '300.00', currency: 'EURC' } },
      { cents: 30_000, currency: 'eurc' },
    ],
  ])('the received money of a checkout is computed: %s', (_, change, received) => {
    expect(receivedOf(checkout(change))).toEqual(received);
  });
});

test.each([
  ['ACTIVE', []],
  ['PROCESSING', ['processing']],
  ['COMPLETED', ['captured']],
  ['REFUNDED', ['captured']],
  ['PARTIALLY_REFUNDED', ['captured']],
  ['EXPIRED', ['expired']],
  ['DEACTIVATED', ['expired']],
  ['FAILED', ['failed']],
  ['SOMETHING_NEW', []],
])('a checkout with the status %s causes the events %j', (status, kinds) => {
  expect(signalsOf(checkout({ status })).map(({ kind }) => kind)).toEqual(kinds);
});

test("a refund is recognised by our id in its reason, and has the provider's status", () => {
  const id = '0b6cf3a1-6f0e-4b1a-9a53-0a4a7f3d8f11';
  const refund = { id: 'r1', amount: '25.00', currency: 'USDC', reason: refundReason('A favour', id) };
  expect(refundUpdateOf({ ...refund, status: 'COMPLETED' })).toEqual({
    providerRefundId: 'r1',
    refundId: id,
    amountCents: 2_500,
    status: 'succeeded',
    failureReason: null,
  });
  expect(refundUpdateOf({ ...refund, status: 'FAILED' })).toMatchObject({ status: 'failed' });
  expect(refundUpdateOf({ ...refund, status: 'PENDING', reason: 'by hand' })).toMatchObject({
    status: 'pending',
    refundId: null,
  });
});
