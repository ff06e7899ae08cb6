import type { CheckoutOutcome } from '@vialproof/contract/checkout';
import type { Invoice, Receipt } from '@vialproof/contract/invoices';
import { expect, test } from 'vitest';
import { PRICE, storefront } from '../../testing/storefront.ts';
import { testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { issueInvoices } from '../payments/payments.service.ts';

test('an invoice is issued once, and each refund gets a credit note', async () => {
  const app = await testApp({ LAB_NAME: 'The Lab', LAB_ADDRESS: '2 Road, City' });
  const { admin, buyer, decide, expectBalanced } = await storefront(app);
  const mine = await buyer('stripe');
  await app.request('/api/me/profile', {
    method: 'PUT',
    json: { display_name: 'Nobody', company: 'Peptides Ltd', phone: null, marketing_opt_in: false },
    token: mine.person.token,
  });
  await mine.pay('overpay');
  const { id } = await mine.payment();
  const read = (token: string) => app.request<{ data: Invoice }>(`/api/me/payments/${id}/invoice`, { token });
  const first = (await read(mine.person.token)).body.data;
  expect(first).toMatchObject({
    number: 'INV-000001',
    seller: { name: 'The Lab', address: '2 Road, City' },
    buyer: { name: expect.stringMatching(/^Test Person/), company: 'Peptides Ltd', email: mine.person.email },
    reference: String((await mine.read()).task_number),
    order_id: mine.id,
    lines: [{ quantity: 1, amount_cents: PRICE }],
    total_cents: PRICE,
    currency: 'usd',
    // The invoice never contained the money above the price.
    notes: [],
    balance_cents: PRICE,
  });
  await issueInvoices(app.modules.payments, [id]);
  await decide(id, '/refund', { amount_cents: 5_000, reason: 'A favour to them' });
  await app.jobs.drain();
  await decide(id, '/refund', { reason: 'The rest of it' });
  await app.jobs.drain();
  const last = (await read(mine.person.token)).body.data;
  expect(last).toMatchObject({
    number: 'INV-000001',
    issued_at: first.issued_at,
    total_cents: PRICE,
    notes: [
      { number: 'CN-000001', kind: 'credit_note', amount_cents: 5_000 },
      { number: 'CN-000002', kind: 'credit_note', amount_cents: PRICE - 5_000 },
    ],
    balance_cents: 0,
  });
  expect((await read(admin.token)).body.data).toEqual(last);
  expect((await read((await app.person()).token)).status).toBe(404);
  expect((await read((await app.person('analyst')).token)).status).toBe(404);
  await expectBalanced();
});

test('an invoice of a public test states list price and discount, and the outcome of its payment what arrived', async () => {
  const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '15' });
  const { buyer, pressAt } = await storefront(app);
  const mine = await buyer('stripe');
  const { token } = mine.person;
  await app.request(`/api/orders/${mine.id}/details`, {
    method: 'PUT',
    json: { visibility: 'public' },
    token,
  });
  const page = await app.request<{ url: string }>('/api/checkout', {
    json: { request_id: mine.id, provider: 'stripe', amount_cents: 15_300, currency: 'usd' },
    token,
  });
  await pressAt(page.body.url, 'overpay');
  await app.jobs.drain();
  const { id, receivedCents } = await mine.payment();
  const invoice = await app.request<{ data: Invoice }>(`/api/me/payments/${id}/invoice`, { token });
  expect(invoice.body.data).toMatchObject({
    lines: [{ unit_cents: 15_300, amount_cents: 15_300, list_cents: PRICE, discount_cents: 2_700 }],
    total_cents: 15_300,
    balance_cents: 15_300,
  });
  const outcome = await app.request<{ data: CheckoutOutcome }>(`/api/checkout/${id}`, { token });
  expect(receivedCents).toBeGreaterThan(15_300);
  expect(outcome.body.data).toEqual({
    state: 'confirmed',
    request_id: mine.id,
    group_id: null,
    reason: null,
    amount_cents: 15_300,
    received_cents: receivedCents,
    received_currency: 'usd',
    // The money above the price is refunded automatically.
    refunded_cents: receivedCents - 15_300,
  });
  const billing = await app.request<{ items: { kind: string }[] }>('/api/me/payments', { token });
  expect(billing.body.items).toMatchObject([{ kind: 'order' }]);
});

test('no invoice is issued before the payment, and an underpayment gets a receipt', async () => {
  const app = await testApp();
  const { buyer } = await storefront(app);
  const mine = await buyer('stripe');
  await mine.checkout();
  const { id } = await mine.payment();
  const ask = (what: string) => app.request(`/api/me/payments/${id}/${what}`, { token: mine.person.token });
  expect((await ask('invoice')).status).toBe(404);
  expect((await ask('receipt')).status).toBe(404);
  await mine.pay('underpay');
  expect((await ask('invoice')).status).toBe(404);
  expect((await ask('receipt')).status).toBe(200);
});

test('invoice numbers have no gaps, even if invoices are issued at the same time and some fail', async () => {
  const app = await testApp();
  const { buyer, expectBalanced } = await storefront(app);
  const person = await app.person();
  const { pool } = app.platform.db;
  await asOwner(
    app,
    `CREATE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.serial % 3 = 0 AND random() < 0.5 THEN RAISE EXCEPTION 'half-way'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER fail_some AFTER INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION fail_some()`,
  );
  const ids: string[] = [];
  for (let each = 0; each < 8; each += 1) {
    const mine = await buyer('stripe', person);
    await mine.press('pay');
    ids.push((await mine.payment()).id);
  }
  await app.jobs.drain().catch(() => undefined);
  const issue = () =>
    Promise.allSettled(ids.flatMap((id) => [1, 2].map(() => issueInvoices(app.modules.payments, [id]))));
  await issue();
  await asOwner(app, 'DROP TRIGGER fail_some ON invoice');
  await app.platform.db.pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  await app.jobs.drain();
  await issue();
  const { rows } = await pool.query('SELECT serial FROM invoice ORDER BY serial');
  expect(rows.map(({ serial }) => serial)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await expectBalanced();
});

test('a crypto payment gets a receipt with its transaction on the blockchain', async () => {
  const app = await testApp();
  const { buyer } = await storefront(app);
  const mine = await buyer('coinbase');
  await mine.pay();
  const { token } = mine.person;
  const { id } = await mine.payment();
  const billing = await app.request<{ items: { receipt_url: string }[] }>('/api/me/payments', { token });
  expect(billing.body.items[0]?.receipt_url).toBe(
    `${app.platform.publicUrl()}/dashboard/billing/${id}/receipt`,
  );
  const { body } = await app.request<{ data: Receipt }>(`/api/me/payments/${id}/receipt`, { token });
  expect(body.data).toMatchObject({
    provider: 'coinbase',
    received_cents: PRICE,
    transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    // Payments of the sandbox are on no real blockchain.
    transaction_url: null,
    invoice_number: 'INV-000001',
  });
});
