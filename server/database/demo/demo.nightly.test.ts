import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ControlledApp, startControlledApp } from '../../src/app/controlled-app.ts';
import { addSeller } from '../../src/modules/payments/payments.service.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { prepareDatabase } from '../../src/platform/postgres/prepare-database.ts';
import { scratchDirectory } from '../../src/testing/scratch.ts';
import { ownerUrlOf, testDatabase } from '../../src/testing/test-database.ts';
import { seedManyTests } from '../seed/many-tests.ts';
import { emptyCutOffYear, keepCutOffYear, YEAR_LOCK } from './cut-off-year.ts';
import { layOutDemoYear } from './demo.ts';
import { DEMO_YEAR } from './year.ts';

const NOW = new Date('2026-11-18T13:20:00Z');
/** One test of the demo year for each final status. */
const YEAR = [...Map.groupBy(DEMO_YEAR, ({ ends }) => ends).values()]
  .flatMap((tests) => tests.slice(0, 1))
  // All tests lie within a month, so that nobody must sign in again.
  .map((test, place) => ({ ...test, daysAgo: Math.min(test.daysAgo, 6 + place / 8) }))
  .map((test) => (test.ends === 'complete' ? { ...test, displayedDaysAgo: 3 } : test));

class Cut extends Error {}

/** Where a start is interrupted: after this number of moves of the clock, or of rounds of jobs. */
type CutAt = { moves?: number; drains?: number; settlements?: number };

/** An empty installation in which the test creates the year. */
async function installation() {
  const directory = await scratchDirectory('demo');
  const databaseUrl = await testDatabase();
  const openPool = () => openDatabase(databaseUrl, { max: 2 });
  let db = openPool();
  onTestFinished(async () => {
    await db.close();
    await rm(directory, { recursive: true, force: true });
  });
  const loaded = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'fatal' });
  const config = { ...loaded, log: { ...loaded.log, keepsHeads: false } };
  let opened = 0;
  async function open(
    at: Date,
    { moves = 1e9, drains = 1e9, settlements = 1e9 }: CutAt,
  ): Promise<ControlledApp> {
    opened += 1;
    const log = createLogger('fatal');
    const modules = await startControlledApp({ config, log, databaseUrl, at, makeQueues: true });
    let [left, leftToDrain, leftToSettle] = [moves, drains, settlements];
    const advance = modules.clock.advance.bind(modules.clock);
    modules.clock.advance = (milliseconds) => {
      if (left === 0) throw new Cut();
      left -= 1;
      advance(milliseconds);
    };
    const { jobs } = modules.platform;
    const drain = jobs.drain.bind(jobs);
    jobs.drain = async () => {
      leftToDrain -= 1;
      if (leftToDrain > 0) return drain();
      throw new Cut();
    };
    const { payments } = modules.modules;
    for (const seller of [...payments.sellers.values()]) {
      addSeller(payments, {
        ...seller,
        async settle(paymentIds) {
          leftToSettle -= 1;
          if (leftToSettle > 0) return seller.settle(paymentIds);
          throw new Cut();
        },
      });
    }
    return modules;
  }
  return {
    databaseUrl,
    pool: () => db.pool,
    opened: () => opened,
    layOut: (cutAt: CutAt = {}, signal?: AbortSignal) =>
      layOutDemoYear(db.pool, {
        now: NOW,
        year: YEAR,
        open: (at) => open(at, cutAt),
        ...(signal && { signal }),
      }),
    /** Does what the next start does first; returns whether the year may begin again. */
    async empty(): Promise<boolean> {
      await db.close();
      const isEmptied = await emptyCutOffYear(ownerUrlOf(databaseUrl));
      await prepareDatabase(ownerUrlOf(databaseUrl), createLogger('fatal'));
      db = openPool();
      return isEmptied;
    },
    async told(): Promise<unknown[]> {
      const { rows } = await db.pool.query(
        `SELECT task_number, status, visibility, compound_name, batch_code, t.created_at, paid_at, received_at, completed_at,
           (SELECT json_agg(json_build_array(revision, state, title,
              (SELECT jsonb_agg((line - 'spectrum_id') #- '{spectrum,id}') FROM jsonb_array_elements(measurements) line),
              submitted_at, published_at) ORDER BY revision)
            FROM result_revision r WHERE r.request_id = t.id) AS revisions,
           (SELECT json_agg(json_build_array(kind, at) ORDER BY id) FROM request_event e WHERE e.request_id = t.id) AS timeline
         FROM test_request t ORDER BY task_number`,
      );
      return rows;
    },
  };
}

test('each demo test reaches its planned status once and on time, also if the first start was interrupted', {
  timeout: 300_000,
}, async () => {
  const { pool, layOut, opened, told } = await installation();
  await layOut();
  const tests = (await told()) as { status: string; completed_at: Date | null; batch_code: string }[];
  const statusOf = (ends: string) =>
    tests.find(({ batch_code: batch }) => batch === YEAR.find((each) => each.ends === ends)?.batch)?.status;
  expect(YEAR.map(({ ends }) => [ends, statusOf(ends)]).toSorted()).toEqual([
    ['amended', 'complete'],
    ['awaiting_sample', 'awaiting_sample'],
    ['cancelled', 'cancelled'],
    ['complete', 'complete'],
    ['draft', 'draft'],
    ['in_review', 'received'],
    ['pending_payment', 'pending_payment'],
    ['received', 'received'],
    ['retracted', 'received'],
    ['withheld', 'received'],
  ]);
  const complete = tests.find(({ status }) => status === 'complete');
  expect(complete?.completed_at?.getTime()).toBeLessThan(NOW.getTime() - 5 * 86_400_000);
  // The corrected test has two certificates, the complete and the withdrawn one have one each.
  const counts = `SELECT (SELECT count(*)::int FROM certificate) AS certificates, (SELECT count(*)::int FROM group_test) AS groups,
    (SELECT count(*)::int FROM group_volunteer) AS volunteers,
    (SELECT count(*)::int FROM user_session s JOIN user_account a ON a.id = s.user_id
      WHERE s.revoked_at IS NULL AND s.last_used_at > $1::timestamptz - interval '30 days'
        AND (a.role = 'customer' OR s.created_at > $1::timestamptz - interval '12 hours')) AS sessions,
    (SELECT count(*)::int FROM (SELECT at, max(at) OVER (ORDER BY id) AS before FROM dev_mail) AS mail WHERE at < before) AS mails_back,
    (SELECT count(*)::int FROM (SELECT at, max(at) OVER (ORDER BY id) AS before FROM ledger_entry) AS entry WHERE at < before) AS entries_back`;
  const counted = (await pool().query(counts, [NOW])).rows;
  expect(counted).toEqual([
    { certificates: 4, groups: 3, volunteers: 1, sessions: 0, mails_back: 0, entries_back: 0 },
  ]);

  const displays = 'SELECT state, views FROM showcase JOIN showcase_view ON showcase_id = id ORDER BY day';
  const displayed = (await pool().query(displays)).rows;
  expect(displayed).toEqual([31, 24, 19, 22].map((views) => ({ state: 'booked', views })));

  await layOut();
  expect(opened()).toBe(1);

  const cut = await installation();
  for (const cutAt of [{ moves: 2 }, { drains: 3 }, { settlements: 3 }]) {
    await expect(cut.layOut(cutAt)).rejects.toThrow(Cut);
    await expect(cut.layOut()).rejects.toThrow(/SEED_DEMO=0/);
    expect(await cut.empty()).toBe(true);
    expect(await cut.told()).toEqual([]);
  }
  await expect(cut.layOut({}, AbortSignal.abort(new Cut()))).rejects.toThrow(Cut);
  expect(await cut.empty()).toBe(true);
  await cut.layOut();
  expect(await cut.told()).toEqual(tests);
  expect((await cut.pool().query(displays)).rows).toEqual(displayed);
  expect((await cut.pool().query(counts, [NOW])).rows).toEqual(counted);
  // A finished demo year stays unchanged.
  expect(await cut.empty()).toBe(false);
  expect(await cut.told()).toEqual(tests);
});

test('an interrupted demo year is kept, not deleted, if people have used the site', async () => {
  const account = (email: string) =>
    `INSERT INTO user_account (id, email, email_normalized, first_name, last_name, display_name, marketing_opt_in, role, created_at, updated_at) VALUES (gen_random_uuid(), '${email}', '${email}', 'A', 'B', 'C', false, 'admin', now(), now())`;
  const watcher =
    "INSERT INTO watcher (id, address, key, created_at) VALUES (gen_random_uuid(), 'reader@mail.test', 'key', now())";
  const between: Record<string, [before: string | null, after: string | null, isServed: boolean]> = {
    'an account of a person, made meanwhile': [null, account('person@mail.test'), false],
    'an earlier account with the address of a demo person': [account('admin@demo.test'), null, false],
    'an earlier watch of a reader without an account': [watcher, null, false],
    'a watch of a reader, made meanwhile': [null, watcher, false],
    'a start without a demo year, which a person may have used as a demo person': [null, null, true],
  };
  for (const [what, [before, after, isServed]] of Object.entries(between)) {
    const { pool, layOut, empty, told, opened } = await installation();
    if (before) await pool().query(before);
    await expect(layOut({ drains: 3 })).rejects.toThrow(Cut);
    if (after) await pool().query(after);
    if (isServed) await keepCutOffYear(pool(), NOW);
    const tests = await told();
    expect([what, tests.length > 0]).toEqual([what, true]);
    expect([what, await empty()]).toEqual([what, false]);
    expect([what, await told()]).toEqual([what, tests]);
    if (isServed) await layOut();
    else await expect(layOut()).rejects.toThrow(/SEED_DEMO=0/);
    expect([what, opened()]).toEqual([what, 1]);
  }
});

test('a start without a demo year does not stop another process that is creating one', async () => {
  const { pool } = await installation();
  await pool().query('INSERT INTO demo_year (ends_at) VALUES ($1)', [NOW]);
  const finished = async () => (await pool().query('SELECT finished_at FROM demo_year')).rows[0].finished_at;
  const other = await pool().connect();
  await other.query('SELECT pg_advisory_lock($1)', [YEAR_LOCK]);
  await keepCutOffYear(pool(), NOW);
  expect(await finished()).toBeNull();
  other.release(true);
  // The lock is free only after the first connection has ended.
  const keptAt = async () => {
    await keepCutOffYear(pool(), NOW);
    return finished();
  };
  await expect.poll(keptAt).toEqual(NOW);
});

test('no demo year is created if a customer has already ordered', async () => {
  const { databaseUrl, layOut, opened } = await installation();
  const owner = openDatabase(ownerUrlOf(databaseUrl), { max: 1 });
  await seedManyTests(owner.pool, { from: 1, to: 1, now: NOW, withResults: false });
  await owner.close();
  await layOut();
  expect(opened()).toBe(0);
});
