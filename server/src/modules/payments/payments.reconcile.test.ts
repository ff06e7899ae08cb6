import { describe, expect, test } from 'vitest';
import { settleLateJob } from '../../sandbox/hosted-pages.ts';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { PROVIDERS, storefront } from '../../testing/storefront.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { reconcilePayments, requestRefund } from './payments.service.ts';

async function minutesLater(app: TestApp, minutes: number): Promise<void> {
  app.clock.advance(minutes * 60_000);
  await reconcilePayments(app.modules.payments);
  await app.jobs.drain();
}

/** Makes the provider lose its events. */
const loseEvents = (app: TestApp) =>
  app.platform.db.pool.query('UPDATE sandbox_event SET delivered_at = created_at');

describe('the server asks the provider about payments (reconciliation)', () => {
  test('the server finds a payment whose event was lost', async () => {
    const app = await testApp();
    const { open, press, payment, books, count } = await paymentFixtures(app);
    const page = await open();
    await press(page.sessionId, 'pay');
    await loseEvents(app);
    await minutesLater(app, 1);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'pending' });
    await minutesLater(app, 2);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid' });
    expect(await books(page.paymentId)).toMatchObject({ balanced: true, rows: 2 });
    expect(await count('payment_event')).toBe(0);
  });

  test.each([
    ['pay_late', 'processing'],
    ['underpay', 'underpaid'],
  ])('the server asks the provider and finds %s', async (outcome, status) => {
    const app = await testApp();
    const { open, press, payment } = await paymentFixtures(app);
    const page = await open();
    await press(page.sessionId, outcome);
    await loseEvents(app);
    await minutesLater(app, 3);
    expect(await payment(page.paymentId)).toMatchObject({ status });
  });

  test('the server finds out that a late payment failed', async () => {
    const app = await testApp();
    const { open, press, payment } = await paymentFixtures(app);
    const page = await open();
    await press(page.sessionId, 'fail_late');
    await app.jobs.send(app.platform.db.orm, settleLateJob({ name: 'stripe' }), {
      sessionId: page.sessionId,
      succeeded: false,
    });
    await app.jobs.drain();
    await app.platform.db.pool.query("UPDATE payment SET status = 'pending'");
    await loseEvents(app);
    await minutesLater(app, 3);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'failed' });
  });

  test('the server ends unpaid payments, also at the provider', async () => {
    const app = await testApp();
    const { open, press, payment } = await paymentFixtures(app);
    const page = await open({ expiresAt: new Date(app.clock.now().getTime() + 3_600_000) });
    await minutesLater(app, 30);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'pending' });
    await minutesLater(app, 31);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'expired' });
    expect(await press(page.sessionId, 'pay')).toContain('/sandbox/pay/');
  });

  test('the server asks about one payment even if the provider does not answer about others', async () => {
    const app = await testApp();
    const { open, press, payment } = await paymentFixtures(app);
    const page = await open();
    await press(page.sessionId, 'pay');
    await loseEvents(app);
    // These older payments have a page that was never opened. One run of the job handles this many.
    await app.platform.db.pool.query(`
      INSERT INTO payment SELECT (jsonb_populate_record(payment, jsonb_build_object('id', gen_random_uuid(),
        'subject_id', gen_random_uuid(), 'provider_session_id', null, 'checkout_url', null,
        'created_at', created_at - interval '1 hour'))).* FROM payment, generate_series(1, 50)`);
    for (const minutes of [3, 1]) await minutesLater(app, minutes);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'paid' });
  });

  test('the server asks less and less often about a payment that does not change', async () => {
    const app = await testApp();
    const { open } = await paymentFixtures(app);
    await open();
    const asked: number[] = [];
    for (let minute = 1; minute <= 60; minute += 1) {
      await minutesLater(app, 1);
      const { rows } = await app.platform.db.pool.query('SELECT checked_at FROM payment');
      const at = rows[0].checked_at?.getTime() ?? 0;
      if (at !== (asked.at(-1) ?? 0)) asked.push(at);
    }
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.length).toBeLessThan(25);
  });
});

describe('reconciliation finishes work that a crashed process left behind', () => {
  test('an event and a refund that a crashed process did not finish are finished later', async () => {
    const app = await testApp();
    const { open, deliver, event, payment, press } = await paymentFixtures(app);
    const { pool } = app.platform.db;
    const page = await open();
    await press(page.sessionId, 'pay');
    await app.jobs.drain();
    await app.platform.db.transaction((tx) =>
      requestRefund(app.modules.payments, tx, {
        paymentId: page.paymentId,
        amountCents: 'rest',
        reason: 'x',
        actorId: null,
      }),
    );
    const other = await open();
    await deliver(
      event('checkout.session.expired', { id: other.sessionId, status: 'expired', metadata: {} }),
    );
    // The queue lost the jobs, but the database still has the events.
    await pool.query("DELETE FROM pgboss.job WHERE name LIKE 'payment.%'");
    await minutesLater(app, 11);
    expect(await payment(page.paymentId)).toMatchObject({ status: 'refunded' });
    expect(await payment(other.paymentId)).toMatchObject({ status: 'expired' });
  });
});

describe('while the payer waits, the server asks the provider only at a few times', () => {
  test.each(PROVIDERS)(
    'while the payer waits, the server asks the provider at %s, and not at every request of the payer',
    async (provider) => {
      const app = await testApp();
      const { buyer, misbehave } = await storefront(app);
      const order = await buyer(provider);
      await misbehave({ provider, kind: 'webhook.lose', times: null });
      await order.press('pay_late');
      await app.jobs.drain();
      expect((await order.payment()).status).toBe('pending');
      const session = await order.session();
      const glance = () =>
        app.request<{ data: { state: string } }>(`/api/checkout/${session}`, { token: order.person.token });
      const asked = async () =>
        (
          await app.platform.db.pool.query<{ n: number }>(
            `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'payment.check'`,
          )
        ).rows[0]?.n;

      for (let glances = 0; glances < 3; glances += 1) {
        expect((await glance()).body.data.state).toBe('confirming');
      }
      expect(await asked()).toBe(1);
      await app.jobs.drain();
      expect((await order.payment()).status).toBe('processing');

      const stranger = await app.person();
      expect((await app.request(`/api/checkout/${session}`, { token: stranger.token })).status).toBe(404);
      expect(await asked()).toBe(1);
    },
  );
});
