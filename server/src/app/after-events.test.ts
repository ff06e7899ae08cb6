import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authenticateViewer } from '../modules/accounts/accounts.service.ts';
import { publishResult } from '../modules/results/results.service.ts';
import { createLogger } from '../platform/log.ts';
import { beforeCommit } from '../platform/postgres/database.ts';
import { Refusal, unwrap } from '../platform/refusal.ts';
import { groupApp } from '../testing/groups.ts';
import { laboratory, must } from '../testing/lab.ts';
import { layPublished } from '../testing/lay-tests.ts';
import { labApp, type TestApp, testApp } from '../testing/test-app.ts';
import { asOwner } from '../testing/test-database.ts';
import { openWorkerPools } from './worker-pools.ts';

/** Watches all writes to these tables. The returned function gives the tables in the order of their first write. */
async function watchTables(app: TestApp, ...tables: string[]): Promise<() => Promise<string[]>> {
  const { pool } = app.platform.db;
  await asOwner(
    app,
    `
    CREATE TABLE written (n int GENERATED ALWAYS AS IDENTITY, name text);
    CREATE FUNCTION write_down() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN INSERT INTO written (name) VALUES (TG_TABLE_NAME); RETURN NULL; END $$;
    ${tables.map((table) => `CREATE TRIGGER write_down AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION write_down();`).join('')}`,
  );
  return async () =>
    (await pool.query<{ name: string }>('SELECT name FROM written GROUP BY name ORDER BY min(n)')).rows.map(
      ({ name }) => name,
    );
}

describe('the effects of an event run in its transaction', () => {
  it('a publication writes its certificate first, then log entry, names, public rows and watchers', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.inReview({ maker: 'A maker that nobody knew' });
    const { pool } = app.platform.db;
    await pool.query(
      `WITH reader AS (INSERT INTO watcher (id, address, key, created_at)
         VALUES (gen_random_uuid(), 'reader@mail.test', 'key', now()) RETURNING id)
       INSERT INTO watch (id, watcher_id, kind, subject, key, created_at, confirmed_at)
       SELECT gen_random_uuid(), id, 'task', $1, 'key', now(), now() FROM reader`,
      [order.id],
    );
    const inOrder = [
      'test_request',
      'certificate',
      'log_entry',
      'named_record',
      'public_test',
      'watch_notice',
    ];
    const written = await watchTables(app, ...inOrder);
    await must(lab.publish(lab.reviewer, order));
    expect(await written()).toEqual(inOrder);
  });

  it('receiving a sample locks its group first, and the newest entry of the log second', async () => {
    const { app, create, join, pay, detail, people } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    for (const person of [one, two]) await join(id, person);
    for (const person of [one, two]) await pay(id, person);
    const requestId = (await detail(id, organizer)).viewer?.request?.id ?? '';
    const lab = await laboratory(app);
    const inOrder = ['test_request', 'group_test', 'log_entry', 'registration', 'public_test'];
    const written = await watchTables(app, ...inOrder);
    await must(lab.intake(lab.analyst, { id: requestId }));
    expect(await written()).toEqual(inOrder);
  });

  it('if an effect refuses, the whole event is rolled back, and the refusal is returned without an exception', async () => {
    const workerPools = openWorkerPools({ log: createLogger('fatal') });
    await workerPools.close();
    const app = await labApp({}, { workerPools });
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const before = await must(lab.detail(lab.reviewer, order));
    const tables = ['test_request', 'result_revision', 'certificate', 'log_entry', 'public_test'];
    const written = await watchTables(app, ...tables);
    const viewer = unwrap(await authenticateViewer(app.modules.accounts, lab.reviewer.token));
    const body = { password: app.password, meaning: 'released' as const };
    const browser = { address: '127.0.0.1', userAgent: null, device: 'a browser' };
    const refused = await publishResult(app.modules.results, viewer, order.id, body, browser);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: 'certificate_unprintable' });
    expect(await written()).toEqual([]);
    expect(await must(lab.detail(lab.reviewer, order))).toEqual(before);
  });

  it('if an effect causes another event before the commit, the effects of that event run in the same transaction', async () => {
    const app = await testApp();
    const [laid] = await layPublished(app, [{}]);
    const change = { requestId: laid?.id ?? '', ownerId: laid?.owner.id ?? '', groupTestId: null };
    const { afterOrderChange } = app.modules.after.orders;
    const { db } = app.platform;
    await db.transaction(async (tx) => {
      await afterOrderChange(tx, change);
      beforeCommit(tx, async () => {
        await tx.execute('DELETE FROM public_test');
        await afterOrderChange(tx, change);
      });
    });
    expect((await db.pool.query('SELECT request_id FROM public_test')).rows).toEqual([
      { request_id: laid?.id },
    ]);
  });
});

describe('the log becomes read-only just before an entry is added', () => {
  const TABLES = [
    'test_request',
    'request_event',
    'registration',
    'log_entry',
    'result_revision',
    'certificate',
    'public_test',
  ];

  /** All rows of these tables, and all waiting jobs of the queue. */
  async function rowsOf({ platform }: TestApp): Promise<Record<string, unknown[]>> {
    const { pool } = platform.db;
    const rows: Record<string, unknown[]> = {};
    for (const table of TABLES)
      rows[table] = (await pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`)).rows;
    const jobs = await pool.query("SELECT name, data FROM pgboss.job WHERE state < 'completed' ORDER BY id");
    return { ...rows, jobs: jobs.rows };
  }

  it('receiving, withdrawing and publishing are refused without an exception, and change nothing', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const published = await lab.published();
    const inReview = await lab.inReview();
    const [one, two] = [await lab.ordered(), await lab.ordered()];
    const { keptHeads, standing } = app.modules.transparency;
    await keptHeads.keep({ size: 1_000, note: 'No head of this log.' });
    const before = await rowsOf(app);
    const item = { item_id: randomUUID(), task_number: two.taskNumber, accepted: true, condition: 'intact' };
    const parcel = () =>
      app.request<{ data: unknown }>('/api/lab/intake', {
        json: { items: [item] },
        token: lab.analyst.token,
      });
    const refused = { status: 503, body: { code: 'log_read_only' } };
    for (const [call, answer] of [
      [() => lab.intake(lab.analyst, one), refused],
      [() => lab.retract(lab.reviewer, published), refused],
      [() => lab.publish(lab.reviewer, inReview), refused],
      [parcel, { status: 200, body: { data: { items: [{ outcome: 'not_taken', code: 'log_read_only' }] } } }],
    ] as const) {
      // The server learns only at the first failed write that the log is read-only.
      standing.isReadOnly = false;
      expect(await call()).toMatchObject(answer);
      expect(standing.isReadOnly).toBe(true);
      expect(await rowsOf(app)).toEqual(before);
    }
  });
});
