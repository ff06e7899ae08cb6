import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { s3Bucket } from '../../testing/s3-bucket.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { openKeptHeads } from './adapters/kept-heads.ts';

const keysOf = ({ platform }: TestApp) => join(platform.config.dataDirectory, 'keys');
const headFile = async (app: TestApp) => {
  const [name] = (await readdir(keysOf(app)).catch(() => [])).filter((file) =>
    /^log-head-[0-9a-f]{16}$/.test(file),
  );
  return name && join(keysOf(app), name);
};

/** What the log's tables hold, to be put back later: the database as a backup has it. */
async function remember({ platform }: TestApp) {
  const tables = ['log_entry', 'log_node', 'log_checkpoint', 'certificate_log', 'log_head'];
  const kept: [string, string][] = [];
  for (const table of tables) {
    const { rows } = await platform.db.pool.query<{ all: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t`,
    );
    kept.push([table, rows[0]?.all ?? '[]']);
  }
  return async () => {
    const client = await platform.db.pool.connect();
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [table, all] of kept) {
      await client.query(`DELETE FROM ${table}`);
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [all],
      );
    }
    await client.query('COMMIT');
    client.release();
  };
}

/** Everything that would lead to a second history is refused, and all else goes on. */
async function expectReadOnly(app: TestApp, lab: Awaited<ReturnType<typeof laboratory>>): Promise<void> {
  const refused = {
    status: 503,
    body: { code: 'log_read_only', detail: expect.stringContaining('read-only') },
  };
  const published = await lab.ordered();
  expect(await lab.intake(lab.analyst, published)).toMatchObject(refused);
  const parcel = await app.request('/api/lab/intake', {
    token: lab.analyst.token,
    json: {
      items: [
        {
          item_id: crypto.randomUUID(),
          task_number: published.taskNumber,
          condition: 'Intact',
          accepted: true,
        },
      ],
    },
  });
  expect(parcel).toMatchObject(refused);
  for (const path of ['/checkpoint', '/api/log', '/api/tests', '/transparency']) {
    expect([path, (await app.raw(path)).status]).toEqual([path, path === '/transparency' ? 404 : 200]);
  }
}

describe('a log whose newest head is kept outside the database', { timeout: 60_000 }, () => {
  for (const store of ['in DATA_DIR/keys', 'in the bucket']) {
    it(`${store}: is read-only on a database that was restored to before it`, async () => {
      const env = store === 'in the bucket' ? (await s3Bucket()).settings : {};
      const app = await testApp(env);
      const lab = await laboratory(app);
      const order = await lab.published();
      const waiting = await lab.inReview();
      const goBack = await remember(app);
      await lab.published();
      await app.modules.transparency.settled();
      if (store === 'in the bucket') await rm((await headFile(app)) ?? '');
      await goBack();

      // The next start, of this installation.
      const directory = app.platform.config.dataDirectory;
      const next = await testApp({ ...env, DATA_DIR: directory }, { databaseUrl: app.databaseUrl });
      await next.modules.certificates.prepare();
      const refused = { status: 503, body: { code: 'log_read_only' } };
      const ask = (path: string, token: string, json: object) => next.request(path, { token, json });
      const of = (id: string) => `/api/lab/requests/${id}`;
      expect(await ask(`${of(waiting.id)}/publish`, lab.reviewer.token, {})).toMatchObject(refused);
      expect(
        await ask(`${of(order.id)}/amend`, lab.analyst.token, { reason: 'A unit was wrong.' }),
      ).toMatchObject(refused);
      expect(
        await ask(`${of(order.id)}/retract`, lab.reviewer.token, { reason: 'Swapped vials.' }),
      ).toMatchObject(refused);
      // The process that runs notices too.
      await expectReadOnly(app, lab);

      // Under another name it is another log, and may go on.
      const renamed = await testApp(
        { ...env, DATA_DIR: directory, LOG_ORIGIN: 'second.test' },
        { databaseUrl: app.databaseUrl },
      );
      await renamed.modules.certificates.prepare();
      const done = await renamed.request(`${of(waiting.id)}/publish`, {
        token: lab.reviewer.token,
        json: {},
      });
      expect(done.status).toBe(200);
    });
  }

  it('goes on where the database is ahead: a process that ended before it could keep the head', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await lab.published();
    await app.modules.transparency.settled();
    const older = await headFile(app);
    const other = await testApp({}, { databaseUrl: app.databaseUrl });
    // Another instance, with a directory of its own, has published since.
    await other.modules.certificates.prepare();
    const order = await lab.published();
    expect(older).toBeDefined();
    await must(lab.retract(lab.reviewer, order));
  });

  it('is read-only where the kept head is of another log of the same length, or cannot be read', async () => {
    const one = await testApp();
    await (await laboratory(one)).published();
    await one.modules.transparency.settled();
    const path = (await headFile(one)) ?? '';
    const databaseUrl = await testDatabase();
    const first = await testApp({}, { databaseUrl });
    const lab = await laboratory(first);
    await lab.published();
    const other = await testApp({ DATA_DIR: one.platform.config.dataDirectory }, { databaseUrl });
    const { pool } = other.platform.db;
    expect(await other.modules.transparency.refuseSecondHistory(other.platform.db.orm)).toMatchObject({
      code: 'log_read_only',
    });
    await other.modules.certificates.prepare();
    expect((await pool.query('SELECT FROM log_checkpoint')).rowCount).toBe(
      (await first.platform.db.pool.query('SELECT FROM log_checkpoint')).rowCount,
    );
    await writeFile(path, 'not a head');
    const damaged = await testApp(
      { DATA_DIR: one.platform.config.dataDirectory },
      { databaseUrl: one.databaseUrl },
    );
    expect(await damaged.modules.transparency.refuseSecondHistory(damaged.platform.db.orm)).toMatchObject({
      code: 'log_read_only',
    });
  });

  it('never goes back, in whatever order processes write', async () => {
    const app = await testApp();
    const note = (size: number) =>
      `localhost\n${size}\n${Buffer.alloc(32, size).toString('base64')}\n\n— localhost AAAAAAAA\n`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }), async (sizes) => {
        await rm((await headFile(app)) ?? join(keysOf(app), 'none'), { force: true });
        const processes = [openKeptHeads(app.platform), openKeptHeads(app.platform)];
        for (const [place, size] of sizes.entries()) processes[place % 2]?.keep(note(size));
        await Promise.all(processes.map(({ settled }) => settled()));
        expect(await openKeptHeads(app.platform).newest()).toMatchObject({ size: Math.max(...sizes) });
      }),
      { numRuns: 15 },
    );
  });
});
