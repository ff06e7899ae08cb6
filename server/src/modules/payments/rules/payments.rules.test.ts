import { PAYMENT_STATUSES, type PaymentStatus } from '@vialproof/contract/checkout';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accept, decisionOf } from './admin-decisions.ts';
import { checkoutState } from './checkout-state.ts';
import { balances, ledgerRows } from './ledger-entries.ts';
import type { Facts, Signal } from './payment-facts.ts';
import { learn, learnRefunds, STEPS } from './payment-status.ts';
import { coversPrice, excessCents, isPaidFor, laterRefundStatus, refundableCents } from './refundable.ts';
import { dueCents, settle } from './underpayment.ts';

const fresh = (amountCents = 30_000): Facts => ({
  amountCents,
  currency: 'usd',
  status: 'pending',
  receivedCents: 0,
  receivedCurrency: null,
  refundedCents: 0,
  refundingCents: 0,
  dispute: null,
  acceptedCents: null,
});

const captured = (cents: number, currency = 'usd'): Signal => ({ kind: 'captured', cents, currency });
const processing: Signal = { kind: 'processing' };
const failed: Signal = { kind: 'failed', reason: 'The bank did not pay.' };
const expired: Signal = { kind: 'expired' };
const dispute = (state: 'open' | 'won' | 'lost'): Signal => ({ kind: 'dispute', state });

const tell = (...signals: Signal[]) => signals.reduce(learn, fresh());

describe('events lead a payment to the right status, in any order', () => {
  test.each([
    [30_000, 'usd', 'paid'],
    [29_999, 'usd', 'underpaid'],
    [30_001, 'usd', 'overpaid'],
    [30_000, 'eur', 'underpaid'],
    [90_000, 'eur', 'underpaid'],
  ] as const)('%i %s for a price of 30000 usd are %s', (cents, currency, verdict) => {
    expect(settle({ amountCents: 30_000, currency: 'usd' }, cents, currency)).toBe(verdict);
    expect(tell(captured(cents, currency)).status).toBe(verdict);
  });

  test.each<[string, Signal[], PaymentStatus]>([
    ['a late payment is processing at first', [processing], 'processing'],
    ['it succeeds', [processing, captured(30_000)], 'paid'],
    ['it fails', [processing, failed], 'failed'],
    ['the processing event arrives last', [captured(30_000), processing], 'paid'],
    ['the failure arrives before the processing event', [failed, processing], 'failed'],
    ['a page expires', [expired], 'expired'],
    ['a payment after the expiry counts', [expired, captured(30_000)], 'paid'],
    ['a payment after a failure counts', [failed, captured(30_000)], 'paid'],
    ['a used page does not expire', [processing, expired], 'processing'],
    ['a dispute flags the payment', [captured(30_000), dispute('open')], 'disputed'],
    ['a dispute that was won leaves it paid', [captured(30_000), dispute('open'), dispute('won')], 'paid'],
    ['a lost dispute stays', [captured(30_000), dispute('lost'), dispute('open')], 'disputed'],
    [
      'a dispute that arrives before the payment waits for it',
      [dispute('open'), captured(30_000)],
      'disputed',
    ],
  ])('the events lead the payment to the expected status: %s', (_, signals, status) => {
    expect(tell(...signals).status).toBe(status);
  });

  test('pending and completed refunds set the status of a payment, and a failed refund sets it back to paid', () => {
    const paid = tell(captured(30_000));
    expect(learnRefunds(paid, 0, 10_000).status).toBe('refund_pending');
    expect(learnRefunds(paid, 10_000, 0).status).toBe('partially_refunded');
    expect(learnRefunds(paid, 30_000, 0).status).toBe('refunded');
    expect(learnRefunds(learnRefunds(paid, 0, 10_000), 0, 0).status).toBe('paid');
  });
});

describe('a part of a payment can be refunded', () => {
  test('the refundable amount is the received money minus all refunds', () => {
    const paid = tell(captured(30_000));
    expect(refundableCents(fresh())).toBe(0);
    expect(refundableCents(paid)).toBe(30_000);
    expect(refundableCents(learnRefunds(paid, 10_000, 5_000))).toBe(15_000);
    expect(refundableCents(learn(paid, dispute('open')))).toBe(0);
  });

  test('the received money above the price is refunded once', () => {
    const over = tell(captured(33_000));
    expect(excessCents(over)).toBe(3_000);
    expect(excessCents(learnRefunds(over, 0, 3_000))).toBe(0);
    expect(excessCents(tell(captured(33_000, 'eur')))).toBe(0);
    expect(coversPrice(learnRefunds(over, 0, 3_000))).toBe(true);
    expect(coversPrice(learnRefunds(over, 0, 3_001))).toBe(false);
    expect(coversPrice(tell(captured(29_999)))).toBe(false);
    expect(coversPrice(tell(captured(30_000, 'eur')))).toBe(false);
  });

  test('a refund never goes back to an earlier status, and can fail after it succeeded', () => {
    expect(laterRefundStatus('succeeded', 'pending')).toBe('succeeded');
    expect(laterRefundStatus('requested', 'succeeded')).toBe('succeeded');
    expect(laterRefundStatus('succeeded', 'failed')).toBe('failed');
  });
});

test.each<[Facts, string]>([
  [fresh(), 'confirming'],
  [tell(processing), 'confirming'],
  [tell(captured(30_000)), 'confirmed'],
  [tell(captured(33_000)), 'confirmed'],
  [learnRefunds(tell(captured(33_000)), 3_000, 0), 'confirmed'],
  [tell(captured(27_000)), 'attention'],
  [tell(captured(30_000), dispute('open')), 'attention'],
  [tell(failed), 'failed'],
  [tell(expired), 'failed'],
  [learnRefunds(tell(captured(30_000)), 0, 30_000), 'failed'],
])('the success page shows the state of the payment (case %#)', (facts, state) => {
  expect(checkoutState(facts).state).toBe(state);
  expect(checkoutState(facts).reason === null).toBe(state === 'confirmed');
});

test('the success page says that money was returned only after it was returned', () => {
  const paid = tell(captured(30_000));
  expect(checkoutState(learnRefunds(paid, 10_000, 20_000)).reason).toBe(
    'This payment is on its way back to you.',
  );
  expect(checkoutState(learnRefunds(paid, 30_000, 0)).reason).toBe('This payment was returned to you.');
});

/** What really happens to a payment. */
const history = fc
  .record({
    amount: fc.integer({ min: 50, max: 1_000_000 }),
    miss: fc.constantFrom(0, 0, -40, 7_777),
    currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
    end: fc.constantFrom('paid', 'late', 'late_failed', 'expired', 'abandoned'),
    disputed: fc.constantFrom(null, 'open', 'won', 'lost'),
  })
  .map(({ amount, miss, currency, end, disputed }) => {
    const money = captured(amount + miss, currency);
    const signals: Record<string, Signal[]> = {
      paid: [money],
      late: [processing, money],
      late_failed: [processing, failed],
      expired: [expired],
      abandoned: [],
    };
    const told = [...(signals[end] ?? [])];
    if (disputed && (end === 'paid' || end === 'late')) {
      told.push(dispute('open'));
      if (disputed !== 'open') told.push(dispute(disputed));
    }
    return { amount, told };
  });

/** The events of `history` in another order, some of them twice. */
const mixed = history.chain(({ amount, told }) =>
  fc.record({
    amount: fc.constant(amount),
    told: fc.constant(told),
    shuffled: fc
      .array(fc.nat({ max: 2 }), { minLength: told.length, maxLength: told.length })
      .map((copies) => told.flatMap((signal, index) => Array<Signal>(1 + (copies[index] ?? 0)).fill(signal)))
      .chain((all) => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
  }),
);

test('events in any order and with any copies lead to the same payment', () => {
  fc.assert(
    fc.property(mixed, ({ amount, told, shuffled }) => {
      expect(shuffled.reduce(learn, fresh(amount))).toEqual(told.reduce(learn, fresh(amount)));
    }),
  );
});

/** Any events and refunds, also impossible ones. */
const anySignal = fc.oneof(
  fc.constantFrom(processing, failed, expired, dispute('open'), dispute('won'), dispute('lost')),
  fc.record({
    kind: fc.constant('captured' as const),
    cents: fc.integer({ min: 1, max: 60_000 }),
    currency: fc.constantFrom('usd', 'eur'),
  }),
);
const anyStep = fc.oneof(
  anySignal.map((signal) => (facts: Facts) => learn(facts, signal)),
  fc
    .record({ gone: fc.double({ min: 0, max: 1, noNaN: true }), going: fc.boolean() })
    .map(({ gone, going }) => (facts: Facts) => {
      const refunded = Math.floor(facts.receivedCents * gone);
      return learnRefunds(facts, refunded, going ? facts.receivedCents - refunded : 0);
    }),
);

test('the ledger balances after every event, and the table of transitions has every change of status', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      let facts = fresh();
      const books = new Map<string, number>();
      for (const step of steps) {
        const next = step(facts);
        if (next.status !== facts.status) expect(STEPS[facts.status]).toContain(next.status);
        const rows = ledgerRows(facts, next);
        expect(rows.reduce((sum, row) => sum + row.amountCents, 0)).toBe(0);
        for (const row of rows) books.set(row.account, (books.get(row.account) ?? 0) + row.amountCents);
        facts = next;
      }
      for (const [account, cents] of Object.entries(balances(facts)))
        expect(books.get(account) ?? 0).toBe(cents + 0);
    }),
  );
});

test('a payment can reach every status', () => {
  const reached = new Set<PaymentStatus>(['pending']);
  for (const from of reached) for (const to of STEPS[from]) reached.add(to);
  expect([...reached].sort()).toEqual([...PAYMENT_STATUSES].sort());
});

describe('an admin can accept an underpayment as the whole price', () => {
  const accepted = (facts: Facts) => accept(facts) ?? facts;

  test.each<[string, Facts, number, string]>([
    ['too little', tell(captured(27_000)), 27_000, 'paid'],
    ['another currency', tell(captured(30_000, 'eur')), 30_000, 'paid'],
    [
      'the rest comes later: it fills the price',
      learn(accepted(tell(captured(27_000))), captured(30_000)),
      30_000,
      'paid',
    ],
    [
      'more than the rest comes later',
      learn(accepted(tell(captured(27_000))), captured(31_000)),
      30_000,
      'overpaid',
    ],
  ])('an admin can accept the received money as the whole price: %s', (_, facts, due, status) => {
    const after = accepted(facts);
    expect(dueCents(after)).toBe(due);
    expect(after).toMatchObject({ status });
    expect(isPaidFor(after)).toBe(true);
    expect(balances(after).held).toBe(0);
  });

  test('an admin cannot accept the money in any other status of the payment', () => {
    for (const facts of [fresh(), tell(captured(30_000)), tell(captured(31_000)), tell(processing)]) {
      expect(accept(facts)).toBeUndefined();
    }
    expect(accept(learnRefunds(tell(captured(27_000)), 0, 1_000))).toBeUndefined();
    expect(accept(learn(tell(captured(27_000)), dispute('open')))).toBeUndefined();
  });
});

test('all received money is earned, refunded, disputed, or waiting for an admin', () => {
  fc.assert(
    fc.property(
      fc.array(anySignal, { maxLength: 6 }),
      fc.nat({ max: 40_000 }),
      fc.boolean(),
      (signals, back, isAccepted) => {
        const heard = signals.reduce(learn, fresh());
        const taken = isAccepted ? (accept(heard) ?? heard) : heard;
        const facts = learnRefunds(taken, Math.min(back, taken.receivedCents), 0);
        const sum = Object.values(balances(facts)).reduce((total, cents) => total + cents, 0);
        expect(sum).toBe(0);
        if (refundableCents(facts) > 0 && !isPaidFor(facts)) {
          expect(decisionOf(facts, false)).toBe('underpaid');
        }
      },
    ),
  );
});
