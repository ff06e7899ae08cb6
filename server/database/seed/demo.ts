import type pg from 'pg';
import type { House } from '../../src/house.ts';
import type { StandingHouse } from '../../src/standing-house.ts';
import { CATALOG } from './catalog.ts';
import { COMPOUNDS } from './compounds.ts';
import { callsOf } from './demo-calls.ts';
import { seedDemoGroups } from './demo-groups.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts';
import { planOfYear } from './demo-plan.ts';
import { demoSteps } from './demo-steps.ts';
import type { DemoTest } from './demo-test.ts';
import { DEMO_YEAR } from './demo-year.ts';
import { TEMPLATES } from './templates.ts';

/** A little longer than the oldest demo test is old, ms. */
const SPAN_MS = 380 * 86_400_000;
/** Any fixed number: instances that start together wait for each other here. */
const LOCK = 7_239_115;

type Year = readonly DemoTest[];

/** What an installation has from its first start: price list, measurements, keys; with `demo` the demo people. What is there stays. */
export async function furnish(house: House, { demo }: { demo: boolean }): Promise<void> {
  await house.catalog.addMissing(CATALOG);
  await house.methods.addMissing(TEMPLATES, COMPOUNDS);
  await house.certificates.prepare();
  if (!demo) return;
  for (const person of DEMO_PEOPLE) {
    if (await house.accounts.exists(person.email)) continue;
    await house.accounts.createVerified({ ...person, password: DEMO_PASSWORD });
  }
}

/**
 * Lays out the year of demo tests before `now` and the groups of today, once, in a house that `open` opens at the time it
 * is told; only on a database on which nobody has ordered anything. One that was cut off goes on where it stopped.
 * Throws the reason of `signal` soon after it is given.
 */
export async function layOutDemoYear(
  pool: pg.Pool,
  options: { now: Date; open: (at: Date) => Promise<StandingHouse>; year?: Year; signal?: AbortSignal },
): Promise<void> {
  const { now, open, year = DEMO_YEAR, signal } = options;
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const endsAt = await yearDue(client, now);
    if (!endsAt) return;
    const reached = await lastMoment(client);
    const past = await open(reached ?? new Date(endsAt.getTime() - SPAN_MS));
    try {
      if (reached) await takeUpAgain(client, past);
      await walk(past, { year, endsAt, now, wasCutOff: reached !== null, signal });
    } finally {
      await past.close();
    }
    await client.query('UPDATE demo_year SET finished_at = $1', [now]);
  } finally {
    // The lock goes with the connection.
    client.release(true);
  }
}

/** When the year ends that is yet to be laid out, or to be finished; null when there is none. */
async function yearDue(client: pg.PoolClient, now: Date): Promise<Date | null> {
  const { rows } = await client.query<{ ends_at: Date; finished_at: Date | null }>(
    `WITH begun AS (
       INSERT INTO demo_year (ends_at) SELECT $1::timestamptz WHERE NOT EXISTS (SELECT 1 FROM test_request)
       ON CONFLICT (one) DO NOTHING RETURNING ends_at, finished_at)
     SELECT ends_at, finished_at FROM begun UNION ALL SELECT ends_at, finished_at FROM demo_year`,
    [now],
  );
  const [year] = rows;
  return year && !year.finished_at ? year.ends_at : null;
}

/** How far in its own time a start came that was cut off; null when nothing was ordered yet. */
async function lastMoment(client: pg.PoolClient): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `SELECT greatest(
       (SELECT max(at) FROM audit_entry WHERE subject_id IN (SELECT id FROM test_request)),
       (SELECT max(at) FROM group_event, demo_year WHERE at >= ends_at)) AS at`,
  );
  return rows[0]?.at ?? null;
}

/**
 * Does what a process was at when it was killed: nobody else looks after that before the year is finished, no clock passes at
 * which it would be looked for, and the steps that follow stand on it.
 */
async function takeUpAgain(client: pg.PoolClient, { platform }: StandingHouse): Promise<void> {
  await client.query(
    `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state IN ('active', 'retry')`,
  );
  await client.query('UPDATE payment_event SET due_at = NULL WHERE processed_at IS NULL');
  await platform.jobs.wake('payment.inbox');
  await platform.jobs.drain();
}

/**
 * Every step through the interface, at its time: ordered, paid in the payment sandbox, taken in, measured, published, with
 * the mails, certificates and entries of the public log that come of it.
 */
async function walk(
  past: StandingHouse,
  options: { year: Year; endsAt: Date; now: Date; wasCutOff: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  const { year, endsAt, now, wasCutOff, signal } = options;
  const { address, clock, house, platform } = past;
  const moveTo = (at: Date) => clock.advance(Math.max(0, at.getTime() - clock.now().getTime()));
  // No certificate before the key that signs it.
  moveTo(await house.certificates.signsSince());
  await furnish(house, { demo: true });

  const people = DEMO_PEOPLE.map(({ email, role }) => ({ email, role, ...callsOf(address, clock, email) }));
  const as = (who: string) => {
    const person = people.find(({ email }) => email === `${who}@demo.test`);
    if (!person) throw new Error(`there is no demo person ${who}`);
    return person.call;
  };
  const take = await demoSteps({
    address,
    customer: as('customer'),
    second: as('second'),
    analyst: as('analyst'),
    reviewer: as('reviewer'),
    hasCrypto: platform.config.coinbase.sandbox,
  });
  for (const { at, steps } of planOfYear(year, endsAt)) {
    signal?.throwIfAborted();
    moveTo(at);
    // Orders one after the other, so that task numbers follow the plan; then what people do side by side.
    for (const { test, kind } of steps) if (kind === 'draft') await take(test, kind);
    await Promise.all(steps.map(({ test, kind }) => kind === 'draft' || take(test, kind)));
    await platform.jobs.drain();
  }
  moveTo(now);
  await seedDemoGroups(as, now);
  await platform.jobs.drain();
  // The sessions of a process that was killed are nobody's; the admin never signed in.
  for (const { role, leave } of people) await leave({ everywhere: wasCutOff && role !== 'admin' });
}
