import type { Ledger, LedgerReport } from '@vialproof/contract/ledger';
import type { StaffPaymentPage } from '@vialproof/contract/payments-staff';
import type { WebhookEventDetail, WebhookPage } from '@vialproof/contract/webhooks';
import { describe, expect, test } from 'vitest';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { PRICE, storefront } from '../../testing/storefront.ts';
import { testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { reconcilePayments } from './payments.service.ts';

async function paymentsAdmin() {
  const app = await testApp();
  const tools = await storefront(app);
  const get = <T>(path: string) => app.request<T>(path, { token: tools.admin.token });
  const post = <T>(path: string, json: object = {}) =>
    app.request<T>(path, { json, token: tools.admin.token });
  return { ...tools, get, post };
}

describe('an admin finds payments, reads their facts and decides about them', () => {
  test('an admin finds payments by the names and ids that people and providers use', async () => {
    const { get, buyer } = await paymentsAdmin();
    const mine = await buyer('coinbase');
    const other = await buyer('stripe');
    await mine.pay();
    // Without this step of the clock, all payments would have the same time.
    mine.app.clock.advance(1000);
    await other.pay('underpay');
    const list = async (query: string) =>
      (await get<StaffPaymentPage>(`/api/lab/payments?view=all&${query}`)).body.data.map(({ id }) => id);
    const { id } = await mine.payment();
    const task = String((await mine.read()).task_number);
    const { rows } = await mine.app.platform.db.pool.query(
      'SELECT transaction_hash AS hash FROM payment WHERE id = $1',
      [id],
    );
    for (const q of [task, mine.person.email, id, mine.id, await mine.session(), rows[0].hash]) {
      expect(await list(`q=${encodeURIComponent(q)}`)).toEqual([id]);
    }
    expect(await list('q=nothing like it')).toEqual([]);
    expect(await list('q=%25')).toEqual([]);
    expect(await list('status=underpaid')).toEqual([(await other.payment()).id]);
    expect(await list('limit=1&page=2')).toEqual([id]);
    const waiting = await get<StaffPaymentPage>('/api/lab/payments');
    expect(waiting.body.data.map((each) => each.id)).toEqual([(await other.payment()).id]);
    expect(waiting.body.pagination).toEqual({ page: 1, limit: 25, total: 1 });
    expect((await get('/api/lab/payments?status=nonsense')).status).toBe(422);
  });

  test('an admin sees the decision, ledger entries and events of a payment', async () => {
    const { app, admin, buyer, decide } = await paymentsAdmin();
    const mine = await buyer('stripe');
    await mine.pay();
    const { id } = await mine.payment();
    await decide(id, '/refund', { amount_cents: 1_000, reason: 'A scratched vial' });
    await app.jobs.drain();
    const { data } = (await decide(id, '')).body;
    expect(data).toMatchObject({
      status: 'partially_refunded',
      refundable_cents: PRICE - 1_000,
      invoice_number: 'INV-000001',
      actions: ['refund', 'check'],
      refunds: [{ amount_cents: 1_000, reason: 'A scratched vial', actor: admin.email, status: 'succeeded' }],
      history: [
        { action: 'payment.refund_decided', actor: admin.email },
        { action: 'payment.refund_requested' },
      ],
      balances: expect.arrayContaining([{ account: 'refunds', currency: 'usd', amount_cents: 1_000 }]),
    });
    expect(data.events.map(({ type }) => type)).toContain('checkout.session.completed');
    expect(data.entries.reduce((sum, entry) => sum + entry.amount_cents, 0)).toBe(0);
    const ledger = await app.request<{ data: Ledger }>(`/api/lab/ledger/${mine.id}`, { token: admin.token });
    expect(ledger.body.data.subject).toEqual({ kind: 'order', id: mine.id });
    expect(ledger.body.data.entries).toEqual(data.entries);
  });

  test('an admin cannot decide about a payment without an open decision or a reason, or about an own order', async () => {
    const { admin, buyer, decide } = await paymentsAdmin();
    const mine = await buyer('stripe');
    await mine.pay();
    const { id } = await mine.payment();
    expect(await decide(id, '/accept', { reason: 'For the test alone.' })).toMatchObject({ status: 409 });
    expect(await decide(id, '/dismiss', { reason: 'For the test alone.' })).toMatchObject({ status: 409 });
    expect(await decide(id, '/refund', { reason: ' ' })).toMatchObject({ status: 422 });
    for (const amount_cents of [0, -1, 1.5, '100', PRICE * 10 ** 6]) {
      const { status } = await decide(id, '/refund', { amount_cents, reason: 'For the test alone.' });
      expect([409, 422]).toContain(status);
    }
    expect(await decide('no-id', '/refund', { reason: 'For the test alone.' })).toMatchObject({
      status: 404,
    });
    const own = await buyer('stripe', admin);
    await own.pay('underpay');
    expect(
      await decide((await own.payment()).id, '/accept', { reason: 'For the test alone.' }),
    ).toMatchObject({
      status: 403,
      body: { code: 'own_order' },
    });
  });

  test('an admin can ask the provider about a payment at once', async () => {
    const { buyer, decide, misbehave } = await paymentsAdmin();
    const mine = await buyer('coinbase');
    await misbehave({ provider: 'coinbase', kind: 'webhook.lose' });
    await mine.pay();
    const { id } = await mine.payment();
    expect(await decide(id, '/check')).toMatchObject({ status: 200, body: { data: { status: 'paid' } } });
    await misbehave({ provider: 'coinbase', kind: 'api.unavailable' });
    expect(await decide(id, '/check')).toMatchObject({ status: 503 });
  });
});

describe('an admin can search the log of webhooks and apply an event again', () => {
  test('the log can be searched and filtered, and shows the original body of each webhook', async () => {
    const { get, buyer } = await paymentsAdmin();
    const card = await buyer('stripe');
    const crypto = await buyer('coinbase');
    await card.pay();
    await crypto.pay();
    const list = async (query: string) => (await get<WebhookPage>(`/api/lab/webhooks?${query}`)).body;
    expect((await list('')).pagination.total).toBe(2);
    expect((await list('provider=coinbase')).data).toMatchObject([
      { type: 'checkout.payment.success', outcome: 'applied', payment_id: (await crypto.payment()).id },
    ]);
    expect((await list(`q=${(await card.payment()).id}`)).data).toMatchObject([{ provider: 'stripe' }]);
    expect((await list('q=transactionHash')).data).toMatchObject([{ provider: 'coinbase' }]);
    expect((await list('outcome=open')).data).toEqual([]);
    const [event] = (await list('provider=coinbase')).data;
    const { body } = await get<{ data: WebhookEventDetail }>(`/api/lab/webhooks/${event?.id}`);
    expect(JSON.parse(body.data.payload)).toMatchObject({ eventType: 'checkout.payment.success' });
    expect((await get(`/api/lab/webhooks/${crypto.id}`)).status).toBe(404);
  });

  test('if an admin applies an event again, an applied event changes nothing, and an early one is now applied', async () => {
    const { app, post, buyer, expectBalanced } = await paymentsAdmin();
    const mine = await buyer('stripe');
    await mine.pay();
    const { rows } = await app.platform.db.pool.query('SELECT id FROM payment_event');
    for (const replays of [1, 2]) {
      expect(await post(`/api/lab/webhooks/${rows[0].id}/replay`)).toMatchObject({
        status: 200,
        body: { data: { outcome: 'applied', replays } },
      });
    }
    await app.jobs.drain();
    await expectBalanced();
    expect((await mine.kinds()).filter((kind) => kind === 'paid')).toHaveLength(1);

    const { deliver, event, open, press, payment } = await paymentFixtures(app);
    const page = await open();
    const early = event('charge.dispute.created', { status: 'needs_response', payment_intent: 'pi_early' });
    await deliver(early);
    app.clock.advance(3_700_000);
    await reconcilePayments(app.modules.payments);
    await app.jobs.drain();
    const log = await app.platform.db.pool.query(
      'SELECT id, outcome FROM payment_event WHERE provider_event_id = $1',
      [early.id],
    );
    expect(log.rows[0].outcome).toBe('unknown_payment');
    await press(page.sessionId, 'pay');
    await app.jobs.drain();
    await app.platform.db.pool.query("UPDATE payment SET provider_payment_id = 'pi_early' WHERE id = $1", [
      page.paymentId,
    ]);
    const tools = await storefront(app);
    expect(
      await app.request(`/api/lab/webhooks/${log.rows[0].id}/replay`, { json: {}, token: tools.admin.token }),
    ).toMatchObject({ status: 200, body: { data: { outcome: 'applied' } } });
    expect(await payment(page.paymentId)).toMatchObject({ status: 'disputed' });
  });
});

describe('the check of the ledger finds every contradiction', () => {
  test('the check finds every contradiction, writes it to the audit log, and shows it to admins', async () => {
    const { app, get, post, buyer } = await paymentsAdmin();
    const { pool } = app.platform.db;
    const mine = await buyer('stripe');
    await mine.pay();
    const { id } = await mine.payment();
    expect((await get<{ data: null }>('/api/lab/ledger-check')).body.data).toBeNull();
    const check = async () => {
      // One hour later, no payment is on its way any more.
      app.clock.advance(3_600_000);
      const tools = await storefront(app);
      const token = tools.admin.token;
      const ran = await app.request<{ data: LedgerReport }>('/api/lab/ledger-check', { json: {}, token });
      const read = await app.request<{ data: LedgerReport }>('/api/lab/ledger-check', { token });
      expect(read.body).toEqual(ran.body);
      return ran.body.data.findings.map(({ kind }) => kind);
    };
    expect(await check()).toEqual([]);
    const insert = `INSERT INTO ledger_entry (transaction_id, payment_id, subject_kind, subject_id, account, amount_cents, currency, kind, at)
      SELECT gen_random_uuid(), id, subject_kind, subject_id, 'provider', 5, 'usd', 'charge', now() FROM payment WHERE id = $1`;
    await expect(pool.query(insert, [id])).rejects.toThrow('does not balance');
    await asOwner(app, 'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_balanced');
    await pool.query(insert, [id]);
    expect(await check()).toEqual(['unbalanced_transaction', 'books_differ']);
    await pool.query("UPDATE payment SET status = 'underpaid' WHERE id = $1", [id]);
    await pool.query("UPDATE test_request SET status = 'pending_payment' WHERE id = $1", [mine.id]);
    await pool.query("UPDATE invoice_series SET last_serial = 7 WHERE name = 'note'");
    expect((await check()).sort()).toEqual([
      'books_differ',
      'invoices_differ',
      'order_differs',
      'status_differs',
      'unbalanced_transaction',
    ]);
    const { rows } = await pool.query(
      "SELECT detail FROM audit_entry WHERE action = 'ledger.finding' ORDER BY id",
    );
    expect(rows.map(({ detail }) => detail.count)).toEqual([2, 5]);
    expect((await post('/api/lab/ledger-check')).status).toBe(401);
  });

  test('ledger entries cannot be changed', async () => {
    const { app, buyer } = await paymentsAdmin();
    await (await buyer('stripe')).pay();
    for (const sql of [
      'UPDATE ledger_entry SET amount_cents = amount_cents + 1',
      'DELETE FROM ledger_entry',
      'UPDATE invoice SET amount_cents = 1',
      'DELETE FROM invoice',
    ]) {
      await expect(asOwner(app, sql)).rejects.toThrow('append-only');
    }
  });
});
