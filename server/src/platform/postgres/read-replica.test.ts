import type { TestsPage } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { databaseProxy } from '../../testing/database-proxy.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { pretendedStandby } from '../../testing/pretended-standby.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

type Standby = Awaited<ReturnType<typeof pretendedStandby>>;

/** An application whose public data are read from this standby. */
async function appWith(standby: Standby, url = standby.url, settings: Record<string, string> = {}) {
  const app = await labApp({
    DATABASE_URL: 'postgres://127.0.0.1/lab',
    READ_DATABASE_URL: url,
    ...settings,
  });
  await standby.follow(app.databaseUrl);
  const { replica, notifications } = app.platform;
  if (!replica) throw new Error('READ_DATABASE_URL is set');
  await notifications.connect();
  await replica.look();
  return { app, lab: await laboratory(app), replica };
}

/** What the log says about the replica. */
const said = (app: TestApp): { msg: string; fault?: string; err?: object }[] =>
  app.logWatch.lines('public data are read from').map((line) => JSON.parse(line));

let asked = 0;
/** The newest task numbers of the list, by a query that no answer is kept for. */
async function newest(app: TestApp): Promise<number[]> {
  asked += 1;
  const { status, body } = await app.request<TestsPage>(`/api/tests?limit=${50 + (asked % 50)}`);
  expect(status).toBe(200);
  return body.data.map(({ task_number }) => task_number);
}

/** The tables of public data, with the names of makers and with what customers wrote on public samples. */
const PUBLIC_TABLES = `public_test, public_answer, public_answer_mark, counted_test, counted_line, line_name,
  sample_turnaround, named_record, record_alias, compound_spelling, request_subject, test_request`;

const SHOWN = [
  '/api/tests',
  '/api/tests?search=bpc',
  '/api/tests?search=bcp-157',
  '/api/tests?search=nothing-like-it',
  '/api/tests?compound=bpc-157',
  '/api/dossiers/compounds/bpc-157',
  '/api/discoveries',
  '/api/turnaround',
  '/feed.atom',
  '/feed.json',
  '/compounds/bpc-157/feed.atom',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/0.xml',
];
const OWN = ['/api/me/profile', '/api/me/tests', '/api/me/stats', '/api/me/payments', '/api/me/export'];

it('lists, searches, dossiers, feeds, sitemaps and turnaround are read from the replica, and nothing else', async () => {
  const standby = await pretendedStandby();
  await standby.run(`REVOKE ALL ON ALL TABLES IN SCHEMA public, pgboss FROM vialproof_app;
    GRANT SELECT ON ${PUBLIC_TABLES} TO vialproof_app;
    REVOKE SELECT (unique_key) ON test_request FROM vialproof_app`);
  const { app, lab, replica } = await appWith(standby);
  const published = await lab.published();
  for (const path of SHOWN) {
    // Answers to another site are not kept, and a busy machine may look too late.
    const headers = { origin: 'https://other.test' };
    await expect
      .poll(async () => {
        await replica.look();
        const { fromReplica } = replica.figures();
        const { status } = await app.request(path, { headers });
        return [path, status, replica.figures().fromReplica > fromReplica];
      })
      .toEqual([path, 200, true]);
  }
  const { failed, fromReplica, fromPrimary } = replica.figures();
  expect(failed).toBe(0);
  const statuses = async (paths: string[], ask = {}) => {
    for (const path of paths) {
      const { status } = await app.request(path, ask);
      expect([path, status]).toEqual([path, 200]);
    }
  };
  await statuses([...OWN, `/api/orders/${published.id}`], { token: lab.customer.token });
  await statuses([`/api/tests/${published.id}`, '/api/skus/catalog', '/checkpoint']);
  await statuses(['/api/lab/requests', '/api/lab/payments', '/api/lab/turnaround'], {
    token: lab.admin.token,
  });
  expect(replica.figures()).toMatchObject({ failed, fromReplica, fromPrimary });
});

it('a publication is on the list at once while the replica lags, and the replica is read again once it has replayed it', async () => {
  const standby = await pretendedStandby();
  const { app, lab, replica } = await appWith(standby);
  const old = await newest(app);
  await standby.stop();
  const order = await lab.inReview();
  app.clock.advance(60_000);
  await must(lab.publish(lab.reviewer, order));
  expect(await newest(app)).toEqual([order.taskNumber, ...old.filter((task) => task !== order.taskNumber)]);
  await standby.goOn();
  const { fromReplica } = replica.figures();
  // The copy has not the row, which shows that the list was read there.
  await expect.poll(() => newest(app)).toEqual(old);
  expect(replica.figures().fromReplica).toBeGreaterThan(fromReplica);
});

it('no read fails while the replica is lost; the log says once that it is not read, and once that it is again', async () => {
  const standby = await pretendedStandby();
  const proxy = await databaseProxy(standby.url);
  const { app, replica } = await appWith(standby, proxy.url);
  expect(replica.figures().isUsed).toBe(true);
  proxy.goAway();
  for (let read = 0; read < 5; read += 1) expect((await newest(app)).length).toBeGreaterThan(0);
  await replica.look();
  await replica.look();
  expect(replica.figures()).toMatchObject({ isUsed: false, lagBytes: undefined });
  proxy.comeBack();
  await replica.look();
  expect(replica.figures()).toMatchObject({ isUsed: true, lagBytes: 0 });
  expect(said(app)).toMatchObject([
    { msg: 'public data are read from the replica (READ_DATABASE_URL)' },
    { fault: 'it does not answer' },
    { msg: 'public data are read from the replica (READ_DATABASE_URL)' },
  ]);
});

it('a read that fails on the replica is answered by the primary', async () => {
  const standby = await pretendedStandby();
  const { app, replica } = await appWith(standby);
  const old = await newest(app);
  await standby.run('DROP TABLE public_test CASCADE');
  expect(await newest(app)).toEqual(old);
  expect(replica.figures().failed).toBeGreaterThan(0);
});

it('a statement that takes too long and a full pool are answered by the primary, and the replica is read on', async () => {
  const standby = await pretendedStandby();
  const { app, replica } = await appWith(standby, standby.url, {
    POOL_SIZE: '2',
    STATEMENT_TIMEOUT_MS: '1000',
  });
  const { publicReads } = app.platform;
  let reads = 0;
  const slow = publicReads(async (db) => {
    reads += 1;
    if (reads > 1) return 'from the primary';
    await db.execute(sql`SELECT set_config('statement_timeout', '1', false), pg_sleep(0)`);
    return db.execute(sql`SELECT pg_sleep(60)`);
  });
  expect(await slow).toBe('from the primary');

  await replica.look();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const held = [publicReads(() => end), publicReads(() => end)];
  expect((await newest(app)).length).toBeGreaterThan(0);
  resolve();
  await Promise.all(held);
  expect(replica.figures().failed).toBeGreaterThan(1);
  expect(said(app)).toHaveLength(1);
});

it('the log says why the position of the primary is not known', async () => {
  const { app, replica } = await appWith(await pretendedStandby());
  await asOwner(app, 'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
  await replica.look();
  expect(said(app).at(-1)).toMatchObject({
    fault: 'the primary does not tell its position',
    err: { message: expect.stringContaining('permission denied for function pg_control_system') },
  });
});

it.each([
  ['a promoted standby', (standby: Standby) => standby.promote(), 'it is no standby'],
  [
    'a standby of another database',
    (standby: Standby) => standby.follow('postgres://127.0.0.1/another'),
    'it is a standby of another database',
  ],
  [
    'a standby that lags',
    (standby: Standby) => standby.run("UPDATE standby.state SET stopped_at = '0/1000'"),
    / bytes behind$/,
  ],
])('%s is not read', async (_name, change, fault) => {
  const standby = await pretendedStandby();
  const { app, replica } = await appWith(standby);
  await change(standby);
  await replica.look();
  const { fromReplica } = replica.figures();
  await newest(app);
  expect(replica.figures()).toMatchObject({ isUsed: false, fromReplica });
  expect(said(app).at(-1)?.fault).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
});

it('nothing is read from the replica while no notifications arrive', async () => {
  const { app, replica } = await appWith(await pretendedStandby());
  await newest(app);
  const { fromReplica } = replica.figures();
  await app.platform.notifications.close();
  await newest(app);
  expect(replica.figures()).toMatchObject({ isUsed: false, fromReplica });
});

it('/metrics says whether the replica is read, how far it is behind, and how many reads it answered', async () => {
  const standby = await pretendedStandby();
  const METRICS_TOKEN = 'a token of this test';
  const { app, replica } = await appWith(standby, standby.url, { METRICS_TOKEN });
  const scrape = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { body } = await app.request<string>('/metrics', { headers });
    return body.split('\n').filter((line) => line.startsWith('vialproof_replica'));
  };
  await newest(app);
  await replica.look();
  const { fromReplica, fromPrimary } = replica.figures();
  expect(await scrape()).toEqual([
    'vialproof_replica_used 1',
    'vialproof_replica_lag_bytes 0',
    `vialproof_replica_reads_total ${fromReplica}`,
    `vialproof_replica_primary_reads_total ${fromPrimary}`,
    'vialproof_replica_failed_total 0',
  ]);
  await standby.run("UPDATE standby.state SET stopped_at = '0/1000'");
  await replica.look();
  expect(await scrape()).toEqual(
    expect.arrayContaining(['vialproof_replica_used 0', expect.stringMatching(/lag_bytes [1-9]/)]),
  );
});
