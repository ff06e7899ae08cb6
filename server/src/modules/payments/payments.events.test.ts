import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';
import { reconcilePayments } from './payments.service.ts';

/** What happens to a payment, and which status it must have after all events. */
const history = fc.record({
  end: fc.constantFrom('paid', 'late', 'late_failed', 'expired'),
  cents: fc.constantFrom(30_000, 30_000, 29_000, 31_000),
  refunds: fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 2 }),
  dispute: fc.constantFrom('none', 'none', 'open', 'won', 'lost'),
  order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  copies: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 12, maxLength: 12 }),
  // False: the event is processed together with the next ones.
  isWorkedOn: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
});

test('after signed events in any order, with any copies, the status is right and the ledger balances', async () => {
  const app = await testApp();
  const { open, deliver, event, payment, books } = await paymentFixtures(app);
  await fc.assert(
    fc.asyncProperty(history, async ({ end, cents, refunds, dispute, order, copies, isWorkedOn }) => {
      const page = await open();
      const movement = `pi_${page.sessionId}`;
      const session = {
        id: page.sessionId,
        status: end === 'expired' ? 'expired' : 'complete',
        payment_status: 'unpaid',
        amount_total: cents,
        currency: 'usd',
        payment_intent: end === 'expired' ? null : movement,
        metadata: { payment_id: page.paymentId },
      };
      const paid = { ...session, payment_status: 'paid' };
      const captured = end === 'paid' || end === 'late';
      const disputed = captured && dispute !== 'none';
      const told: [string, object][] = [];
      if (end === 'expired') told.push(['checkout.session.expired', session]);
      if (end === 'paid') told.push(['checkout.session.completed', paid]);
      if (end === 'late') {
        told.push(
          ['checkout.session.completed', session],
          ['checkout.session.async_payment_succeeded', paid],
        );
      }
      if (end === 'late_failed') {
        told.push(
          ['checkout.session.completed', session],
          ['checkout.session.async_payment_failed', session],
        );
      }
      for (const [index, amount] of captured ? refunds.entries() : []) {
        const refund = { id: `re_${page.sessionId}_${index}`, amount, payment_intent: movement };
        told.push(
          ['refund.created', { ...refund, status: 'pending' }],
          ['refund.updated', { ...refund, status: 'succeeded' }],
        );
      }
      if (disputed) {
        told.push([
          'charge.dispute.created',
          { id: 'dp', payment_intent: movement, status: 'needs_response' },
        ]);
        if (dispute !== 'open')
          told.push(['charge.dispute.closed', { id: 'dp', payment_intent: movement, status: dispute }]);
      }
      const mixed = told
        .map(([type, object], index) => ({
          sent: event(type, object),
          at: order[index] ?? 0,
          times: copies[index] ?? 1,
        }))
        .sort((a, b) => a.at - b.at);
      for (const [place, { sent, times }] of mixed.entries()) {
        for (let time = 0; time < times; time += 1) expect(await deliver(sent)).toBe(200);
        if (isWorkedOn[place]) await app.jobs.drain();
      }
      await app.jobs.drain();
      app.clock.advance(61_000);
      await reconcilePayments(app.modules.payments);
      await app.jobs.drain();

      const { status, receivedCents, refundedCents } = await payment(page.paymentId);
      const back = captured ? refunds.reduce((sum, amount) => sum + amount, 0) : 0;
      expect({ receivedCents, refundedCents }).toEqual({
        receivedCents: captured ? cents : 0,
        refundedCents: back,
      });
      const verdict = cents < 30_000 ? 'underpaid' : cents > 30_000 ? 'overpaid' : 'paid';
      const settled = back > 0 ? 'partially_refunded' : verdict;
      const expected = { paid: settled, late: settled, late_failed: 'failed', expired: 'expired' }[end];
      expect(status).toBe(disputed && dispute !== 'won' ? 'disputed' : expected);
      const { accounts, balanced } = await books(page.paymentId);
      expect(balanced).toBe(true);
      expect(Object.values(accounts).reduce((sum, balance) => sum + balance, 0)).toBe(0);
      expect((accounts.provider ?? 0) + (accounts.disputes ?? 0)).toBe(captured ? cents - back : 0);
    }),
    { numRuns: cases(25) },
  );
}, 600_000);
