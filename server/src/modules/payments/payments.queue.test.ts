import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { till } from '../../testing/till.ts';

/** A till with pages whose payers have paid; the events of it are stored and nobody has worked on them. */
async function paidPages(count: number) {
  const app = await testApp();
  const desk = await till(app);
  const pages: Awaited<ReturnType<typeof desk.open>>[] = [];
  for (let n = 0; n < count; n += 1) pages.push(await desk.open());
  await Promise.all(
    pages.map(({ sessionId, paymentId }) =>
      desk.deliver(
        desk.event('checkout.session.completed', {
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
  const statuses = async () =>
    Promise.all(pages.map(async (page) => (await desk.payment(page.paymentId)).status));
  const minuteLater = async () => {
    app.clock.advance(60_000);
    await app.modules.payments.work.reconcile();
    await app.jobs.drain();
  };
  return { app, desk, pages, statuses, minuteLater, books: desk.books, pool: app.platform.db.pool };
}

describe('events that wait', () => {
  test('are settled together, each in a transaction of the books of its own', async () => {
    const { app, pages, statuses, books, pool } = await paidPages(5);
    await app.jobs.drain();
    expect(await statuses()).toEqual(Array(5).fill('paid'));
    for (const { paymentId } of pages)
      expect(await books(paymentId)).toMatchObject({ balanced: true, rows: 2 });
    const ledger = await pool.query(
      'SELECT count(DISTINCT transaction_id)::int AS n, count(DISTINCT xmin::text)::int AS commits FROM ledger_entry',
    );
    expect(ledger.rows).toEqual([{ n: 5, commits: 1 }]);
  });

  test('are not kept by one that cannot be worked through, and it is tried again', async () => {
    const { app, pages, statuses, pool } = await paidPages(3);
    await pool.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON ledger_entry FOR EACH ROW
        WHEN (NEW.payment_id = '${pages[1]?.paymentId}') EXECUTE FUNCTION refuse_one()`);
    await expect(app.jobs.drain()).rejects.toThrow();
    expect(await statuses()).toEqual(['paid', 'pending', 'paid']);
    await pool.query('DROP TRIGGER refuse_one ON ledger_entry');
    await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    await app.jobs.drain();
    expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  });

  test('never wait for a provider that has to be asked about one of them', async () => {
    const { app, desk, pages, statuses, pool } = await paidPages(2);
    const [page] = pages;
    await desk.deliver(
      desk.event('charge.refunded', {
        payment_intent: `pi_${page?.sessionId}`,
        metadata: { payment_id: page?.paymentId },
      }),
    );
    const asked = async () =>
      (await pool.query<{ n: number }>('SELECT count(checked_at)::int AS n FROM payment')).rows[0]?.n;
    await app.modules.payments.work.workOff();
    expect({ statuses: await statuses(), asked: await asked() }).toEqual({
      statuses: ['paid', 'paid'],
      asked: 0,
    });
    await app.jobs.drain();
    expect(await asked()).toBe(1);
    const { rows } = await pool.query('SELECT DISTINCT outcome FROM payment_event');
    expect(rows).toEqual([{ outcome: 'applied' }]);
  });

  test('are taken up by another when the worker that had them died, and when no job tells of them', async () => {
    const { app, statuses, minuteLater, pool } = await paidPages(2);
    await pool.query("DELETE FROM pgboss.job WHERE name = 'payment.inbox'");
    await pool.query('UPDATE payment_event SET due_at = $1', [new Date(app.clock.now().getTime() + 60_000)]);
    await app.modules.payments.work.reconcile();
    await app.jobs.drain();
    expect(await statuses()).toEqual(['pending', 'pending']);
    await minuteLater();
    expect(await statuses()).toEqual(['paid', 'paid']);
  });

  test('are settled once by two workers that have them at once, and say who changed something', async () => {
    const { app, statuses, books, pages, pool } = await paidPages(2);
    // Its clock is ahead, so that what the first has taken up is due to it already.
    const hasty = await testApp({}, { databaseUrl: app.databaseUrl });
    hasty.clock.advance(120_000);
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM payment FOR UPDATE');
    const waiting = async () =>
      (
        await pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount;
    const working = [app.modules.payments.work.workOff()];
    await expect.poll(waiting).toBe(1);
    working.push(hasty.modules.payments.work.workOff());
    await expect.poll(waiting).toBe(2);
    await holder.query('COMMIT');
    holder.release();
    await Promise.all(working);
    expect(await statuses()).toEqual(['paid', 'paid']);
    for (const { paymentId } of pages)
      expect(await books(paymentId)).toMatchObject({ balanced: true, rows: 2 });
    const { rows } = await pool.query('SELECT DISTINCT outcome FROM payment_event');
    expect(rows).toEqual([{ outcome: 'applied' }]);
  });
});
