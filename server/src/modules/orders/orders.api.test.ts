import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Order } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { expireOrders } from './orders.service.ts';

const HOUR = 3_600_000;

async function skuOf(app: TestApp, slug = 'bpc-157'): Promise<CatalogItem> {
  const { body } = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const sku = body.data.find((item) => item.slug === slug);
  if (!sku) throw new Error(`${slug} is not sold`);
  return sku;
}

async function begin(app: TestApp, person: Person) {
  const json = { skuId: (await skuOf(app)).id, quantity: 1, paymentMethod: 'stripe' };
  const { status, body } = await app.request<{ data: { id: string; status: string; task_number: number } }>(
    '/api/orders',
    {
      json,
      token: person.token,
    },
  );
  expect(status).toBe(201);
  return body.data;
}

const details = (app: TestApp, person: Person, id: string, json: object) =>
  app.request<{ data: Order } & ProblemBody>(`/api/orders/${id}/details`, {
    method: 'PUT',
    json,
    token: person.token,
  });

const checkout = (app: TestApp, person: Person, id: string, cents: number) =>
  app.request<{ url: string } & ProblemBody>('/api/checkout', {
    json: { request_id: id, provider: 'stripe', amount_cents: cents, currency: 'usd' },
    token: person.token,
  });

async function read(app: TestApp, person: Person, id: string): Promise<Order> {
  const { status, body } = await app.request<{ data: Order }>(`/api/orders/${id}`, { token: person.token });
  expect(status).toBe(200);
  return body.data;
}

async function pay(app: TestApp, url: string, outcome = 'pay'): Promise<void> {
  const answer = await app.raw(url, {
    method: 'POST',
    body: `outcome=${outcome}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(303);
}

const kinds = (order: Order) => order.timeline.map((entry) => entry.kind);

describe('an order takes its price from the catalog and goes through the allowed states', () => {
  it('an order goes from draft to awaiting_sample, and its timeline shows each step', async () => {
    const app = await testApp();
    const person = await app.person();
    const draft = await begin(app, person);
    expect(draft).toMatchObject({ status: 'draft' });
    expect(draft.task_number).toBeGreaterThanOrEqual(10_001);

    const saved = await details(app, person, draft.id, {
      visibility: 'public',
      compound_name: ' BPC-157 ',
      notes: '  ',
    });
    expect(saved.body.data).toMatchObject({
      visibility: 'public',
      compound_name: 'BPC-157',
      notes: null,
      final_price_cents: 18_000,
    });

    const { status, body } = await checkout(app, person, draft.id, 18_000);
    expect(status).toBe(201);
    expect((await read(app, person, draft.id)).status).toBe('pending_payment');
    await pay(app, body.url);
    await app.jobs.drain();
    const order = await read(app, person, draft.id);
    expect(order.status).toBe('awaiting_sample');
    expect(kinds(order)).toEqual(['created', 'checkout_opened', 'paid', 'ready_for_sample']);
    expect(order.unique_key).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it('security 6: the price of an order comes from the catalog, and not from the client', async () => {
    const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
    const person = await app.person();
    const draft = await begin(app, person);
    const wrong = await details(app, person, draft.id, { visibility: 'public', public_discount_percent: 50 });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'price_changed', amount_cents: 16_200 } });
    const right = await details(app, person, draft.id, { visibility: 'public', public_discount_percent: 10 });
    expect(right.body.data).toMatchObject({
      final_price_cents: 16_200,
      public_discount_percent: 10,
      price_cents: 18_000,
    });
    const cheap = await checkout(app, person, draft.id, 1);
    expect(cheap).toMatchObject({ status: 409, body: { code: 'price_changed', amount_cents: 16_200 } });
    // A private test gets no discount, whatever the client says.
    const closed = await details(app, person, draft.id, {
      visibility: 'private',
      public_discount_percent: 90,
    });
    expect(closed.body.data).toMatchObject({ final_price_cents: 18_000, public_discount_percent: 0 });
  });

  it('security 29: the server ignores a status, price, owner or role that a client sends with an order', async () => {
    const app = await testApp();
    const person = await app.person();
    const json = {
      skuId: (await skuOf(app)).id,
      quantity: 1,
      paymentMethod: 'stripe',
      status: 'complete',
      base_price_cents: 1,
      customer_id: '00000000-0000-4000-8000-000000000000',
      task_number: 1,
    };
    const { body } = await app.request<{ data: { id: string } }>('/api/orders', {
      json,
      token: person.token,
    });
    const order = await read(app, person, body.data.id);
    expect(order).toMatchObject({ status: 'draft', base_price_cents: 18_000 });
    expect(order.task_number).toBeGreaterThan(10_000);
  });

  it('an order is refused if it has an unknown test, a wrong quantity or a payment method that is not offered', async () => {
    const app = await testApp();
    const { token } = await app.person();
    const sku = await skuOf(app);
    const order = (json: object) =>
      app.request('/api/orders', {
        json: { skuId: sku.id, quantity: 1, paymentMethod: 'stripe', ...json },
        token,
      });
    expect(await order({ skuId: crypto.randomUUID() })).toMatchObject({
      status: 422,
      body: { code: 'sku_not_sold' },
    });
    expect(await order({ quantity: 2 })).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    // The installation has keys for the card provider only.
    app.platform.config.paymentMethods.splice(1);
    expect(await order({ paymentMethod: 'coinbase' })).toMatchObject({
      status: 422,
      body: { code: 'payment_method_unavailable' },
    });
  });

  it('a double click on Pay opens one payment page, and the same Idempotency-Key creates one order', async () => {
    const app = await testApp();
    const person = await app.person();
    const ask = {
      json: { skuId: (await skuOf(app)).id, quantity: 1, paymentMethod: 'stripe' },
      token: person.token,
      headers: { 'idempotency-key': 'one' },
    };
    const first = await app.request<{ data: { id: string } }>('/api/orders', ask);
    const again = await app.request<{ data: { id: string } }>('/api/orders', ask);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await app.request('/api/orders', {
      ...ask,
      json: { ...ask.json, paymentMethod: 'coinbase' },
    });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });

    const pages = await Promise.all([1, 2, 3].map(() => checkout(app, person, first.body.data.id, 18_000)));
    const opened = pages.filter((page) => page.status === 201);
    expect(opened.length).toBeGreaterThan(0);
    expect(new Set(opened.map((page) => page.body.url)).size).toBe(1);
    const late = await checkout(app, person, first.body.data.id, 18_000);
    expect(late.body.url).toBe(opened[0]?.body.url);
  });

  it('a paid order cannot be changed; changing the price of an unpaid order closes its payment page', async () => {
    const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
    const person = await app.person();
    const draft = await begin(app, person);
    const open = await checkout(app, person, draft.id, 18_000);
    const changed = await details(app, person, draft.id, { visibility: 'public' });
    expect(changed.body.data).toMatchObject({ status: 'draft', final_price_cents: 16_200 });
    // A payment on the closed page changes nothing.
    await pay(app, open.body.url);
    await app.jobs.drain();
    expect((await read(app, person, draft.id)).status).toBe('draft');
    const page = await checkout(app, person, draft.id, 16_200);
    await pay(app, page.body.url);
    await app.jobs.drain();
    expect(await details(app, person, draft.id, { visibility: 'private' })).toMatchObject({
      status: 409,
      body: { code: 'order_locked' },
    });
    expect(await checkout(app, person, draft.id, 16_200)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
  });

  it('the owner can cancel an order until the laboratory has the sample, and gets the money back', async () => {
    const app = await testApp();
    const person = await app.person();
    const draft = await begin(app, person);
    const page = await checkout(app, person, draft.id, 18_000);
    await pay(app, page.body.url);
    await app.jobs.drain();
    const cancelled = await app.request(`/api/orders/${draft.id}/cancel`, {
      method: 'POST',
      token: person.token,
    });
    expect(cancelled.status).toBe(200);
    await app.jobs.drain();
    const order = await read(app, person, draft.id);
    expect(order.status).toBe('cancelled');
    expect(kinds(order)).toEqual(expect.arrayContaining(['cancelled', 'refunded']));
    const again = await app.request(`/api/orders/${draft.id}/cancel`, {
      method: 'POST',
      token: person.token,
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'order_locked' } });
    const { body } = await app.request<{ items: { status: string }[] }>('/api/me/payments', {
      token: person.token,
    });
    expect(body.items).toMatchObject([
      {
        status: 'refunded',
        order_id: draft.id,
        task_number: order.task_number,
        received_cents: 18_000,
        refunded_cents: 18_000,
        refunding_cents: 0,
      },
    ]);
  });

  it('an unpaid order expires after 24 h, and a late payment makes it valid again', async () => {
    const app = await testApp();
    const person = await app.person();
    const [unpaid, late] = [await begin(app, person), await begin(app, person)];
    const page = await checkout(app, person, late.id, 18_000);
    await pay(app, page.body.url, 'pay_late');
    app.clock.advance(25 * HOUR);
    expect(await expireOrders(app.modules.orders)).toBe(1);
    const { token } = await app
      .request<{ session: { access_token: string } }>('/api/auth/refresh', {
        json: { refresh_token: person.session.refresh_token },
      })
      .then(({ body }) => ({ token: body.session.access_token }));
    const again = { ...person, token };
    expect(await read(app, again, unpaid.id)).toMatchObject({ status: 'cancelled' });
    expect((await read(app, again, late.id)).status).not.toBe('cancelled');
  });

  it('security 26: only the owner of an order can read it', async () => {
    const app = await testApp();
    const [owner, other, staff] = [await app.person(), await app.person(), await app.person('admin')];
    const draft = await begin(app, owner);
    for (const stranger of [other, staff]) {
      expect((await app.request(`/api/orders/${draft.id}`, { token: stranger.token })).status).toBe(404);
      expect((await details(app, stranger, draft.id, { visibility: 'public' })).status).toBe(404);
      expect((await checkout(app, stranger, draft.id, 18_000)).status).toBe(404);
      expect(
        (await app.request(`/api/orders/${draft.id}/cancel`, { method: 'POST', token: stranger.token }))
          .status,
      ).toBe(404);
    }
    expect((await app.request(`/api/orders/${draft.id}`)).status).toBe(401);
    for (const id of ['not-an-id', '%00', crypto.randomUUID()]) {
      expect((await app.request(`/api/orders/${id}`, { token: owner.token })).status).toBe(404);
    }
  });
});
