import { describe, expect, test } from 'vitest';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { checkoutStateOf, reconcilePayments, requestRefund, sendRefund } from './payments.service.ts';
import type { RefundRequest } from './use-cases/request-refund.ts';

async function paidPage(app: TestApp) {
  const tools = await paymentFixtures(app);
  const page = await tools.open();
  await tools.press(page.sessionId, 'pay');
  await app.jobs.drain();
  const refund = (change: Partial<RefundRequest> = {}) =>
    app.platform.db.transaction((tx) =>
      requestRefund(app.modules.payments, tx, {
        paymentId: page.paymentId,
        amountCents: 'rest',
        reason: 'The order was cancelled',
        actorId: null,
        ...change,
      }),
    );
  return { ...tools, page, refund };
}

const refusing = shared(async (atEnd) => paidPage(await testApp({}, { atEnd })));

describe('a refund reaches the provider once and is booked in the ledger', () => {
  test('a refund is pending, then sent, then booked in the ledger', async () => {
    const app = await testApp();
    const { page, refund, payment, books, count } = await paidPage(app);
    expect(await refund({ amountCents: 10_000 })).toMatchObject({ amountCents: 10_000 });
    expect(await payment(page.paymentId)).toMatchObject({ status: 'refund_pending', coversPrice: false });
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 10_000,
    });
    expect(await refund()).toMatchObject({ amountCents: 20_000 });
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'refunded', refundedCents: 30_000 });
    expect(await checkoutStateOf(app.modules.payments, page.paymentId)).toMatchObject({ state: 'failed' });
    expect(await count('sandbox_refund')).toBe(2);
    expect(await books(page.paymentId)).toMatchObject({
      accounts: { provider: 0, revenue: -30_000, refunds: 30_000 },
      balanced: true,
    });
  });

  test.each([[0], [-1], [30_001], [1.5], [Number.NaN]])(
    'a refund of %s cents is refused',
    async (amountCents) => {
      const { page, refund, payment } = refusing();
      expect(await refund({ amountCents })).toMatchObject({ code: 'wrong_state' });
      expect(await payment(page.paymentId)).toMatchObject({ status: 'paid' });
    },
  );

  test('a refund that five callers request at once reaches the provider once', async () => {
    const app = await testApp();
    const { page, refund, payment, count } = await paidPage(app);
    const asked = await Promise.all(Array.from({ length: 5 }, () => refund()));
    expect(asked.filter((one) => 'refundId' in one)).toHaveLength(1);
    await app.jobs.drain();
    expect(await count('sandbox_refund')).toBe(1);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'refunded' });
  });

  test('a refund whose job runs twice is paid once', async () => {
    const app = await testApp();
    const { page, refund, count, books } = await paidPage(app);
    const asked = await refund({ amountCents: 5_000 });
    if (!('refundId' in asked)) throw new Error('refused');
    const { pool } = app.platform.db;
    await sendRefund(app.modules.payments, asked.refundId);
    // The process crashed before it could store the provider's answer.
    await pool.query("UPDATE payment_refund SET status = 'requested', provider_refund_id = NULL");
    await sendRefund(app.modules.payments, asked.refundId);
    await app.jobs.drain();
    expect(await count('sandbox_refund')).toBe(1);
    expect((await books(page.paymentId)).balanced).toBe(true);
  });

  test('a refund that the provider refuses waits for an admin, and the server does not try it again', async () => {
    const app = await testApp();
    const { page, refund, payment } = await paidPage(app);
    const { pool } = app.platform.db;
    // A person at the provider made the refund, and its event has not arrived yet.
    await pool.query(
      "UPDATE sandbox_checkout_session SET state = jsonb_set(state, '{intent,refunded}', '30000') WHERE id = $1",
      [page.sessionId],
    );
    await refund();
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid' });
    const { rows } = await pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'payment.refund_failed' AND subject_id = $1",
      [page.paymentId],
    );
    expect(rows).toEqual([{ detail: expect.objectContaining({ amount_cents: 30_000 }) }]);
    expect(await refund()).toMatchObject({ code: 'wrong_state' });
    expect(await refund({ reason: 'A person decides' })).toMatchObject({ amountCents: 30_000 });
  });

  test('a refund made in the provider’s console is booked when its events arrive', async () => {
    const app = await testApp();
    const { page, payment, books, deliver, event } = await paidPage(app);
    const { rows } = await app.platform.db.pool.query('SELECT provider_payment_id AS id FROM payment');
    const refunded = {
      id: 're_console',
      object: 'refund',
      amount: 4_000,
      status: 'succeeded',
      payment_intent: rows[0].id,
    };
    await deliver(event('refund.created', { ...refunded, status: 'pending', metadata: {} }));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'refund_pending' });
    await deliver(event('refund.updated', refunded));
    await deliver(event('refund.created', { ...refunded, status: 'pending' }));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 4_000,
    });
    await deliver(
      event('refund.failed', { ...refunded, status: 'failed', failure_reason: 'lost_or_stolen_card' }),
    );
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid', refundedCents: 0 });
    expect(await books(page.paymentId)).toMatchObject({
      accounts: { provider: 30_000, revenue: -30_000, refunds: 0 },
      balanced: true,
    });
  });
});

describe('a disputed card payment is marked, and refunds are blocked', () => {
  test("a dispute marks the payment, blocks refunds, and ends with the bank's decision", async () => {
    const app = await testApp();
    const { page, payment, books, deliver, event, refund } = await paidPage(app);
    const { rows } = await app.platform.db.pool.query('SELECT provider_payment_id AS id FROM payment');
    const dispute = { id: 'dp_1', object: 'dispute', payment_intent: rows[0].id, amount: 30_000 };
    await deliver(event('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid' });
    await deliver(event('charge.dispute.created', { ...dispute, status: 'needs_response' }));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'disputed' });
    expect(await books(page.paymentId)).toMatchObject({ accounts: { provider: 0, disputes: 30_000 } });
    expect(await refund()).toMatchObject({ code: 'wrong_state' });
    await deliver(event('charge.dispute.closed', { ...dispute, status: 'won' }));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid', coversPrice: true });
    expect(await books(page.paymentId)).toMatchObject({
      accounts: { provider: 30_000, disputes: 0 },
      balanced: true,
    });
  });

  test('a dispute that arrives before its payment waits for the payment', async () => {
    const app = await testApp();
    const { open, press, deliver, event, payment } = await paymentFixtures(app);
    const page = await open();
    await press(page.sessionId, 'pay');
    const { rows } = await app.platform.db.pool.query(
      'SELECT payment_intent AS id FROM sandbox_checkout_session',
    );
    await deliver(
      event('charge.dispute.created', { id: 'dp_1', payment_intent: rows[0].id, status: 'needs_response' }),
    );
    await reconcilePayments(app.modules.payments);
    await app.jobs.drain();
    app.clock.advance(61_000);
    await reconcilePayments(app.modules.payments);
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'disputed', receivedCents: 30_000 });
  });
});
