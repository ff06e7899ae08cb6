import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { labApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const DAY_MS = 86_400_000;
/** With so many requests, PostgreSQL should use its indexes. The benchmark measures more. */
const CROWD = 20_000;

describe('the queue of samples lists the most urgent samples first', () => {
  it('the queue lists overdue samples first, then the others by due day and time of payment', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    const waiting = [await lab.ordered(), await lab.ordered()];
    const received = [await lab.received(), await lab.received(), await lab.received()];
    const today = app.clock.now().getTime();
    const on = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    const set = (id: string | undefined, day: string) =>
      pool.query('UPDATE test_request SET due_on = $1 WHERE id = $2', [day, id]);
    await set(received[0]?.id, on(2));
    await set(received[1]?.id, on(-3));
    await set(received[2]?.id, on(0));
    const queue = await lab.queue(lab.analyst);
    expect(queue.body.data.map(({ id }) => id)).toEqual(
      [received[1], received[2], received[0], waiting[0], waiting[1]].map((order) => order?.id),
    );
    expect(queue.body.data.map(({ due_on }) => due_on)).toEqual([on(-3), on(0), on(2), null, null]);
    expect(queue.body.counts).toEqual({
      todo: 5,
      overdue: 1,
      awaiting_sample: 2,
      received: 3,
      in_review: 0,
      mine: 0,
      nobodys: 5,
    });
    const overdue = await lab.queue(lab.analyst, '?status=overdue');
    expect(overdue.body.data.map(({ id }) => id)).toEqual([received[1]?.id]);
    expect(overdue.body.pagination.total).toBe(1);
  });

  it('the promised day is counted from the receipt, mailed to the customer, and never changed', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const mine = async () =>
      (
        await app.request<{ request: { due_on: string | null } }>(`/api/me/tests/${order.id}`, {
          token: order.owner.token,
        })
      ).body.request.due_on;
    expect(await mine()).toBeNull();
    const { request } = await must(lab.intake(lab.analyst, order));
    const due = await mine();
    expect(due).toBe(request.due_on);
    const between = new Date(`${due}T00:00:00Z`).getTime() - app.clock.now().getTime();
    // Seven working days are nine to eleven calendar days.
    expect(between).toBeGreaterThan(8 * DAY_MS);
    expect(between).toBeLessThan(12 * DAY_MS);
    await app.jobs.drain();
    const mail = (await app.mails(order.owner.email)).find(({ subject }) => subject.includes('arrived'));
    expect(mail?.text.replace(/\s+/g, ' ')).toMatch(/expected by \w+day,? \d+ \w+ 20\d\d/);
    await app.platform.db.pool.query(`UPDATE sku SET tat_text = '1 business day'`);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await must(lab.retract(lab.reviewer, order));
    expect(await mine()).toBe(due);
  });

  it('a search in the queue finds number, compound, maker, batch and test, and lists closed samples last', async () => {
    const lab = await laboratory(await testApp());
    const done = await lab.published({ compound: 'Seltenin' });
    const open = await lab.ordered({ compound: 'seltenin acetate' });
    const find = async (q: string) =>
      (await lab.queue(lab.analyst, `?q=${encodeURIComponent(q)}`)).body.data.map(({ id }) => id);
    expect(await find('SELTEN')).toEqual([open.id, done.id]);
    expect(await find(String(done.taskNumber))).toEqual([done.id]);
    expect(await find('Test Maker')).toEqual([open.id, done.id]);
    expect(await find('BPC-157')).toEqual([open.id, done.id]);
    // A search for two letters looks only at open samples.
    expect(await find('se')).toEqual([open.id]);
    expect(await find('100%_\\')).toEqual([]);
    expect(await find("' OR 1=1 --")).toEqual([]);
    const closed = await lab.queue(lab.analyst, '?status=complete&q=seltenin');
    expect(closed.body.data.map(({ id }) => id)).toEqual([done.id]);
  });
});

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
