import type { TestsPage } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { furnish } from '../../testing/global-setup.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { streamingStandby } from '../../testing/streaming-standby.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { throwawayPostgres } from '../../testing/throwaway-postgres.ts';
import { createLogger } from '../log.ts';

const WITH_LOG = { wal_level: 'replica', max_wal_senders: 5, full_page_writes: 'on' };

const works: (() => Promise<void>)[] = [];
let standby: Awaited<ReturnType<typeof streamingStandby>>;
let primary: pg.Client;
let app: TestApp;
let lab: Awaited<ReturnType<typeof laboratory>>;

beforeAll(async () => {
  const postgres = await throwawayPostgres('replicated', createLogger('error'), WITH_LOG);
  works.push(postgres.stop);
  await furnish(postgres);
  standby = await streamingStandby(postgres);
  works.push(() => standby.stop());
  primary = new pg.Client({ connectionString: postgres.ownerUrl });
  await primary.connect();
  works.push(() => primary.end());
  // The primary stands first, and must not be chosen.
  const hosts = [postgres.url, standby.url].map((url) => new URL(url).host).join();
  const readUrl = standby.url.replace(new URL(standby.url).host, hosts);
  const settings = {
    DATABASE_URL: postgres.url,
    READ_DATABASE_URL: `${readUrl}?target_session_attrs=standby`,
  };
  app = await testApp(settings, { databaseUrl: postgres.url, atEnd: (work) => works.push(work) });
  lab = await laboratory(app);
  await app.platform.notifications.connect();
});

afterAll(async () => {
  for (const work of works.toReversed()) await work();
});

function replicaOf({ platform }: TestApp) {
  if (!platform.replica) throw new Error('READ_DATABASE_URL is set');
  return platform.replica;
}

let asked = 0;
async function newest(): Promise<number[]> {
  asked += 1;
  const { status, body } = await app.request<TestsPage>(`/api/tests?limit=${50 + (asked % 50)}`);
  expect(status).toBe(200);
  return body.data.map(({ task_number }) => task_number);
}

/** Publishes another test; returns its number. */
async function publish(): Promise<number> {
  const order = await lab.inReview();
  app.clock.advance(60_000);
  await must(lab.publish(lab.reviewer, order));
  return order.taskNumber;
}

/** Waits until lists are read from the standby. */
async function readFromStandby(): Promise<number[]> {
  let tests: number[] = [];
  await expect
    .poll(
      async () => {
        const { fromReplica } = replicaOf(app).figures();
        tests = await newest();
        return replicaOf(app).figures().fromReplica - fromReplica;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(2);
  return tests;
}

it('a publication is read from a streaming standby once it has replayed it, and from the primary before', async () => {
  const first = await publish();
  expect(await newest()).toEqual([first]);
  expect(await readFromStandby()).toEqual([first]);
  await standby.run('SELECT pg_wal_replay_pause()');
  const second = await publish();
  expect(await newest()).toEqual([second, first]);
  // The bound of five seconds passes, and the standby counts as one that lags.
  await expect.poll(() => replicaOf(app).figures().lagBytes, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await newest()).toEqual([second, first]);
  // The recovery that goes on may cancel the statement that resumed it.
  await vi.waitFor(() => standby.run('SELECT pg_wal_replay_resume()'));
  expect(await readFromStandby()).toEqual([second, first]);
});

it('a read that is in the way of the recovery is repeated on the primary', async () => {
  await readFromStandby();
  const { failed } = replicaOf(app).figures();
  const answer = app.platform.publicReads(async (db) => {
    const { rows } = await db.execute<{ standby: boolean }>(
      sql`SELECT pg_is_in_recovery() AS standby FROM public_test`,
    );
    if (!rows[0]?.standby) return rows;
    await primary.query('BEGIN; LOCK TABLE public_test; COMMIT');
    return (
      await db.execute<{ standby: boolean }>(
        sql`SELECT pg_is_in_recovery() AS standby, pg_sleep(60) FROM public_test`,
      )
    ).rows;
  });
  expect((await answer)[0]).toEqual({ standby: false });
  expect(replicaOf(app).figures().failed).toBe(failed + 1);
});

it('statements of a person, of staff and of a verification never reach the standby', async () => {
  await readFromStandby();
  const before = (await standby.statements()).length;
  const { token } = lab.customer;
  const { body } = await app.request<TestsPage>('/api/tests');
  for (const path of [
    '/api/me/tests',
    '/api/me/payments',
    '/api/me/export',
    `/api/tests/${body.data[0]?.request_id}`,
  ])
    expect((await app.request(path, { token })).status).toBe(200);
  await publish();
  await readFromStandby();
  const written = (await standby.statements()).slice(before);
  const tables = new Set(
    [...written.matchAll(/(?:FROM|JOIN|UPDATE|INTO)\s+"?([a-z_]+)/g)].map(([, name]) => name),
  );
  expect([...tables]).toContain('public_test');
  for (const name of [
    'app_user',
    'session',
    'payment',
    'ledger_entry',
    'audit_entry',
    'test_request',
    'certificate',
  ])
    expect([...tables]).not.toContain(name);
});

it('no list fails while the standby is stopped, and it is read again after its start', async () => {
  const tests = await readFromStandby();
  await standby.stop();
  for (let read = 0; read < 20; read += 1) expect(await newest()).toEqual(tests);
  await expect.poll(() => replicaOf(app).figures().isUsed, { timeout: 60_000 }).toBe(false);
  await standby.start();
  expect(await readFromStandby()).toEqual(tests);
});

it('a promoted standby is not read', async () => {
  const tests = await readFromStandby();
  await standby.promote();
  await expect.poll(() => replicaOf(app).figures().isUsed, { timeout: 60_000 }).toBe(false);
  const { fromReplica } = replicaOf(app).figures();
  expect(await newest()).toEqual(tests);
  expect(replicaOf(app).figures().fromReplica).toBe(fromReplica);
});
