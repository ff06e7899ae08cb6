import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Order } from '@vialproof/contract/orders';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/postgres/database.ts';
import { type Person, shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { addSeller, paymentsFor, reconcilePayments, requestRefund } from '../payments/payments.service.ts';
import { expireOrders, orderSeller } from './orders.service.ts';

const PRICE = 18_000;

/** A customer with an order of 180 dollars. */
async function buyer(app: TestApp) {
  const person = await app.person();
  const { token } = person;
  const catalog = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const skuId = catalog.body.data.find(({ slug }) => slug === 'bpc-157')?.id;
  const made = await app.request<{ data: { id: string } }>('/api/orders', {
    json: { skuId, quantity: 1, paymentMethod: 'stripe' },
    token,
  });
  const { id } = made.body.data;
  const subject = { kind: 'order' as const, id };
  type Answered = { data: Order; url: string } & ProblemBody;
  return {
    app,
    person,
    id,
    subject,
    checkout: (cents = PRICE) =>
      app.request<Answered>('/api/checkout', {
        json: { request_id: id, provider: 'stripe', amount_cents: cents, currency: 'usd' },
        token,
      }),
    details: (visibility: 'public' | 'private') =>
      app.request<Answered>(`/api/orders/${id}/details`, { method: 'PUT', json: { visibility }, token }),
    cancel: () => app.request<Answered>(`/api/orders/${id}/cancel`, { method: 'POST', token }),
    read: async () => (await app.request<Answered>(`/api/orders/${id}`, { token })).body.data,
    payments: () => paymentsFor(app.modules.payments, subject),
  };
}
/** An application for tests that look only at their own order. */
const together = shared((atEnd) => testApp({}, { atEnd }));

type Buyer = Awaited<ReturnType<typeof buyer>>;

async function press(app: TestApp, url: string, outcome = 'pay'): Promise<void> {
  const body = new URLSearchParams({ outcome });
  expect((await app.raw(new URL(url).pathname, { method: 'POST', body })).status).toBe(303);
}

async function paid(mine: Buyer, outcome = 'pay'): Promise<void> {
  await press(mine.app, (await mine.checkout()).body.url, outcome);
  await mine.app.jobs.drain();
}

/** Runs `work` just before the next change of an order, after the payment page was closed. */
function beforeOrderChanges({ modules: { orders } }: TestApp, work: () => Promise<unknown>): void {
  const { platform } = orders;
  const transaction = async <T>(run: (tx: Tx) => Promise<T>) => {
    orders.platform = platform;
    await work();
    return platform.db.transaction(run);
  };
  orders.platform = { ...platform, db: { ...platform.db, transaction } };
}

/** Runs `work` after the price was offered, and before the payment page opens. */
function afterOffer({ modules }: TestApp, work: () => Promise<unknown>): void {
  const seller = orderSeller(modules.orders);
  addSeller(modules.payments, {
    ...seller,
    async offer(viewer, id) {
      addSeller(modules.payments, seller);
      const offer = await seller.offer(viewer, id);
      await work();
      return offer;
    },
  });
}

async function staffRefund({ app, person }: { app: TestApp; person: Person }, paymentId: string) {
  await app.platform.db.transaction((tx) =>
    requestRefund(app.modules.payments, tx, {
      paymentId,
      amountCents: 'rest',
      reason: 'A favour to them',
      actorId: person.id,
    }),
  );
  await app.jobs.drain();
}

async function dispute(app: TestApp, paymentId: string, type: 'created' | 'closed', status: string) {
  const { rows } = await app.platform.db.pool.query<{ intent: string }>(
    'SELECT provider_payment_id AS intent FROM payment WHERE id = $1',
    [paymentId],
  );
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: `charge.dispute.${type}`,
    data: { object: { object: 'dispute', status, payment_intent: rows[0]?.intent } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: app.platform.config.stripe.webhookSecret,
    timestamp: Math.floor(app.clock.now().getTime() / 1000),
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  expect((await app.raw('/api/webhooks/stripe', { method: 'POST', body: payload, headers })).status).toBe(
    200,
  );
  await app.jobs.drain();
}

describe('an order that changes during its payment is never paid at a wrong price', () => {
  it('a payment page that opens while the price changes cannot be used to pay the old price', async () => {
    const mine = await buyer(await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' }));
    expect((await mine.details('public')).body.data.final_price_cents).toBe(16_200);
    await mine.checkout(16_200);
    let url = '';
    beforeOrderChanges(mine.app, async () => {
      url = (await mine.checkout(16_200)).body.url;
    });
    expect(await mine.details('private')).toMatchObject({ status: 409, body: { code: 'order_locked' } });
    await press(mine.app, url);
    await mine.app.jobs.drain();
    expect(await mine.read()).toMatchObject({
      status: 'awaiting_sample',
      visibility: 'public',
      final_price_cents: 16_200,
    });
  });

  it('a payment page that opens while the order is cancelled is closed', async () => {
    const mine = await buyer(together());
    afterOffer(mine.app, () => mine.cancel());
    expect(await mine.checkout()).toMatchObject({ status: 409, body: { code: 'order_locked' } });
    expect((await mine.read()).status).toBe('cancelled');
    expect(await mine.payments()).toMatchObject([{ status: 'expired' }]);
  });

  it('a payment page that opens just after the order was cancelled is closed too', async () => {
    const mine = await buyer(together());
    beforeOrderChanges(mine.app, () => mine.checkout());
    expect((await mine.cancel()).status).toBe(200);
    expect(await mine.payments()).toMatchObject([{ status: 'expired' }]);
  });

  it('an order that is cancelled just after its payment stays cancelled, and is refunded once', async () => {
    const mine = await buyer(together());
    await press(mine.app, (await mine.checkout()).body.url);
    expect((await mine.cancel()).status).toBe(200);
    await mine.app.jobs.drain();
    expect((await mine.read()).status).toBe('cancelled');
    expect(await mine.payments()).toMatchObject([{ status: 'refunded', refundedCents: PRICE }]);
  });
});

describe('a cancelled order is refunded', () => {
  it('an underpayment is also refunded, whether the provider calls the payment complete or not', async () => {
    for (const noticed of [true, false]) {
      const mine = await buyer(together());
      await press(mine.app, (await mine.checkout()).body.url, 'underpay');
      if (noticed) await mine.app.jobs.drain();
      expect((await mine.cancel()).status).toBe(200);
      await mine.app.jobs.drain();
      expect((await mine.read()).status).toBe('cancelled');
      expect(await mine.payments()).toMatchObject([{ status: 'refunded', refundedCents: 16_200 }]);
    }
  });

  it('a pending payment that arrives after the cancellation is refunded', async () => {
    const mine = await buyer(await testApp());
    await press(mine.app, (await mine.checkout()).body.url, 'pay_late');
    expect((await mine.cancel()).status).toBe(200);
    const { rows } = await mine.app.platform.db.pool.query<{ id: string }>(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'sandbox.stripe.settle-late' RETURNING id",
    );
    expect(rows).toHaveLength(1);
    await mine.app.jobs.drain();
    expect((await mine.read()).status).toBe('cancelled');
    expect(await mine.payments()).toMatchObject([{ status: 'refunded' }]);
  });

  it('an order can be cancelled after a full refund', async () => {
    const mine = await buyer(together());
    await paid(mine);
    const [payment] = await mine.payments();
    await staffRefund(mine, payment?.id ?? '');
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect(await mine.cancel()).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
    await mine.app.jobs.drain();
    expect(await mine.payments()).toMatchObject([{ status: 'refunded', refundedCents: PRICE }]);
  });

  it('disputed money stays with the bank until the dispute is decided', async () => {
    const mine = await buyer(together());
    await paid(mine);
    const [payment] = await mine.payments();
    await dispute(mine.app, payment?.id ?? '', 'created', 'needs_response');
    expect((await mine.cancel()).status).toBe(200);
    await dispute(mine.app, payment?.id ?? '', 'closed', 'won');
    expect((await mine.read()).status).toBe('cancelled');
    expect(await mine.payments()).toMatchObject([{ status: 'refunded', refundedCents: PRICE }]);
  });
});

describe('an underpaid order waits for an admin and gets no receipt', () => {
  it('an underpaid order has no second payment page and no receipt, and its owner gets one mail', async () => {
    const mine = await buyer(await testApp());
    const { app, person } = mine;
    await paid(mine, 'underpay');
    const refused = await mine.checkout();
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    expect(refused.body.detail).toContain('do not pay again');
    const receipts = async () =>
      (
        await app.request<{ items: { receipt_url: string | null }[] }>('/api/me/payments', {
          token: person.token,
        })
      ).body.items.map(({ receipt_url }) => receipt_url !== null);
    expect(await receipts()).toEqual([false]);
    const [payment] = await mine.payments();
    await staffRefund(mine, payment?.id ?? '');
    await orderSeller(app.modules.orders).settle([payment?.id ?? '']);
    await app.jobs.drain();
    const subjects = (await app.mails(person.email)).map(({ subject }) => subject.replace(/^.*: /, ''));
    expect(subjects.filter((subject) => /payment|refund/.test(subject)).sort()).toEqual([
      'a problem with your payment',
      'your refund is on its way',
    ]);
    await paid(mine);
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect((await receipts()).sort()).toEqual([false, true]);
  });
});

describe('a payment page that the provider has lost blocks only its own order', () => {
  it('the lost page blocks only its own order, and only until the page expires', async () => {
    const mine = await buyer(await testApp());
    await mine.checkout();
    await mine.app.platform.db.pool.query('DELETE FROM sandbox_checkout_session');
    expect(await mine.cancel()).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    mine.app.clock.advance(25 * 3_600_000);
    await reconcilePayments(mine.app.modules.payments);
    await mine.app.jobs.drain();
    expect(await expireOrders(mine.app.modules.orders)).toBe(1);
  });

  it('other orders expire on time if one order cannot expire', async () => {
    const mine = await buyer(await testApp());
    const { pool } = mine.app.platform.db;
    await pool.query(`
      INSERT INTO test_request SELECT (jsonb_populate_record(test_request, jsonb_build_object(
        'id', '00000000-0000-4000-8000-000000000000', 'task_number', nextval('task_number_seq'), 'unique_key', 'AAAAAAAAAAAAAAAA'))).*
      FROM test_request`);
    await asOwner(
      mine.app,
      `
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON request_event FOR EACH ROW
        WHEN (NEW.request_id = '00000000-0000-4000-8000-000000000000') EXECUTE FUNCTION refuse_one()`,
    );
    mine.app.clock.advance(25 * 3_600_000);
    expect(await expireOrders(mine.app.modules.orders)).toBe(1);
    const { rows } = await pool.query('SELECT status FROM test_request ORDER BY id');
    expect(rows).toEqual([{ status: 'draft' }, { status: 'cancelled' }]);
  });
});

describe('an order whose price is higher than its payment is reported once', () => {
  it('an order with a price above its payment is reported once, however often the payment event arrives', async () => {
    const mine = await buyer(await testApp());
    await press(mine.app, (await mine.checkout()).body.url);
    await mine.app.platform.db.pool.query('UPDATE test_request SET final_price_cents = $1', [PRICE + 1]);
    await mine.app.jobs.drain();
    const [payment] = await mine.payments();
    await orderSeller(mine.app.modules.orders).settle([payment?.id ?? '']);
    expect((await mine.read()).timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'checkout_opened',
      'payment_problem',
    ]);
  });
});
