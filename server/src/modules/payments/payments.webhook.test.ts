import { request as send } from 'node:http';
import { describe, expect, test } from 'vitest';
import { settleLateJob } from '../../sandbox/hosted-pages.ts';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { loseDatabase } from '../../testing/test-database.ts';
import { checkoutStateOf, reconcilePayments } from './payments.service.ts';

const WEBHOOK = '/api/webhooks/stripe';

/** The event of a completed session, as the provider sends it. */
const completed = (page: { sessionId: string; paymentId: string }, change: object = {}) => ({
  id: page.sessionId,
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 30_000,
  currency: 'usd',
  payment_intent: 'pi_signed',
  client_reference_id: page.paymentId,
  metadata: { payment_id: page.paymentId },
  ...change,
});

/** An application for tests that look only at the payment that they open. */
const together = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  return { app, ...(await paymentFixtures(app)) };
});

const outcomes = async (app: TestApp) =>
  (
    await app.platform.db.pool.query('SELECT outcome FROM payment_event ORDER BY received_at, outcome')
  ).rows.map((row) => row.outcome);

describe('the server accepts only genuine webhooks', () => {
  test('a webhook is accepted only if its signature is right for its body', async () => {
    const app = await testApp();
    const { open, sign, event, count, payment } = await paymentFixtures(app);
    const page = await open();
    const news = event('checkout.session.completed', completed(page));
    const good = sign(news);
    const forged = [
      { ...good, body: good.body.replace('30000', '30001') },
      { ...good, body: `${good.body} ` },
      sign(news, { secret: 'whsec_of_somebody_else' }),
      { ...good, headers: { 'content-type': 'application/json' } },
      { ...good, headers: { ...good.headers, 'stripe-signature': 't=1,v1=00' } },
      { ...good, headers: { ...good.headers, 'stripe-signature': 'nonsense' } },
      { ...good, body: '' },
      { ...good, body: '{"id":' },
      sign(news, { ageSeconds: 301 }),
      // A signature from so far in the future would be valid for too long.
      sign(news, { ageSeconds: -301 }),
      sign(news, { ageSeconds: -4_000 }),
    ];
    for (const { body, headers } of forged) {
      const answer = await app.request(WEBHOOK, { method: 'POST', body, headers });
      expect(answer).toMatchObject({ status: 400, body: { code: 'webhook_signature' } });
    }
    expect(await count('payment_event')).toBe(0);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'pending' });
    // The provider signs the exact bytes with their spaces and order.
    const spaced = JSON.stringify(news, null, 3);
    const { headers } = sign(news);
    expect((await app.request(WEBHOOK, { method: 'POST', body: spaced, headers })).status).toBe(400);
  });

  test('a webhook is accepted only if its body is an event of at most 64 kB', async () => {
    const app = await testApp();
    const { sign, event, count } = await paymentFixtures(app);
    for (const thing of [{}, { id: 7, type: 'x' }, [], 'text', { object: 'event', id: 'evt_1' }]) {
      expect((await app.request(WEBHOOK, { method: 'POST', ...sign(thing as object) })).status).toBe(400);
    }
    const large = sign(event('checkout.session.completed', { filler: 'x'.repeat(64_001) }));
    expect(await app.request(WEBHOOK, { method: 'POST', ...large })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
    expect(await count('payment_event')).toBe(0);
  });
});

describe('the server stores a webhook completely or answers with an error', () => {
  test('while the database does not answer, a webhook gets 503, so that the provider tries again', async () => {
    const app = await testApp();
    const { sign, event } = await paymentFixtures(app);
    const post = sign(event('customer.created', {}));
    await loseDatabase(app.databaseUrl);
    const answer = await app.raw(WEBHOOK, { method: 'POST', ...post });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  test('if a sender disconnects in the middle of a webhook, nothing of it is stored', async () => {
    const app = await testApp();
    const { sign, event, deliver, count } = await paymentFixtures(app);
    const { body, headers } = sign(event('customer.created', {}));
    await new Promise<void>((resolve) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const address = new URL(WEBHOOK, app.platform.ownAddress());
      const outgoing = send(address, { method: 'POST', headers: { ...headers, ...length } });
      outgoing.on('error', () => resolve());
      outgoing.write(body.slice(0, 20), () => outgoing.destroy(new Error('hung up')));
    });
    expect(await deliver(event('customer.created', {}))).toBe(200);
    expect(await count('payment_event')).toBe(1);
  });
});

describe('security 6: an event changes only its own payment', () => {
  const refund = (paymentId: string, payment_intent: string | null) => ({
    id: `re_${payment_intent}`,
    object: 'refund',
    amount: 10_000,
    status: 'succeeded',
    payment_intent,
    metadata: { payment_id: paymentId },
  });

  test('an event changes no other payment, even if its metadata name that payment', async () => {
    const app = await testApp();
    const { open, deliver, event, payment, books } = await paymentFixtures(app);
    const [victim, waiting] = [await open(), await open()];
    await deliver(event('checkout.session.completed', completed(victim)));
    await app.jobs.drain();
    const before = [await payment(victim.paymentId), await books(victim.paymentId)];
    for (const [page, movement] of [
      [victim, 'pi_of_another'],
      [victim, null],
      [waiting, 'pi_of_a_third'],
    ] as const) {
      await deliver(event('refund.created', refund(page.paymentId, movement)));
      await deliver(
        event('charge.refunded', {
          id: 'ch_1',
          payment_intent: movement,
          metadata: { payment_id: page.paymentId },
        }),
      );
      await app.jobs.drain();
    }
    expect([await payment(victim.paymentId), await books(victim.paymentId)]).toEqual(before);
    expect(await payment(waiting.paymentId)).toMatchObject({ status: 'pending', refundedCents: 0 });
    expect(await outcomes(app)).not.toContain('unreadable');
  });

  test('an event about a refund waits for the event about its payment', async () => {
    const app = await testApp();
    const { open, deliver, event, payment } = await paymentFixtures(app);
    const page = await open();
    await deliver(event('refund.created', refund(page.paymentId, 'pi_signed')));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'pending', refundedCents: 0 });
    await deliver(event('checkout.session.completed', completed(page)));
    app.clock.advance(61_000);
    await reconcilePayments(app.modules.payments);
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 10_000,
    });
  });
});

describe('an event changes its payment once, in whatever order the events arrive', () => {
  test('an event is processed once, however often the provider sends it', async () => {
    const app = await testApp();
    const { open, deliver, event, payment, books, count } = await paymentFixtures(app);
    const page = await open();
    const news = event('checkout.session.completed', completed(page));
    const statuses = await Promise.all(Array.from({ length: 5 }, () => deliver(news)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await deliver(news)).toBe(200);
    await app.jobs.drain();
    await app.jobs.drain();
    expect(await deliver(news)).toBe(200);
    expect(await count('payment_event')).toBe(1);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid', receivedCents: 30_000 });
    expect(await books(page.paymentId)).toEqual({
      accounts: { provider: 30_000, revenue: -30_000 },
      balanced: true,
      rows: 2,
    });
  });

  test('an event is processed once, even if the provider sends it again under another id', async () => {
    const app = await testApp();
    const { open, deliver, event, books } = await paymentFixtures(app);
    const page = await open();
    for (let time = 0; time < 3; time += 1)
      await deliver(event('checkout.session.completed', completed(page)));
    await app.jobs.drain();
    expect((await books(page.paymentId)).rows).toBe(2);
    expect((await outcomes(app)).sort()).toEqual(['applied', 'nothing_new', 'nothing_new']);
  });

  test('events are processed in any order, even if the money arrives before the processing', async () => {
    const { app, open, deliver, event, payment } = together();
    const page = await open();
    await deliver(event('checkout.session.async_payment_succeeded', completed(page)));
    await deliver(event('checkout.session.completed', completed(page, { payment_status: 'unpaid' })));
    await deliver(
      event('checkout.session.expired', completed(page, { status: 'expired', payment_status: 'unpaid' })),
    );
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid' });
  });

  test.each([
    [
      'less than the price',
      { amount_total: 29_999 },
      'underpaid',
      'attention',
      { provider: 29_999, held: -29_999 },
    ],
    ['another currency', { currency: 'eur' }, 'underpaid', 'attention', { provider: 30_000, held: -30_000 }],
  ])('an event with %s leaves the payment underpaid', async (_, change, status, state, accounts) => {
    const { app, open, deliver, event, payment, books } = together();
    const page = await open();
    await deliver(event('checkout.session.completed', completed(page, change)));
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status, coversPrice: false });
    expect(await checkoutStateOf(app.modules.payments, page.paymentId)).toMatchObject({ state });
    expect(await books(page.paymentId)).toMatchObject({ accounts, balanced: true });
  });

  test('an event about none of our payments changes nothing', async () => {
    const app = await testApp();
    const { open, deliver, event, payment } = await paymentFixtures(app);
    const page = await open();
    const none = '00000000-0000-4000-8000-000000000000';
    await deliver(
      event('checkout.session.completed', completed({ sessionId: 'cs_test_other', paymentId: none })),
    );
    // The event names our payment, but we did not open its session.
    await deliver(event('checkout.session.completed', completed({ ...page, sessionId: 'cs_test_forged' })));
    await deliver(event('customer.created', { id: 'cus_1' }));
    await deliver({ ...event('refund.updated', {}), data: null });
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'pending', receivedCents: 0 });
    expect((await outcomes(app)).sort()).toEqual([
      'irrelevant',
      'unknown_payment',
      'unknown_payment',
      'unreadable',
    ]);
  });
});

describe('a payment on the hosted page changes the state of the order', () => {
  test.each([
    ['pay', 'paid', 'confirmed', { provider: 30_000, revenue: -30_000 }],
    ['underpay', 'underpaid', 'attention', { provider: 27_000, held: -27_000 }],
    ['overpay', 'partially_refunded', 'confirmed', { provider: 30_000, revenue: -30_000, excess: 0 }],
    ['decline', 'pending', 'confirming', {}],
    ['cancel', 'pending', 'confirming', {}],
  ])('a payment on the hosted page with %s ends %s', async (outcome, status, state, accounts) => {
    const { app, open, press, payment, books } = together();
    const page = await open();
    await press(page.sessionId, outcome);
    await app.jobs.drain();
    const record = await payment(page.paymentId);
    expect(record).toMatchObject({ status, coversPrice: state === 'confirmed' });
    expect(await checkoutStateOf(app.modules.payments, page.sessionId)).toMatchObject({ state });
    expect(await books(page.paymentId)).toMatchObject({ accounts, balanced: true });
  });

  test.each([
    ['pay_late', 'paid', 'confirmed'],
    ['fail_late', 'failed', 'failed'],
  ])('a payment on the hosted page with %s is first processing, then %s', async (outcome, status, state) => {
    const app = await testApp();
    const { open, press, payment } = await paymentFixtures(app);
    const page = await open();
    await press(page.sessionId, outcome);
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status: 'processing' });
    await app.jobs.send(app.platform.db.orm, settleLateJob({ name: 'stripe' }), {
      sessionId: page.sessionId,
      succeeded: outcome === 'pay_late',
    });
    await app.jobs.drain();
    expect(await payment(page.paymentId)).toMatchObject({ status });
    expect(await checkoutStateOf(app.modules.payments, page.sessionId)).toMatchObject({ state });
  });
});
