import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

/** With so many requests, PostgreSQL should use its indexes. The benchmark measures more. */
const CROWD = 20_000;

describe('the queue is fast with many requests', { timeout: 180_000 }, () => {
  it('no query of the queue reads a whole table', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    await seedTests(app, CROWD);
    // The requests of a year, of which few are in the laboratory.
    await pool.query(`
      UPDATE test_request SET status = CASE WHEN task_number % 200 = 0 THEN 'received' ELSE 'awaiting_sample' END,
        due_on = CASE WHEN task_number % 200 = 0 THEN current_date - (task_number % 40)::int + 20 END, completed_at = NULL
      WHERE task_number % 100 = 0`);
    await pool.query(
      `INSERT INTO sample_assignee (request_id, user_id, by_id, at)
       SELECT id, $1, $1, now() FROM test_request WHERE task_number % 3 > 0`,
      [lab.reviewer.id],
    );
    await asOwner(app, 'VACUUM ANALYZE test_request, sample_assignee');
    await asOwner(app, 'ANALYZE result_revision');
    const asked: { text: string; values: unknown[] }[] = [];
    const query = pool.query.bind(pool);
    pool.query = ((config: { text: string; values?: unknown[] }, values?: unknown[], ...rest: []) => {
      const text = typeof config === 'string' ? config : config.text;
      asked.push({ text, values: values ?? config.values ?? [] });
      return query(config as never, values as never, ...rest);
    }) as typeof pool.query;
    for (const ask of [
      '',
      '?page=5',
      '?status=overdue',
      '?status=awaiting_sample',
      '?status=received',
      '?status=in_review',
      '?status=complete',
      '?status=complete&page=200',
      '?q=10234',
      '?q=Maker%20H7',
      '?q=semaglutide',
      '?status=complete&q=maker%20h7',
      '?status=received&q=retatrutide',
      '?q=ab',
      '?assigned_to=me',
      '?assigned_to=nobody',
      '?assigned_to=nobody&status=in_review',
      '?assigned_to=me&status=complete',
      '?assigned_to=me&q=Maker%20H7',
    ]) {
      const { status } = await lab.queue(lab.analyst, ask);
      expect(status, ask).toBe(200);
    }
    pool.query = query;
    const plans: { text: string; plan: string }[] = [];
    for (const { text, values } of asked) {
      if (!/FROM (test_request|result_revision)/.test(text)) continue;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
    }
    expect(plans.length).toBeGreaterThan(30);
    // The price list is small, so PostgreSQL may read all of it.
    expect(plans.filter(({ plan }) => /Seq Scan on (?!sku)/.test(plan))).toEqual([]);
  });
});
