import { createHmac } from 'node:crypto';
import type { CatalogItem } from '@vialproof/contract/catalog';
import { describe, expect, test } from 'vitest';
import { PRICE, storefront } from '../../testing/storefront.ts';
import { testApp } from '../../testing/test-app.ts';

describe('security 6: the server computes prices itself', () => {
  test('the server refuses changed amounts, currencies, providers, kinds of tests and quantities', async () => {
    const app = await testApp();
    const tools = await storefront(app);
    const mine = await tools.buyer('stripe');
    const { token } = mine.person;
    const pay = (change: object) =>
      app.request('/api/checkout', {
        json: { request_id: mine.id, provider: 'stripe', amount_cents: PRICE, currency: 'usd', ...change },
        token,
      });
    for (const amount_cents of [1, PRICE - 1, PRICE + 1, 2 ** 31]) {
      expect(await pay({ amount_cents })).toMatchObject({
        status: 409,
        body: { code: 'price_changed', amount_cents: PRICE },
      });
    }
    for (const change of [
      { amount_cents: 0 },
      { amount_cents: -PRICE },
      { amount_cents: 180.5 },
      { amount_cents: '18000' },
      { amount_cents: Number.MAX_VALUE },
      { currency: 'eur' },
      { currency: 'USD' },
      { provider: 'paypal' },
      { provider: '__proto__' },
      { request_id: 'x' },
    ]) {
      expect(await pay(change)).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    }
    const catalog = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
    const skuId = catalog.body.data[0]?.id;
    for (const [change, code] of [
      [{ quantity: 0 }, 'invalid_fields'],
      [{ quantity: 2 }, 'invalid_fields'],
      [{ quantity: '1' }, 'invalid_fields'],
      [{ skuId: mine.id }, 'sku_not_sold'],
      [{ skuId: "' OR 1=1 --" }, 'invalid_fields'],
    ] as const) {
      const json = {
        skuId,
        quantity: 1,
        paymentMethod: 'stripe',
        price_cents: 1,
        final_price_cents: 1,
        ...change,
      };
      expect(await app.request('/api/orders', { json, token })).toMatchObject({
        status: 422,
        body: { code },
      });
    }
    expect(await mine.payments()).toEqual([]);
  });

  test('the server ignores prices and refuses percentages that a client changed', async () => {
    const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
    const mine = await (await storefront(app)).buyer('stripe');
    const put = (json: object) =>
      app.request<{ data: { final_price_cents: number } }>(`/api/orders/${mine.id}/details`, {
        method: 'PUT',
        json: { visibility: 'public', final_price_cents: 1, base_price_cents: 1, status: 'paid', ...json },
        token: mine.person.token,
      });
    for (const percent of [0, 11, 90]) {
      expect(await put({ public_discount_percent: percent })).toMatchObject({
        status: 409,
        body: { code: 'price_changed', amount_cents: 16_200 },
      });
    }
    expect((await put({ public_discount_percent: 10 })).body.data).toMatchObject({
      final_price_cents: 16_200,
      status: 'draft',
    });
    expect((await put({ visibility: 'private' })).body.data.final_price_cents).toBe(PRICE);
  });
});

test("security 26: a customer cannot pay for, read or cancel another person's order", async () => {
  const app = await testApp();
  const tools = await storefront(app);
  const mine = await tools.buyer('coinbase');
  await mine.checkout();
  const other = await app.person();
  const ask = { json: { request_id: mine.id, provider: 'stripe', amount_cents: PRICE, currency: 'usd' } };
  for (const answer of [
    await app.request('/api/checkout', { ...ask, token: other.token }),
    await app.request(`/api/checkout/${await mine.session()}`, { token: other.token }),
    await app.request(`/api/checkout/${(await mine.payment()).id}`, { token: other.token }),
    await app.request(`/api/orders/${mine.id}/cancel`, { json: {}, token: other.token }),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

test.each(['stripe', 'coinbase'] as const)(
  'sending %s twice creates one payment page and one payment',
  async (provider) => {
    const app = await testApp();
    const tools = await storefront(app);
    const mine = await tools.buyer(provider);
    const pages = await Promise.all([mine.checkout(), mine.checkout(), mine.checkout()]);
    const opened = pages.filter(({ status }) => status === 201);
    expect(new Set(opened.map(({ body }) => body.url)).size).toBe(1);
    const url = opened[0]?.body.url ?? '';
    await Promise.all([tools.pressAt(url, 'pay'), tools.pressAt(url, 'pay')]);
    await app.jobs.drain();
    expect(await mine.payments()).toMatchObject([{ status: 'paid', receivedCents: PRICE }]);
    // A paid order gets no second payment page.
    expect(await mine.checkout()).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    await tools.expectBalanced();
  },
);

test('security 31: a webhook of the crypto provider must be signed, at most five minutes old, and small', async () => {
  const app = await testApp();
  const tools = await storefront(app);
  const mine = await tools.buyer('coinbase');
  await mine.checkout();
  const id = await mine.session();
  const secret = app.platform.config.coinbase.webhookSecret;
  const event = (change: object = {}) =>
    JSON.stringify({
      id,
      eventType: 'checkout.payment.success',
      status: 'COMPLETED',
      amount: '180.00',
      currency: 'USDC',
      settlement: { totalAmount: '180.00', currency: 'USDC' },
      metadata: { payment_id: (change as { payment_id?: string }).payment_id },
      ...change,
    });
  const send = (body: string, forged: { age?: number; secret?: string; signed?: string } = {}) => {
    const time = Math.floor(app.clock.now().getTime() / 1000) - (forged.age ?? 0);
    const v0 = createHmac('sha256', forged.secret ?? secret)
      .update(`${time}.${forged.signed ?? body}`)
      .digest('hex');
    return app.request('/api/webhooks/coinbase', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hook0-signature': `t=${time},v0=${v0}` },
    });
  };
  const refused = { status: 400, body: { code: 'webhook_signature' } };
  expect(await send(event(), { secret: 'another' })).toMatchObject(refused);
  expect(await send(event(), { age: 301 })).toMatchObject(refused);
  expect(await send(event(), { signed: event({ amount: '1.00' }) })).toMatchObject(refused);
  expect(await send('not json')).toMatchObject(refused);
  expect(await send('[]')).toMatchObject(refused);
  expect(await send(event({ id: '../../evil' }))).toMatchObject(refused);
  // The checkout was not opened by us, although it names our payment.
  const foreign = event({ id: 'a'.repeat(24), metadata: { payment_id: (await mine.payment()).id } });
  expect((await send(foreign)).status).toBe(200);
  // This event is signed, but its fields are unknown.
  expect((await send(event({ settlement: { totalAmount: 'lots', currency: 'USDC' } }))).status).toBe(200);
  await app.jobs.drain();
  expect(await mine.payment()).toMatchObject({ status: 'pending', receivedCents: 0 });
  const { rows } = await app.platform.db.pool.query('SELECT outcome FROM payment_event ORDER BY outcome');
  expect(rows.map(({ outcome }) => outcome)).toEqual(['unknown_payment', 'unreadable']);
  // The event about this payment has the id of the unreadable event, so it is not stored. The server asks the provider
  // anyway.
  await mine.pay();
  expect((await mine.read()).status).toBe('pending_payment');
  await tools.later(3);
  expect((await mine.read()).status).toBe('awaiting_sample');
  await tools.expectBalanced();
  // The server answers before it has read everything, so the connection may be closed.
  const large = await send(event({ filler: 'x'.repeat(1_000_001) })).catch(() => undefined);
  expect(large?.status ?? 413).toBe(413);
  const { rows: stored } = await app.platform.db.pool.query('SELECT count(*)::int AS n FROM payment_event');
  expect(stored).toEqual([{ n: 2 }]);
});
