import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { isRefusal } from '../../platform/refusal.ts';
import { tryIdempotencyLock } from '../../sandbox/idempotency.store.ts';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { shared, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { createInvoicesContext } from '../invoices/invoices.service.ts';
import { type PaymentProvider, ProviderUnavailable } from './adapters/provider.ts';
import { createStripeProvider } from './adapters/stripe.ts';
import { checkoutStateOf, closeCheckout, openCheckout, paymentsFor, paymentsOf } from './payments.service.ts';

/** An application for tests that look only at the payment that they open. */
const together = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  return { app, ...(await paymentFixtures(app)) };
});

describe('a customer has only one open payment page for an order', () => {
  test('two clicks on Pay create one payment page', async () => {
    const app = await testApp();
    const { ask, count } = await paymentFixtures(app);
    const { payments } = app.modules;
    const asked = ask();
    const pages = await Promise.all(Array.from({ length: 5 }, () => openCheckout(payments, asked)));
    const urls = new Set(pages.map((page) => (isRefusal(page) ? page.code : page.url)));
    expect(urls.size).toBe(1);
    expect(await paymentsFor(payments, asked.subject)).toHaveLength(1);
    expect(await count('sandbox_checkout_session')).toBe(1);
    expect(await openCheckout(payments, asked)).toMatchObject({ url: [...urls][0] });
  });

  test('if the provider refuses one of two clicks, both get the page of the other click', async () => {
    const { app, ask } = together();
    const asked = ask();
    const gate = Promise.withResolvers<void>();
    let tries = 0;
    const stripe: PaymentProvider = {
      ...createStripeProvider({
        secretKey: 'sk_test',
        webhookSecret: 'whsec_test',
        timeoutMs: 1_000,
        apiBase: () => undefined,
      }),
      async createCheckout() {
        tries += 1;
        if (tries === 1) {
          await gate.promise;
          return { sessionId: 'cs_test_one', url: 'https://pay.test/one' };
        }
        gate.resolve();
        await first;
        throw new ProviderUnavailable('a call with this key is under way');
      },
    };
    const ctx = {
      ...app.modules,
      invoices: createInvoicesContext(app.platform),
      providers: { stripe },
      sellers: new Map(),
    };
    const first = openCheckout(ctx, asked);
    await vi.waitFor(() => expect(tries).toBe(1), 30_000);
    const second = await openCheckout(ctx, asked);
    expect(tries).toBe(2);
    expect(second).toMatchObject({ url: 'https://pay.test/one' });
    expect(second).toEqual(await first);
  });

  test.each(['stripe', 'coinbase'] as const)(
    'while %s still handles a first click on Pay, a second click gets request_in_progress',
    async (provider) => {
      const { app, ask } = together();
      const paymentId = randomUUID();
      const asked = ask({ provider, paymentId });
      const key = provider === 'stripe' ? `checkout:${paymentId}` : `coinbase:${paymentId}`;
      // The provider is still answering the request of the other click.
      await app.platform.db.transaction(async (tx) => {
        expect(await tryIdempotencyLock(tx, key)).toBe(true);
        const second = await openCheckout(app.modules.payments, asked);
        expect(second).toMatchObject({ code: 'request_in_progress' });
      });
      expect(await openCheckout(app.modules.payments, asked)).toMatchObject({ paymentId });
      expect(await paymentsFor(app.modules.payments, asked.subject)).toHaveLength(1);
    },
  );

  test('if a customer clicks for two providers at once, only one payment page stays open', async () => {
    const { app, ask } = together();
    const { payments } = app.modules;
    const asked = ask();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        openCheckout(payments, { ...asked, provider: place % 2 ? 'stripe' : 'coinbase' }),
      ),
    );
    const codes = new Set(answers.flatMap((answer) => (isRefusal(answer) ? [answer.code] : [])));
    expect([...codes].filter((code) => code !== 'request_in_progress')).toEqual([]);
    // The next click gets the only page that is open.
    const last = await openCheckout(payments, asked);
    expect(last).toMatchObject({ url: expect.any(String) });
    const open = (await paymentsFor(payments, asked.subject)).filter(({ status }) => status === 'pending');
    expect(open).toMatchObject([{ provider: 'stripe' }]);
  });

  test('a checkout with a new price first closes the page with the old price', async () => {
    const { app, open, press, payment } = together();
    const first = await open();
    const second = await open({ subject: first.subject, amountCents: 27_000 });
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(await payment(first.paymentId)).toMatchObject({ status: 'expired' });
    expect(await press(first.sessionId, 'pay')).toContain('/sandbox/pay/');
    expect(await press(second.sessionId, 'pay')).toContain('/request/success');
    await app.jobs.drain();
    expect(await payment(second.paymentId)).toMatchObject({ status: 'paid', receivedCents: 27_000 });
  });

  test('a checkout is refused while money is received or pending', async () => {
    const { app, ask, open, press } = together();
    const { payments } = app.modules;
    const paid = await open();
    await press(paid.sessionId, 'pay');
    // The event has not arrived, but asking the provider finds the payment.
    expect(await openCheckout(payments, ask({ subject: paid.subject, amountCents: 100 }))).toMatchObject({
      code: 'already_paid',
    });
    expect(await openCheckout(payments, ask({ subject: paid.subject }))).toMatchObject({
      code: 'already_paid',
    });

    const late = await open();
    await press(late.sessionId, 'pay_late');
    expect(await closeCheckout(payments, late.subject)).toBe('already_paid');
    expect(await openCheckout(payments, ask({ subject: late.subject }))).toMatchObject({
      code: 'already_paid',
    });
  });

  test('a checkout does not return a payment page that closes soon', async () => {
    const { app, open } = together();
    const first = await open({ expiresAt: new Date(app.clock.now().getTime() + 3_600_000) });
    app.clock.advance(3_590_000);
    const second = await open({ subject: first.subject });
    expect(second.url).not.toBe(first.url);
  });

  test('a checkout is refused for an unknown or unavailable provider; later it succeeds', async () => {
    const app = await testApp();
    const { ask, open, count } = await paymentFixtures(app);
    const { payments } = app.modules;
    expect(await openCheckout(payments, ask({ provider: 'paypal' as 'stripe' }))).toMatchObject({
      code: 'payment_method_unavailable',
    });
    await asOwner(app, 'ALTER TABLE sandbox_checkout_session RENAME TO away');
    const asked = ask();
    expect(await openCheckout(payments, asked)).toMatchObject({ code: 'provider_unavailable' });
    await asOwner(app, 'ALTER TABLE away RENAME TO sandbox_checkout_session');
    const [left] = await paymentsFor(payments, asked.subject);
    const page = await open({ subject: asked.subject });
    expect(page.paymentId).toBe(left?.id);
    expect(await count('sandbox_checkout_session')).toBe(1);
  });

  test('if the server crashes after the provider’s answer, the next try finds the same payment page', async () => {
    const app = await testApp();
    const { open, count } = await paymentFixtures(app);
    const page = await open();
    await app.platform.db.pool.query('UPDATE payment SET provider_session_id = NULL, checkout_url = NULL');
    expect(await open({ subject: page.subject })).toMatchObject({ paymentId: page.paymentId, url: page.url });
    expect(await count('sandbox_checkout_session')).toBe(1);
  });
});

describe('nobody can pay on a closed payment page', () => {
  test('nobody can pay on a payment page that was closed', async () => {
    const { app, open, press, payment } = together();
    const page = await open();
    expect(await closeCheckout(app.modules.payments, page.subject)).toBe('closed');
    expect(await payment(page.paymentId)).toMatchObject({ status: 'expired' });
    expect(await press(page.sessionId, 'pay')).toContain('/sandbox/pay/');
    expect(await closeCheckout(app.modules.payments, page.subject)).toBe('closed');
  });

  test('a payment that is made while its page is being closed is still booked', async () => {
    const { app, open, press, payment } = together();
    const page = await open();
    const [, closed] = await Promise.all([
      press(page.sessionId, 'pay'),
      closeCheckout(app.modules.payments, page.subject),
    ]);
    await app.jobs.drain();
    const { status } = await payment(page.paymentId);
    expect([closed, status]).toEqual(closed === 'closed' ? ['closed', 'expired'] : ['already_paid', 'paid']);
  });
});

describe('the success page asks for the state of the payment', () => {
  test('only the payer finds the state, by session id or payment id', async () => {
    const { app, open, press } = together();
    const { payments } = app.modules;
    const page = await open();
    expect(await checkoutStateOf(payments, page.sessionId)).toMatchObject({ state: 'confirming' });
    await press(page.sessionId, 'pay');
    // Opening the success page proves no payment.
    expect(await checkoutStateOf(payments, page.sessionId)).toMatchObject({ state: 'confirming' });
    await app.jobs.drain();
    expect(await checkoutStateOf(payments, page.sessionId)).toMatchObject({
      state: 'confirmed',
      reason: null,
    });
    expect(await checkoutStateOf(payments, page.paymentId)).toMatchObject({
      payment: { id: page.paymentId },
    });
    expect(await checkoutStateOf(payments, 'cs_test_forged')).toBeUndefined();
    expect(await checkoutStateOf(payments, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  test('billing lists every try to pay, and shows a receipt for the paid one', async () => {
    const app = await testApp();
    const { open, press, customer } = await paymentFixtures(app);
    const { payments } = app.modules;
    const page = await open();
    app.clock.advance(1000);
    const again = await open({ subject: page.subject, amountCents: 27_000 });
    expect((await paymentsOf(payments, customer.id)).map((row) => row.receipt_url)).toEqual([null, null]);
    await press(again.sessionId, 'pay');
    await app.jobs.drain();
    expect(await paymentsOf(payments, customer.id)).toEqual([
      {
        id: again.paymentId,
        created_at: app.clock.now().toISOString(),
        sku_name: 'Retatrutide',
        provider: 'stripe',
        status: 'paid',
        amount_cents: 27_000,
        receipt_url: `${app.platform.publicUrl()}/sandbox/receipts/${again.sessionId}`,
        order_id: null,
        task_number: null,
        share_id: expect.any(String),
        withdrawal_id: null,
        showcase_id: null,
        received_cents: 27_000,
        received_currency: 'usd',
        refunded_cents: 0,
        refunding_cents: 0,
      },
      expect.objectContaining({ id: page.paymentId, status: 'expired', receipt_url: null }),
    ]);
    expect(await paymentsOf(payments, '00000000-0000-4000-8000-000000000000')).toEqual([]);
  });
});
