import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type CheckoutRequest, openCheckout, selectPayment } from '../modules/payments/payments.service.ts';
import { isRefusal } from '../platform/refusal.ts';
import type { TestApp } from './test-app.ts';

/**
 * Payments of a test application: opens payment pages, pays on them, sends events as the card provider does, and reads
 * the accounts. The payments are for shares of groups, so no order is needed.
 */
export async function paymentFixtures(app: TestApp) {
  const customer = await app.person();
  const { payments } = app.modules;
  const { pool } = app.platform.db;
  const secret = app.platform.config.stripe.webhookSecret;

  function ask(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
    return {
      subject: { kind: 'group_share', id: randomUUID() },
      customerId: customer.id,
      customerEmail: customer.email,
      description: 'Retatrutide',
      amountCents: 30_000,
      currency: 'usd',
      provider: 'stripe',
      successUrl: `${app.platform.publicUrl()}/request/success`,
      cancelUrl: `${app.platform.publicUrl()}/dashboard/tests/one`,
      expiresAt: new Date(app.clock.now().getTime() + 23 * 3_600_000),
      ...change,
    };
  }

  async function open(change: Partial<CheckoutRequest> = {}) {
    const asked = ask(change);
    const page = await openCheckout(payments, asked);
    if (isRefusal(page)) throw new Error(`the page was refused: ${page.code}`);
    return { ...page, subject: asked.subject, sessionId: page.url.split('/').at(-1) ?? '' };
  }

  /** Presses a button of the payment page. Returns the next address. */
  async function press(sessionId: string, outcome: string): Promise<string> {
    // The ids of the crypto provider have only hexadecimal digits.
    const path = /^[0-9a-f]{24}$/.test(sessionId) ? 'coinbase/pay' : 'pay';
    const body = new URLSearchParams({ outcome }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.request(`/sandbox/${path}/${sessionId}`, { method: 'POST', body, headers });
    if (answer.status !== 303) throw new Error(`the hosted page answered ${answer.status}`);
    return answer.headers.get('location') ?? '';
  }

  /** An event with the signature of the card provider. */
  function sign(event: object, change: { secret?: string; ageSeconds?: number } = {}) {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(app.clock.now().getTime() / 1000) - (change.ageSeconds ?? 0);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: change.secret ?? secret,
      timestamp,
    });
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
  }

  async function deliver(event: object): Promise<number> {
    return (await app.request('/api/webhooks/stripe', { method: 'POST', ...sign(event) })).status;
  }

  function event(type: string, object: object) {
    return {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: Math.floor(app.clock.now().getTime() / 1000),
      data: { object },
    };
  }

  async function payment(paymentId: string) {
    return selectPayment(payments, paymentId);
  }

  /** The balance of each account for one payment, and whether each transaction sums to zero. */
  async function books(paymentId: string) {
    const { rows } = await pool.query<{ account: string; cents: number; transaction_id: string }>(
      'SELECT account, amount_cents AS cents, transaction_id FROM ledger_entry WHERE payment_id = $1',
      [paymentId],
    );
    const accounts: Record<string, number> = {};
    const transactions: Record<string, number> = {};
    for (const { account, cents, transaction_id: id } of rows) {
      accounts[account] = (accounts[account] ?? 0) + cents;
      transactions[id] = (transactions[id] ?? 0) + cents;
    }
    const balanced = Object.values(transactions).every((sum) => sum === 0);
    return { accounts, balanced, rows: rows.length };
  }

  async function count(
    table: 'payment_event' | 'sandbox_checkout_session' | 'sandbox_refund',
  ): Promise<number> {
    const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return rows[0]?.n ?? 0;
  }

  return { customer, ask, open, press, sign, deliver, event, payment, books, count };
}
