import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { paymentFixtures } from '../testing/payment-fixtures.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** The provider's official SDK, connected to the sandbox. */
function sdk(app: TestApp, key = app.platform.config.stripe.secretKey): Stripe {
  const { hostname, port } = new URL(app.platform.ownAddress());
  return new Stripe(key, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

const asked = (
  app: TestApp,
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: 30_000, product_data: { name: 'Retatrutide' } },
    },
  ],
  client_reference_id: 'ours',
  customer_email: 'a@example.test',
  metadata: { payment_id: 'p1' },
  payment_intent_data: { metadata: { payment_id: 'p1' } },
  success_url: `${app.platform.publicUrl()}/done?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${app.platform.ownAddress()}/back`,
  ...change,
});

const inSeconds = (app: TestApp, seconds: number) => Math.floor(app.clock.now().getTime() / 1000) + seconds;

describe('a checkout session of the card sandbox can be paid or ends', () => {
  test('a session is created, read, paid, and read with its payment', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const created = await stripe.checkout.sessions.create(asked(app));
    expect(created).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 30_000,
    });
    expect(created).toMatchObject({
      ui_mode: 'hosted_page',
      payment_intent: null,
      livemode: false,
      client_reference_id: 'ours',
    });
    expect(created.url).toBe(`${app.platform.publicUrl()}/sandbox/pay/${created.id}`);
    expect(created.expires_at - created.created).toBe(86_400);

    const { press } = await paymentFixtures(app);
    expect(await press(created.id, 'pay')).toBe(`${app.platform.publicUrl()}/done?session_id=${created.id}`);
    const paid = await stripe.checkout.sessions.retrieve(created.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      amount_received: 30_000,
      status: 'succeeded',
      metadata: { payment_id: 'p1' },
    });
    const charge = intent.latest_charge as Stripe.Charge;
    const receipt = await app.request(charge.receipt_url?.replace(app.platform.publicUrl(), '') ?? '');
    expect(receipt.status).toBe(200);
    expect(receipt.body).toContain('$300.00 received');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ latest_charge: charge.id });
  });

  test('a session ends once, by a call or at its time limit', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const one = await stripe.checkout.sessions.create(asked(app));
    expect(await stripe.checkout.sessions.expire(one.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(one.id)).rejects.toThrow('a status of `expired`');

    const two = await stripe.checkout.sessions.create(asked(app, { expires_at: inSeconds(app, 1900) }));
    app.clock.advance(1_901_000);
    expect(await stripe.checkout.sessions.retrieve(two.id)).toMatchObject({ status: 'expired' });
    const { press } = await paymentFixtures(app);
    expect(await press(two.id, 'pay')).toBe(`/sandbox/pay/${two.id}`);
    expect(await stripe.checkout.sessions.retrieve(two.id)).toMatchObject({ payment_status: 'unpaid' });
  });

  test('an invalid session is refused in the provider’s words', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const price = (unit_amount: number) => ({ currency: 'usd', unit_amount, product_data: { name: 'x' } });
    const refusals: [Partial<Stripe.Checkout.SessionCreateParams>, object][] = [
      [{ expires_at: inSeconds(app, 1799) }, { param: 'expires_at', statusCode: 400 }],
      [{ expires_at: inSeconds(app, 86_401) }, { param: 'expires_at' }],
      [{ line_items: [{ quantity: 1, price_data: price(49) }] }, { code: 'amount_too_small' }],
      [
        { line_items: [{ quantity: 1, price_data: price(-1) }] },
        { param: 'line_items[0][price_data][unit_amount]' },
      ],
      [{ line_items: [] }, { param: 'line_items' }],
      [{ ui_mode: 'elements' }, { code: 'parameter_unknown', param: 'ui_mode' }],
      [{ customer_email: 'nobody' }, { param: 'customer_email' }],
    ];
    for (const [change, error] of refusals) {
      await expect(stripe.checkout.sessions.create(asked(app, change))).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
        ...error,
      });
    }
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'session',
    });
    await expect(stripe.customers.list()).rejects.toThrow('Unrecognized request URL (GET: /v1/customers)');
  });

  test('security 6: a session redirects only to this site', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const foreign = [
      'https://evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      `${app.platform.publicUrl()}.evil.example/`,
      app.platform.publicUrl().replace('http:', 'ftp:'),
    ];
    for (const address of foreign) {
      for (const param of ['success_url', 'cancel_url'] as const) {
        await expect(
          stripe.checkout.sessions.create(asked(app, { [param]: address })),
          `${param} ${address}`,
        ).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
      }
    }
  });

  test('security 6: only the merchant’s key can create and read a session', async () => {
    const app = await testApp();
    const { id } = await sdk(app).checkout.sessions.create(asked(app));
    const { secretKey } = app.platform.config.stripe;
    for (const key of [
      'sk_live_1234',
      'sk_test_any',
      'sk_test_sandbox',
      secretKey.slice(0, -1),
      `${secretKey}0`,
    ]) {
      const stranger = sdk(app, key);
      const refused = { type: 'StripeAuthenticationError', statusCode: 401 };
      await expect(stranger.checkout.sessions.create(asked(app))).rejects.toMatchObject(refused);
      await expect(stranger.checkout.sessions.retrieve(id)).rejects.toMatchObject(refused);
    }
    for (const headers of [{}, { authorization: 'Basic abc' }]) {
      expect((await app.request('/v1/checkout/sessions', { method: 'POST', headers })).status).toBe(401);
      expect((await app.request(`/v1/checkout/sessions/${id}`, { headers })).status).toBe(401);
    }
  });

  test('security 6: a caller without the key is refused before the body is read', async () => {
    const app = await testApp();
    const post = (authorization: string, body: string) =>
      app.request('/v1/checkout/sessions', { method: 'POST', body, headers: { authorization } });
    const body = 'a[]=1&'.repeat(30_000);
    expect((await post('Bearer sk_test_x', body)).status).toBe(401);
    const own = `Bearer ${app.platform.config.stripe.secretKey}`;
    expect((await post(own, body)).status).toBe(413);
    expect((await post(own, 'a[]=1&'.repeat(200))).status).toBe(400);
  });
});

describe('the card sandbox knows idempotency keys', () => {
  test('the same request with the same key gets the same answer, and another request is refused', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const idempotencyKey = randomUUID();
    const first = await stripe.checkout.sessions.create(asked(app), { idempotencyKey });
    const again = await stripe.checkout.sessions.create(asked(app), { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(
      stripe.checkout.sessions.create(asked(app, { client_reference_id: 'another' }), { idempotencyKey }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });

    app.clock.advance(24 * 3_600_000 + 1000);
    expect((await stripe.checkout.sessions.create(asked(app), { idempotencyKey })).id).not.toBe(first.id);
  });

  test('calls at the same time with one key create one session', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const idempotencyKey = randomUUID();
    const burst = await Promise.allSettled(
      Array.from({ length: 6 }, () => stripe.checkout.sessions.create(asked(app), { idempotencyKey })),
    );
    const made = burst.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    const inUse = burst.flatMap((one) => (one.status === 'rejected' ? [one.reason.statusCode] : []));
    expect(new Set(made).size).toBe(1);
    expect(inUse.every((status) => status === 409)).toBe(true);
    expect(await (await paymentFixtures(app)).count('sandbox_checkout_session')).toBe(1);
  });
});

describe('the card sandbox never refunds more than was paid', () => {
  test('a part is refunded, then the rest, and never more than was paid', async () => {
    const app = await testApp();
    const stripe = sdk(app);
    const { press } = await paymentFixtures(app);
    const session = await stripe.checkout.sessions.create(asked(app));
    await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await press(session.id, 'pay');
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    const payment_intent = paid.payment_intent as string;
    const part = await stripe.refunds.create({
      payment_intent,
      amount: 10_000,
      metadata: { refund_id: 'r1' },
    });
    expect(part).toMatchObject({
      object: 'refund',
      status: 'succeeded',
      amount: 10_000,
      metadata: { refund_id: 'r1' },
    });
    await expect(stripe.refunds.create({ payment_intent, amount: 20_001 })).rejects.toThrow(
      'Refund amount ($200.01) is greater than unrefunded amount on charge ($200.00)',
    );
    expect((await stripe.refunds.create({ payment_intent })).amount).toBe(20_000);
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(
      (await stripe.refunds.list({ payment_intent })).data.map((refund) => refund.amount).sort(),
    ).toEqual([10_000, 20_000]);
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ amount: 10_000 });
  });
});
