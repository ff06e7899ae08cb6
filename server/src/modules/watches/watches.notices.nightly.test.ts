import { dayOf } from '@vialproof/science/calendar/dates';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { crashingWrites } from '../../testing/crashing-writes.ts';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import type { Delivered } from '../../testing/mail-sink.ts';
import { cases } from '../../testing/property-runs.ts';
import { mailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { goToSeven } from '../../testing/watches.ts';
import { dropEndedMails } from '../mails/mails.service.ts';
import { askForDigests, notifyRetraction } from './watches.service.ts';

const HOUR = 3_600_000;
const LONG = { timeout: 600_000 };

/** Adds people with alerts about a public test, from `reader0@mail.test` on. */
async function addWatchers({ platform }: TestApp, requestId: string, from: number, to: number) {
  await platform.db.pool.query(
    `WITH new AS (
       INSERT INTO watcher (id, address, key, created_at)
       SELECT gen_random_uuid(), 'reader' || n || '@mail.test', 'key', now() FROM generate_series($2::int, $3::int) AS n
       RETURNING id)
     INSERT INTO watch (id, watcher_id, kind, subject, key, created_at, confirmed_at)
     SELECT gen_random_uuid(), id, 'task', $1, 'key', now(), now() FROM new`,
    [requestId, from, to],
  );
}

/** Does what the server does after an event of an order. */
const happen = (app: TestApp, order: Ordered, event: 'result_amended' | 'result_retracted') =>
  app.platform.db.transaction((tx) =>
    app.modules.after.orders.afterOrderChange(tx, {
      requestId: order.id,
      ownerId: order.owner.id,
      groupTestId: null,
      event,
    }),
  );

/** Runs every due job; failed ones are tried once more. */
async function work(app: TestApp): Promise<void> {
  const { pool } = app.platform.db;
  await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  for (let left = 200; left > 0; left -= 1) {
    const isDone = await app.jobs.drain().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  throw new Error('there is no end of failing jobs');
}

it(
  'one statement writes the notices for ten thousand watchers, and their mails are queued by the thousand',
  LONG,
  async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    // The first test creates the records of its maker and its batch.
    await lab.published();
    const orders = [await lab.inReview(), await lab.inReview()];
    const [none, many] = orders as [Ordered, Ordered];
    await addWatchers(app, many.id, 1, 10_000);
    await app.jobs.drain();

    const log: { client: unknown; text: string }[] = [];
    const query = pg.Client.prototype.query as (...rest: unknown[]) => unknown;
    onTestFinished(() => {
      pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    });
    pg.Client.prototype.query = function note(this: pg.Client, ...rest: unknown[]) {
      const [asked] = rest as [string | { text?: string }];
      log.push({ client: this, text: typeof asked === 'string' ? asked : (asked.text ?? '') });
      return query.apply(this, rest);
    } as typeof pg.Client.prototype.query;
    const counted = async (act: () => Promise<unknown>) => {
      log.length = 0;
      await act();
      return log.length;
    };
    /** Counts the statements of the transaction that writes notices. */
    const counting = async (act: () => Promise<unknown>) => {
      await counted(act);
      const { client } = log.find(({ text }) => text.includes('INSERT INTO watch_notice')) ?? {};
      const own = log.flatMap((each) => (each.client === client ? [each.text.trim()] : []));
      const at = own.findIndex((text) => text.startsWith('INSERT INTO watch_notice'));
      return own.indexOf('COMMIT', at) - own.lastIndexOf('BEGIN', at);
    };
    const notices = async () =>
      (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM watch_notice')).rows[0]?.n;

    const forNone = await counting(() => must(lab.publish(lab.reviewer, none)));
    const forMany = await counting(() => must(lab.publish(lab.reviewer, many)));
    expect(forNone).toBeGreaterThan(10);
    expect(forMany).toBe(forNone);
    expect(await notices()).toBe(10_000);
    const forNoneGone = await counting(() => must(lab.retract(lab.reviewer, none)));
    const forManyGone = await counting(() => must(lab.retract(lab.reviewer, many)));
    expect(forManyGone).toBe(forNoneGone);
    expect(await notices()).toBe(20_000);

    // For each thousand alerts: their ids and their jobs.
    expect(await counted(() => notifyRetraction(app.modules.watches, { requestId: many.id }))).toBeLessThan(
      30,
    );
    goToSeven(app);
    expect(await counted(() => askForDigests(app.modules.watches))).toBeLessThan(60);
    const jobs = await pool.query<{ kind: string; n: number }>(
      `SELECT data->>'kind' AS kind, count(*)::int AS n FROM pgboss.job
     WHERE name = 'watches.mail' GROUP BY 1 ORDER BY 1`,
    );
    expect(jobs.rows).toEqual([
      { kind: 'watch_digest', n: 10_000 },
      { kind: 'watch_retraction', n: 10_000 },
    ]);
    expect(await counted(() => askForDigests(app.modules.watches))).toBeLessThan(10);
  },
);

it('wherever the job crashes, no mail is sent twice, except between sending and commit', LONG, async () => {
  const server = await mailServer();
  await server.comeBack();
  const app = await testApp({ SMTP_URL: server.url });
  const lab = await laboratory(app);
  const order = await lab.published();
  await app.jobs.drain();
  // From now on the laboratory sends no mails.
  const death = await crashingWrites(app, ['watcher', 'watch', 'watch_notice', 'watch_day', 'pgboss.job']);
  const deaths: number[] = [];
  for (let write = 1, isOver = false; !isOver; write += 1) {
    const address = `reader${write}@mail.test`;
    await app.platform.db.pool.query('DELETE FROM watcher');
    await addWatchers(app, order.id, write, write);
    server.delivered.length = 0;
    const diesSince = await death.at(write);
    /** Another process repeats a step that crashed. */
    const act = async (step: () => Promise<unknown>) => {
      await step().catch(step);
      await work(app).catch(() => undefined);
    };
    await act(() => happen(app, order, 'result_amended'));
    goToSeven(app);
    await act(() => askForDigests(app.modules.watches));
    await act(() => happen(app, order, 'result_retracted'));
    const died = await death.over();
    if (died) deaths.push(write);
    isOver = !died;
    await death.requeue(diesSince);
    await work(app);
    // The regular jobs run meanwhile.
    await askForDigests(app.modules.watches);
    await work(app);
    await death.requeue(diesSince);
    await work(app);

    const to = server.delivered.filter((mail) => mail.to === address);
    const kinds = (mails: Delivered[]) => mails.map(({ messageId }) => messageId.split('-')[1]).toSorted();
    const distinct = [...new Map(to.map((mail) => [mail.messageId, mail])).values()];
    expect([write, kinds(distinct)]).toEqual([write, ['digest', 'retraction']]);
    expect([write, to.length <= (died ? 3 : 2)]).toEqual([write, true]);
    for (const mail of to) {
      const text = mail.text.replace(/\r\n[ \t]+/g, ' ');
      expect(text).toMatch(/^List-Unsubscribe: <http:\/\/\S+\/watches\/stop\?all=\S+>\r\n/m);
      expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/m);
    }
    const left = await app.platform.db.pool.query(
      'SELECT FROM watch_notice n JOIN watch w ON w.id = n.watch_id',
    );
    expect(left.rows).toEqual([]);
  }
  expect(deaths.length).toBeGreaterThan(5);
});

/** The possible events, in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('publish' as const), test: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('hours' as const), n: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 4, arbitrary: fc.constant({ what: 'clock' as const }) },
  { weight: 2, arbitrary: fc.constant({ what: 'work' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'away' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'back' as const }) },
);

it(
  'whatever happens to the mail server, each watcher gets at most one mail a day, and no news is lost',
  LONG,
  async () => {
    const server = await mailServer();
    await server.comeBack();
    const app = await testApp({ SMTP_URL: server.url });
    const lab = await laboratory(app);
    const orders = [await lab.published(), await lab.published(), await lab.published()] as [
      Ordered,
      Ordered,
      Ordered,
    ];
    await app.jobs.drain();
    const { pool } = app.platform.db;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        await pool.query(
          "DELETE FROM watcher; DELETE FROM watch_notice; DELETE FROM pgboss.job WHERE name = 'watches.mail'",
        );
        await addWatchers(app, orders[0].id, 0, 0);
        await pool.query(
          `INSERT INTO watch (id, watcher_id, kind, subject, key, created_at, confirmed_at)
         SELECT gen_random_uuid(), watcher_id, kind, unnest($1::text[]), key, now(), now() FROM watch`,
          [orders.slice(1).map(({ id }) => id)],
        );
        server.delivered.length = 0;
        const untold = new Set<string>();
        const days: string[] = [];
        let isAway = false;
        const look = async () => {
          await work(app);
          for (const { text } of server.delivered.splice(0)) {
            days.push(dayOf(app.clock.now()));
            const plain = text.replaceAll('=\r\n', '');
            const told = new Set([...plain.matchAll(/\/tests\/([0-9a-f-]{36})/g)].map(([, id]) => id ?? ''));
            expect(told).toEqual(untold);
            untold.clear();
          }
        };
        const hours = async (n: number) => {
          for (let hour = 0; hour < n; hour += 6) {
            app.clock.advance(Math.min(6, n - hour) * HOUR);
            await askForDigests(app.modules.watches);
            await dropEndedMails(app.modules.mails);
          }
        };
        for (const each of steps) {
          if (each.what === 'publish') {
            const order = orders[each.test] ?? orders[0];
            await happen(app, order, 'result_amended');
            untold.add(order.id);
          } else if (each.what === 'hours') await hours(each.n);
          else if (each.what === 'clock') await askForDigests(app.modules.watches);
          else if (each.what === 'work') await look();
          else if (each.what === 'away' && !isAway) {
            isAway = true;
            await server.goAway();
          } else if (each.what === 'back' && isAway) {
            isAway = false;
            await server.comeBack();
          }
        }
        if (isAway) await server.comeBack();
        for (let day = 0; day < 3; day += 1) {
          await hours(24);
          await look();
        }
        expect(untold).toEqual(new Set());
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: cases(15) },
    );
  },
);
