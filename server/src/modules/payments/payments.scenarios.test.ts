import { describe, expect, test } from 'vitest';
import { sweepSandboxJob } from '../../sandbox/deliveries.ts';
import { PRICE, PROVIDERS, storefront } from '../../testing/storefront.ts';
import { shared, testApp } from '../../testing/test-app.ts';
import { expireOrders } from '../orders/orders.service.ts';
import { reconcilePayments } from './payments.service.ts';

/** What can happen to the money of an order. After each test the accounts are correct, and so is the order. */
describe.each(PROVIDERS)('orders paid through %s end correctly', (provider) => {
  const begin = async () => {
    const tools = await storefront(await testApp());
    return { ...tools, mine: await tools.buyer(provider) };
  };
  const opened = shared(async (atEnd) => storefront(await testApp({}, { atEnd })));
  /**
   * A new order in the shared application, for tests that leave no fault, no held event, no late payment and no open
   * decision.
   */
  const beginTogether = async () => {
    const tools = opened();
    return { ...tools, mine: await tools.buyer(provider) };
  };

  test('lost webhook: reconciliation finds the payment although its webhook was lost', async () => {
    const { mine, misbehave, later, expectBalanced } = await beginTogether();
    await misbehave({ provider, kind: 'webhook.lose' });
    await mine.pay();
    expect((await mine.read()).status).toBe('pending_payment');
    await later(3);
    expect((await mine.read()).status).toBe('awaiting_sample');
    await expectBalanced();
  });

  test('webhook before redirect: the paid order waits for its sample, and the success page says that it is confirmed', async () => {
    const { app, mine, expectBalanced } = await beginTogether();
    await mine.pay();
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect(await mine.payment()).toMatchObject({ status: 'paid', receivedCents: PRICE, coversPrice: true });
    for (const id of [await mine.session(), (await mine.payment()).id]) {
      expect(await app.request(`/api/checkout/${id}`, { token: mine.person.token })).toMatchObject({
        status: 200,
        body: { data: { state: 'confirmed', request_id: mine.id } },
      });
    }
    await expectBalanced();
  });

  test('redirect before webhook: the success page says confirming, then confirmed', async () => {
    const { app, mine, misbehave, release, expectBalanced } = await beginTogether();
    await misbehave({ provider, kind: 'webhook.hold' });
    await mine.pay();
    const state = async () =>
      (
        await app.request<{ data: { state: string } }>(`/api/checkout/${await mine.session()}`, {
          token: mine.person.token,
        })
      ).body.data.state;
    expect(await state()).toBe('confirming');
    expect(await release()).toBe(1);
    await app.jobs.drain();
    expect(await state()).toBe('confirmed');
    await expectBalanced();
  });

  test('five copies of an event: the payment is booked once', async () => {
    const { app, mine, misbehave, expectBalanced } = await begin();
    await misbehave({ provider, kind: 'webhook.duplicate', value: '5' });
    await mine.pay();
    const { rows } = await app.platform.db.pool.query(
      'SELECT attempts, (SELECT count(*)::int FROM payment_event) AS events FROM sandbox_event',
    );
    expect(rows).toEqual([{ attempts: 5, events: 1 }]);
    expect((await mine.kinds()).filter((kind) => kind === 'paid')).toHaveLength(1);
    await expectBalanced();
  });

  test('events in the wrong order: an order is paid although its events arrive in reverse order', async () => {
    const { app, mine, misbehave, later, release, expectBalanced } = await begin();
    await misbehave({ provider, kind: 'webhook.hold', times: null });
    await mine.pay();
    await later(3);
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect((await mine.cancel()).status).toBe(200);
    await app.jobs.drain();
    expect(await release('reversed')).toBeGreaterThan(1);
    await app.jobs.drain();
    await later(2);
    expect((await mine.read()).status).toBe('cancelled');
    expect(await mine.payment()).toMatchObject({ status: 'refunded', refundedCents: PRICE });
    await expectBalanced();
  });

  test('late payment of an expired order: the expired order becomes valid again at its old price', async () => {
    const { app, mine, misbehave, later, lateNews, expectBalanced } = await begin();
    await misbehave({ provider, kind: 'webhook.lose', times: null });
    await mine.pay('pay_late');
    // The order expired before anybody knew that its payment was on its way.
    await app.platform.db.pool.query(
      "UPDATE test_request SET status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now() WHERE id = $1",
      [mine.id],
    );
    await app.platform.db.pool.query("UPDATE payment SET status = 'expired' WHERE subject_id = $1", [
      mine.id,
    ]);
    await lateNews();
    await app.platform.db.pool.query('UPDATE sandbox_event SET delivered_at = NULL');
    app.clock.advance(120_000);
    await app.jobs.send(app.platform.db.orm, sweepSandboxJob, {});
    await app.jobs.drain();
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect(await mine.kinds()).toContain('revived');
    await later(1);
    await expectBalanced();
  });

  test('late payment that fails: the customer can pay the same order again', async () => {
    const { mine, later, lateNews, expectBalanced } = await begin();
    await mine.pay('fail_late');
    await later(3);
    expect(await mine.payment()).toMatchObject({ status: 'processing' });
    expect(await mine.checkout()).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    await lateNews();
    expect(await mine.payment()).toMatchObject({ status: 'failed' });
    await mine.pay();
    expect((await mine.read()).status).toBe('awaiting_sample');
    await expectBalanced();
  });

  test('underpaid and accepted: the order continues, and the invoice shows the received amount', async () => {
    const { app, mine, decide, decisions, expectBalanced } = await beginTogether();
    await mine.pay('underpay');
    expect((await mine.read()).status).toBe('pending_payment');
    const { id } = await mine.payment();
    expect(await decisions()).toMatchObject({
      data: [{ id, decision: 'underpaid', received_cents: 16_200, reference: expect.any(String) }],
      decisions: { underpaid: 1 },
    });
    await expectBalanced();
    expect(await decide(id, '/accept', { reason: 'A fee of the bank' })).toMatchObject({
      status: 200,
      body: { data: { status: 'paid', decision: null, accepted_cents: 16_200 } },
    });
    await app.jobs.drain();
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect(await decide(id, '/accept', { reason: 'Once again the same' })).toMatchObject({ status: 409 });
    const invoice = await app.request<{ data: { total_cents: number } }>(`/api/me/payments/${id}/invoice`, {
      token: mine.person.token,
    });
    expect(invoice.body.data.total_cents).toBe(16_200);
    await expectBalanced();
  });

  test('underpaid and refunded: the customer can pay the order again', async () => {
    const { app, mine, decide, decisions, expectBalanced } = await beginTogether();
    await mine.pay('underpay');
    const { id } = await mine.payment();
    expect(await decide(id, '/refund', { reason: 'Too little was sent' })).toMatchObject({ status: 200 });
    await app.jobs.drain();
    expect(await mine.payment()).toMatchObject({ status: 'refunded', refundedCents: 16_200 });
    expect((await decisions()).data).toEqual([]);
    await mine.pay();
    expect((await mine.read()).status).toBe('awaiting_sample');
    await expectBalanced();
  });

  test('overpaid: the excess is refunded automatically', async () => {
    const { mine, decisions, expectBalanced } = await beginTogether();
    await mine.pay('overpay');
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect(await mine.payment()).toMatchObject({ receivedCents: 19_800, refundedCents: 1_800 });
    expect((await decisions()).data).toEqual([]);
    await expectBalanced();
  });

  test('overpaid, and the refund of the excess fails: an admin retries the refund', async () => {
    const { app, mine, misbehave, decide, decisions, expectBalanced } = await beginTogether();
    await misbehave({ provider, kind: 'refund.fails' });
    await mine.pay('overpay');
    const { id } = await mine.payment();
    expect(await decisions()).toMatchObject({ data: [{ id, decision: 'refund_failed' }] });
    await expectBalanced();
    const refund = (await decide(id, '')).body.data.refunds.find((each) => each.waits_for_decision);
    expect(refund).toMatchObject({ amount_cents: 1_800, status: 'failed' });
    expect(await decide(id, `/refunds/${refund?.id}/retry`)).toMatchObject({ status: 200 });
    await app.jobs.drain();
    expect(await mine.payment()).toMatchObject({ refundedCents: 1_800, decision: null });
    expect((await mine.read()).status).toBe('awaiting_sample');
    await expectBalanced();
  });

  test('a payment in another currency waits for an admin, whatever the amount', async () => {
    const { app, mine, misbehave, decide, decisions, expectBalanced } = await beginTogether();
    const value = provider === 'stripe' ? 'eur' : 'EURC';
    await misbehave({ provider, kind: 'pay.currency', value });
    await mine.pay();
    const { id } = await mine.payment();
    expect(await decisions()).toMatchObject({
      data: [{ id, decision: 'underpaid', received_currency: value.toLowerCase() }],
    });
    expect((await mine.read()).status).toBe('pending_payment');
    await expectBalanced();
    await decide(id, '/refund', { reason: 'Another currency' });
    await app.jobs.drain();
    expect(await mine.payment()).toMatchObject({ status: 'refunded' });
    await expectBalanced();
  });

  test('provider down for an hour: each refusal has a message, and everything is processed afterwards', async () => {
    const tools = await begin();
    const { app, mine, misbehave, behave, later, drainThrough, expectBalanced } = tools;
    const paid = await tools.buyer(provider);
    await paid.pay();
    const silent = await tools.buyer(provider);
    await misbehave({ provider, kind: 'webhook.lose' });
    await silent.pay();
    await misbehave({ provider, kind: 'api.unavailable', times: null });
    expect(await mine.checkout()).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    expect((await paid.cancel()).status).toBe(200);
    await later(30).catch(() => undefined);
    expect(await paid.payment()).toMatchObject({ status: 'refund_pending' });
    expect((await silent.read()).status).toBe('pending_payment');
    expect((await mine.read()).status).toBe('draft');
    await expectBalanced();
    app.clock.advance(30 * 60_000);
    await behave();
    await reconcilePayments(app.modules.payments);
    await drainThrough();
    expect(await paid.payment()).toMatchObject({ status: 'refunded' });
    expect((await silent.read()).status).toBe('awaiting_sample');
    await mine.pay();
    expect((await mine.read()).status).toBe('awaiting_sample');
    await expectBalanced();
  }, 120_000);

  test('lost answers: the provider still creates one payment page and one refund', async () => {
    const { app, mine, misbehave, drainThrough, expectBalanced } = await begin();
    // The provider's package repeats the call by itself with the same key.
    await misbehave({ provider, kind: 'api.lost' });
    expect((await mine.checkout()).status).toBe(provider === 'stripe' ? 201 : 503);
    await mine.pay();
    const table = provider === 'stripe' ? 'sandbox_checkout_session' : 'sandbox_crypto_checkout';
    const { rows } = await app.platform.db.pool.query(`SELECT id FROM ${table}`);
    expect(rows).toHaveLength(1);
    await misbehave({ provider, kind: 'api.lost' });
    await mine.cancel();
    await drainThrough();
    expect(await mine.payment()).toMatchObject({ status: 'refunded', refundedCents: PRICE });
    await expectBalanced();
  });

  test('an order that is unpaid for a day expires here and at the provider, unless a payment is pending', async () => {
    const { app, mine, later, lateNews, expectBalanced, buyer } = await begin();
    const slow = await buyer(provider);
    await mine.checkout();
    await slow.pay('pay_late');
    await later(3);
    app.clock.advance(25 * 3_600_000);
    expect(await expireOrders(app.modules.orders)).toBe(1);
    expect((await mine.read()).status).toBe('cancelled');
    expect((await slow.read()).status).toBe('pending_payment');
    await lateNews();
    expect((await slow.read()).status).toBe('awaiting_sample');
    await later(1);
    await expectBalanced();
  });

  test('an order that is underpaid for a day does not expire, and waits for an admin', async () => {
    const { app, mine, expectBalanced } = await begin();
    await mine.pay('underpay');
    app.clock.advance(25 * 3_600_000);
    expect(await expireOrders(app.modules.orders)).toBe(0);
    expect((await mine.read()).status).toBe('pending_payment');
    await expectBalanced();
  });
});

test('an order paid at both providers at once: one payment is kept, and the other is refunded', async () => {
  const tools = await storefront(await testApp());
  const mine = await tools.buyer('stripe');
  const card = await mine.checkout('stripe');
  await tools.misbehave({ provider: 'stripe', kind: 'webhook.hold', times: null });
  const crypto = await mine.checkout('coinbase');
  expect(crypto.body.url).toContain('/sandbox/coinbase/pay/');
  // The page for cards was closed when the page for crypto opened.
  await tools.pressAt(card.body.url, 'pay');
  await tools.pressAt(crypto.body.url, 'pay');
  await tools.app.jobs.drain();
  await tools.release();
  await tools.app.jobs.drain();
  expect((await mine.read()).status).toBe('awaiting_sample');
  expect((await mine.payments()).map(({ status }) => status).sort()).toEqual(['expired', 'paid']);
  await tools.expectBalanced();
});
