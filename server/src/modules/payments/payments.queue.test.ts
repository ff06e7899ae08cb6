import { describe, expect, test } from 'vitest';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { reconcilePayments, settleEvents } from './payments.service.ts';

/** Payments whose events are stored but not processed. */
async function paidPages(count: number) {
  const app = await testApp();
  const fixtures = await paymentFixtures(app);
  const pages: Awaited<ReturnType<typeof fixtures.open>>[] = [];
  for (let n = 0; n < count; n += 1) pages.push(await fixtures.open());
  await Promise.all(
    pages.map(({ sessionId, paymentId }) =>
      fixtures.deliver(
        fixtures.event('checkout.session.completed', {
          id: sessionId,
          status: 'complete',
          payment_status: 'paid',
          amount_total: 30_000,
          currency: 'usd',
          payment_intent: `pi_${sessionId}`,
          metadata: { payment_id: paymentId },
        }),
      ),
    ),
  );
  const { pool } = app.platform.db;
  const statuses = async () =>
    Promise.all(pages.map(async (page) => (await fixtures.payment(page.paymentId)).status));
  const minuteLater = async () => {
    app.clock.advance(60_000);
    await reconcilePayments(app.modules.payments);
    await app.jobs.drain();
  };
  const rows = async <T extends object>(statement: string) => (await pool.query<T>(statement)).rows;
  const waiting = () =>
    rows<{ name: string; singleton_key: string }>(
      `SELECT name, singleton_key FROM pgboss.job WHERE name LIKE 'payment.event%' AND state < 'completed'`,
    );
  return { app, fixtures, pages, statuses, minuteLater, books: fixtures.books, pool, rows, waiting };
}

describe('each waiting payment event is processed in its own transaction', () => {
  test('each waiting event has one job, and is processed in its own transaction', async () => {
    const { app, pages, statuses, books, rows, waiting } = await paidPages(5);
    const events = await rows<{ id: string }>('SELECT id FROM payment_event');
    expect((await waiting()).map((job) => job.singleton_key).sort()).toEqual(
      events.map(({ id }) => id).sort(),
    );
    await app.jobs.drain();
    expect(await statuses()).toEqual(Array(5).fill('paid'));
    for (const { paymentId } of pages)
      expect(await books(paymentId)).toMatchObject({ balanced: true, rows: 2 });
    const ledger = await rows(
      'SELECT count(DISTINCT transaction_id)::int AS n, count(DISTINCT xmin::text)::int AS commits FROM ledger_entry',
    );
    expect(ledger).toEqual([{ n: 5, commits: 1 }]);
    expect(await waiting()).toEqual([]);
  });

  test('an event and its job are stored together', async () => {
    const { app, fixtures, pages, rows } = await paidPages(1);
    await asOwner(
      app,
      `
      CREATE FUNCTION refuse_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse_job BEFORE INSERT ON pgboss.job_common FOR EACH ROW
        WHEN (NEW.name = 'payment.event') EXECUTE FUNCTION refuse_job()`,
    );
    const update = fixtures.event('charge.refunded', { payment_intent: `pi_${pages[0]?.sessionId}` });
    expect(await fixtures.deliver(update)).toBe(500);
    expect(await rows('SELECT 1 FROM payment_event')).toHaveLength(1);
    await asOwner(app, 'DROP TRIGGER refuse_job ON pgboss.job_common');
    expect(await fixtures.deliver(update)).toBe(200);
    expect(await rows('SELECT 1 FROM payment_event')).toHaveLength(2);
  });

  test('an event that fails is tried again, and the other events are still processed', async () => {
    const { app, pages, statuses, pool } = await paidPages(3);
    await asOwner(
      app,
      `
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON ledger_entry FOR EACH ROW
        WHEN (NEW.payment_id = '${pages[1]?.paymentId}') EXECUTE FUNCTION refuse_one()`,
    );
    await expect(app.jobs.drain()).rejects.toThrow();
    await app.jobs.drain();
    expect(await statuses()).toEqual(['paid', 'pending', 'paid']);
    await asOwner(app, 'DROP TRIGGER refuse_one ON ledger_entry');
    await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    await app.jobs.drain();
    expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  });

  test('other events do not wait while the server asks a provider about one event', async () => {
    const { app, fixtures, pages, statuses, rows } = await paidPages(2);
    const [page] = pages;
    await fixtures.deliver(
      fixtures.event('charge.refunded', {
        payment_intent: `pi_${page?.sessionId}`,
        metadata: { payment_id: page?.paymentId },
      }),
    );
    const asked = () => rows('SELECT count(checked_at)::int AS n FROM payment');
    const events = await rows<{ id: string }>('SELECT id FROM payment_event ORDER BY type');
    await settleEvents(
      app.modules.payments,
      events.map(({ id }) => id),
    );
    expect({ statuses: await statuses(), asked: await asked() }).toEqual({
      statuses: ['paid', 'paid'],
      asked: [{ n: 0 }],
    });
    await app.jobs.drain();
    expect(await asked()).toEqual([{ n: 1 }]);
    expect(await rows('SELECT DISTINCT outcome FROM payment_event')).toEqual([{ outcome: 'applied' }]);
  });

  test('a waiting event that has no job is handled within a minute', async () => {
    const { app, statuses, minuteLater, pool } = await paidPages(2);
    await pool.query("DELETE FROM pgboss.job WHERE name = 'payment.event'");
    await reconcilePayments(app.modules.payments);
    await app.jobs.drain();
    expect(await statuses()).toEqual(['pending', 'pending']);
    await minuteLater();
    expect(await statuses()).toEqual(['paid', 'paid']);
  });

  test('a waiting event gets no second job', async () => {
    const { app, pool, rows, waiting } = await paidPages(4);
    const [first, second, third] = await waiting();
    const change = (set: string, key = '') =>
      pool.query(`UPDATE pgboss.job SET ${set} WHERE singleton_key = $1`, [key]);
    await change(`state = 'active'`, first?.singleton_key);
    await change(`state = 'retry', start_after = now() + interval '1 hour'`, second?.singleton_key);
    await change(`name = 'platform.dead-letters'`, third?.singleton_key);
    app.clock.advance(120_000);
    await reconcilePayments(app.modules.payments);
    const jobs = `SELECT count(*)::int AS n FROM pgboss.job WHERE singleton_key IN (SELECT id::text FROM payment_event)`;
    expect(await rows(jobs)).toEqual([{ n: 4 }]);
  });

  test('two workers at the same time process each event once', async () => {
    const { app, statuses, books, pages, pool, rows } = await paidPages(2);
    const other = await testApp({}, { beside: app });
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM payment FOR UPDATE');
    const blocked = async () =>
      (
        await pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount;
    const ids = (await rows<{ id: string }>('SELECT id FROM payment_event')).map(({ id }) => id);
    const working = [settleEvents(app.modules.payments, ids)];
    await expect.poll(blocked).toBe(1);
    working.push(settleEvents(other.modules.payments, ids));
    await expect.poll(blocked).toBe(2);
    await holder.query('COMMIT');
    holder.release();
    await Promise.all(working);
    expect(await statuses()).toEqual(['paid', 'paid']);
    for (const { paymentId } of pages)
      expect(await books(paymentId)).toMatchObject({ balanced: true, rows: 2 });
    expect(await rows('SELECT DISTINCT outcome FROM payment_event')).toEqual([{ outcome: 'applied' }]);
  });
});
