import { once } from 'node:events';
import pg from 'pg';
import { loadConfig } from '../../server/src/platform/config.ts';
import type { BareArguments } from '../bare-webhooks.ts';
import { type BenchDatabase, type Databases, withApp } from '../databases.ts';
import { PREPARE, paid, type Session, signed } from '../paid-sessions.ts';
import { type Post, postAll } from '../posts.ts';
import { type Started, startProgram, stopProgram } from '../processes.ts';
import { type Finding, perSecond, ratio } from '../report.ts';
import { startServer } from '../servers.ts';

const ORDERS = 10_000;
const DUPLICATES = ORDERS / 5;
const CONNECTIONS = 16;
const WARM_UP = 1_000;
/** An event and its job in one transaction: a provider that comes back with thousands is through within a minute. */
const ACCEPTED_PER_SECOND = 200;
const SETTLE_LIMIT_SECONDS = 900;
/** What one process settles, and what it leaves behind when it is killed at that. */
const ON_ONE_PROCESS = 3_000;
const SETTLED_PER_SECOND = 200;
const OF_THE_KILLED = 600;
const SETTLED_AFTER_RESTART_SECONDS = 30;

export const title = `${ORDERS.toLocaleString('en')} orders paid at once, their webhooks sent to two processes, one of which is killed`;

/** One event for each session and a fifth of them again, mixed. */
function eventsOf(sessions: Session[], secret: string): Post[] {
  const posts = sessions.map((session) => paid(session, secret));
  // Every fifth comes twice, the second time a hundred places later.
  const step = sessions.length / DUPLICATES;
  return posts
    .flatMap((post, index) => {
      const again = index >= 100 && index % step === 0 ? posts[index - 100] : undefined;
      return again ? [post, again] : [post];
    })
    .concat(posts.slice(0, 100).filter((_, index) => index % step === 0));
}

async function oneRow<T>(pool: pg.Pool, sql: string): Promise<T> {
  return (await pool.query(sql)).rows[0] as T;
}

async function until(isDone: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await isDone())) {
    if (performance.now() - started > SETTLE_LIMIT_SECONDS * 1000) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (performance.now() - started) / 1000;
}

type Progress = { events: number; open: number; settled: number };
const progress = (pool: pg.Pool) =>
  oneRow<Progress>(
    pool,
    `SELECT (SELECT count(*)::int FROM payment_event WHERE type <> 'customer.created') AS events,
      (SELECT count(*)::int FROM payment_event WHERE processed_at IS NULL) AS open,
      (SELECT count(*)::int FROM test_request WHERE status = 'awaiting_sample') AS settled`,
  );

const allSettled = (pool: pg.Pool, count: number) =>
  until(async () => {
    const { open, settled } = await progress(pool);
    const { n } = await oneRow<{ n: number }>(pool, 'SELECT count(*)::int AS n FROM invoice');
    return open === 0 && settled === count && n === count;
  });

const noneOpen = (pool: pg.Pool) => until(async () => (await progress(pool)).open === 0);

async function kill({ process }: Started): Promise<void> {
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}

/** How many events a second one process settles that also takes them, and how long those of a killed one wait. */
async function onOneProcess(database: BenchDatabase, pool: pg.Pool, secret: string): Promise<Finding[]> {
  const { rows: sessions } = await pool.query<Session>(PREPARE, [
    ON_ONE_PROCESS + OF_THE_KILLED,
    'one@example.test',
  ]);
  const first = await startServer(database);
  const events = sessions.map((session) => paid(session, secret));
  const started = performance.now();
  await postAll(events.slice(0, ON_ONE_PROCESS), [() => first.port], CONNECTIONS);
  await noneOpen(pool);
  const seconds = (performance.now() - started) / 1000;
  await allSettled(pool, ON_ONE_PROCESS);
  await postAll(events.slice(ON_ONE_PROCESS), [() => first.port], CONNECTIONS);
  await until(async () => (await progress(pool)).open < OF_THE_KILLED / 2);
  const { open } = await progress(pool);
  await kill(first);
  const second = await startServer(database);
  const waited = await allSettled(pool, sessions.length);
  await stopProgram(second);
  return [
    {
      what: 'settled by one process, while it takes them and after',
      measured: perSecond(ON_ONE_PROCESS / seconds),
      target: `≥ ${SETTLED_PER_SECOND}/s`,
      met: ON_ONE_PROCESS / seconds >= SETTLED_PER_SECOND,
    },
    {
      what: `the ${open} events that a killed process left open`,
      measured: `settled, with invoices, ${Math.round(waited)} s after the restart`,
      target: `≤ ${SETTLED_AFTER_RESTART_SECONDS} s`,
      met: open > 0 && waited <= SETTLED_AFTER_RESTART_SECONDS,
    },
  ];
}

/** Two servers take all of it, the second is killed in the middle and comes back on another port. */
async function storm(database: BenchDatabase, warm: Post[], posts: Post[]) {
  const first = await startServer(database);
  let second: Started | undefined = await startServer(database);
  await postAll(warm, [() => first.port, () => second?.port], CONNECTIONS);
  let restarting: Promise<void> | undefined;
  let firstHalfSeconds = 0;
  const started = performance.now();
  async function killAndRestart(): Promise<void> {
    const victim = second;
    second = undefined;
    if (victim) await kill(victim);
    second = await startServer(database);
  }
  const sent = await postAll(posts, [() => first.port, () => second?.port], CONNECTIONS, (count) => {
    if (count < posts.length / 2 || restarting) return;
    firstHalfSeconds = (performance.now() - started) / 1000;
    restarting = killAndRestart();
  });
  await restarting;
  return { ...sent, firstHalfSeconds, servers: [first, ...(second ? [second] : [])] };
}

/** Events of no concern, so that what is measured is a server that has run for a while. */
function warmUp(secret: string, count: number): Post[] {
  const sessions = Array.from({ length: count }, (_, n) => ({ id: `warm_${n}`, payment: 'none' }));
  return sessions.map((session) =>
    signed(
      { id: `evt_${session.id}`, object: 'event', type: 'customer.created', data: { object: session } },
      secret,
    ),
  );
}

/** The same posts to two bare servers, without any trouble. */
async function bare(
  database: BenchDatabase,
  pool: pg.Pool,
  warm: Post[],
  posts: Post[],
  secret: string,
): Promise<number> {
  await pool.query(`CREATE TABLE bare_event (id uuid PRIMARY KEY, provider_event_id text UNIQUE, type text NOT NULL,
    payload text NOT NULL, received_at timestamptz NOT NULL)`);
  const args: BareArguments = [database.url, secret];
  const peers = await Promise.all([1, 2].map(() => startProgram(['bench/bare-webhooks.ts', ...args])));
  const targets = peers.map((peer) => () => peer.port);
  await postAll(warm, targets, CONNECTIONS);
  const { seconds } = await postAll(posts, targets, CONNECTIONS);
  await Promise.all(peers.map(stopProgram));
  return posts.length / seconds;
}

/** None lost, none settled twice, the ledger balanced, and how fast they are accepted beside a bare server. */
export async function run(databases: Databases): Promise<Finding[]> {
  const database = await databases.withTests(0);
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const secret = loadConfig({ DATA_DIR: database.dataDirectory, LOG_LEVEL: 'error' }).stripe.webhookSecret;
  try {
    const alone = await onOneProcess(database, pool, secret);
    const before = await progress(pool);
    const { rows: sessions } = await pool.query<Session>(PREPARE, [ORDERS, 'webhooks@example.test']);
    const warm = warmUp(secret, WARM_UP);
    const posts = eventsOf(sessions, secret);
    const rate = await bare(database, pool, warm, posts, secret);
    const { servers, seconds, firstHalfSeconds, resent } = await storm(database, warm, posts);
    const settling = await allSettled(pool, before.settled + ORDERS);
    await Promise.all(servers.map(stopProgram));

    const after = await progress(pool);
    const [events, settled] = [after.events - before.events, after.settled - before.settled];
    const { twice } = await oneRow<{ twice: number }>(
      pool,
      `SELECT count(*)::int AS twice FROM (SELECT payment_id FROM ledger_entry WHERE kind = 'charge'
        GROUP BY payment_id HAVING count(DISTINCT transaction_id) > 1) again`,
    );
    const { mails } = await oneRow<{ mails: number }>(
      pool,
      `SELECT count(*)::int AS mails FROM (SELECT request_id FROM request_event WHERE kind = 'paid'
        GROUP BY request_id HAVING count(*) > 1) again`,
    );
    const report = await withApp(database, (modules) => modules.ledger.check(0));
    const ours = posts.length / 2 / firstHalfSeconds;
    return [
      {
        what: `events stored of ${posts.length.toLocaleString('en')} posts (${resent} sent again)`,
        measured: events.toLocaleString('en'),
        target: ORDERS.toLocaleString('en'),
        met: events === ORDERS,
      },
      {
        what: 'orders that wait for their sample',
        measured: settled.toLocaleString('en'),
        target: ORDERS.toLocaleString('en'),
        met: settled === ORDERS,
      },
      {
        what: 'payments settled twice',
        measured: String(twice + mails),
        target: '0',
        met: twice + mails === 0,
      },
      {
        what: 'findings in the ledger',
        measured: String(report.finding_count),
        target: '0',
        met: report.finding_count === 0,
      },
      {
        what: 'accepted, both processes alive and working',
        measured: `${perSecond(ours)} of bare ${perSecond(rate)} = ${ratio(ours / rate)}`,
        target: `≥ ${ACCEPTED_PER_SECOND}/s`,
        met: ours >= ACCEPTED_PER_SECOND,
      },
      {
        what: 'accepted over all, the killed process included',
        measured: perSecond(posts.length / seconds),
        target: '',
      },
      {
        what: 'all settled, with invoices',
        measured: `${Math.round(settling)} s after the last was accepted`,
        target: '',
      },
      ...alone,
    ];
  } finally {
    await pool.end();
  }
}
