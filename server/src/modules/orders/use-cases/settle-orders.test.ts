import { expect, test } from 'vitest';
import { type Provider, storefront } from '../../../testing/storefront.ts';
import { testApp } from '../../../testing/test-app.ts';
import { asOwner } from '../../../testing/test-database.ts';
import { checkLedger } from '../../ledger/ledger.service.ts';
import { checkPayment } from '../../payments/payments.service.ts';

/** Orders whose payments have ended, while the module orders does not know it yet. */
async function paidOrders(...providers: Provider[]) {
  const app = await testApp();
  const { buyer } = await storefront(app);
  const person = await app.person();
  const orders: Awaited<ReturnType<typeof buyer>>[] = [];
  for (const provider of providers) orders.push(await buyer(provider, person));
  for (const order of orders) await order.press('pay');
  return {
    app,
    orders,
    /** Asks the providers about all payments, so that many changes wait at the same time. */
    ask: async () => {
      for (const order of orders) await checkPayment(app.modules.payments, (await order.payment()).id);
    },
    statuses: () => Promise.all(orders.map(async (order) => (await order.read()).status)),
    findings: async () => (await checkLedger(app.modules.ledger, 0)).findings,
  };
}

test('orders that are paid together are processed together, and a cancelled one is refunded', async () => {
  const { app, orders, ask, statuses, findings } = await paidOrders('stripe', 'coinbase', 'stripe');
  await ask();
  await orders[2]?.cancel();
  await app.jobs.drain();
  expect(await statuses()).toEqual(['awaiting_sample', 'awaiting_sample', 'cancelled']);
  expect(await orders[0]?.kinds()).toEqual(['created', 'checkout_opened', 'paid', 'ready_for_sample']);
  expect(await orders[2]?.payment()).toMatchObject({ status: 'refunded', heldCents: 0 });
  const { rows } = await app.platform.db.pool.query(
    "SELECT count(*)::int AS n, count(DISTINCT xmin::text)::int AS commits FROM request_event WHERE kind = 'paid'",
  );
  expect(rows).toEqual([{ n: 2, commits: 1 }]);
  expect(await findings()).toEqual([]);
});

test('an order whose payment cannot be processed does not stop other orders', async () => {
  const { app, orders, ask, statuses, findings } = await paidOrders('stripe', 'stripe', 'stripe');
  const { pool } = app.platform.db;
  await asOwner(
    app,
    `
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not this one'; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON request_event FOR EACH ROW
      WHEN (NEW.request_id = '${orders[1]?.id}') EXECUTE FUNCTION refuse_one()`,
  );
  await ask();
  await expect(app.jobs.drain()).rejects.toThrow();
  expect(await statuses()).toEqual(['awaiting_sample', 'pending_payment', 'awaiting_sample']);
  await asOwner(app, 'DROP TRIGGER refuse_one ON request_event');
  await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  await app.jobs.drain();
  expect(await statuses()).toEqual(['awaiting_sample', 'awaiting_sample', 'awaiting_sample']);
  expect(await findings()).toEqual([]);
});
