import type pg from 'pg';
import type { ControlledApp } from '../../src/app/controlled-app.ts';
import { signsSince } from '../../src/modules/certificates/certificates.service.ts';
import { seedReferenceData } from '../seed/reference-data.ts';
import { callsOf } from './calls.ts';
import { beginYear, YEAR_LOCK } from './cut-off-year.ts';
import { addDemoViews } from './display.ts';
import { seedDemoGroups } from './groups.ts';
import type { DemoTest } from './order.ts';
import { addDemoPeople, DEMO_PEOPLE } from './people.ts';
import { planOfYear } from './plan.ts';
import { demoSteps } from './steps.ts';
import { DEMO_TEMPLATES } from './templates.ts';
import { DEMO_YEAR } from './year.ts';

/** A little longer than the oldest demo test is old, ms. */
const SPAN_MS = 380 * 86_400_000;

type Year = readonly DemoTest[];

/**
 * Lays out the year of demo tests before `now` and the groups of today, once, in an application that `open` opens at the time it
 * is told; only on a database on which nobody has ordered anything. Throws the reason of `signal` soon after it is given, and
 * StartupProblem where an earlier start was cut off.
 */
export async function layOutDemoYear(
  pool: pg.Pool,
  options: { now: Date; open: (at: Date) => Promise<ControlledApp>; year?: Year; signal?: AbortSignal },
): Promise<void> {
  const { now, open, year = DEMO_YEAR, signal } = options;
  const client = await pool.connect();
  try {
    // Instances that start together wait for each other here.
    await client.query('SELECT pg_advisory_lock($1)', [YEAR_LOCK]);
    if (!(await beginYear(client, now))) return;
    const past = await open(new Date(now.getTime() - SPAN_MS));
    try {
      await walk(past, { year, now, signal });
    } finally {
      await past.close();
    }
    await addDemoViews(client, now);
    await client.query('UPDATE demo_year SET finished_at = $1', [now]);
  } finally {
    // The lock goes with the connection.
    client.release(true);
  }
}

/**
 * Every step through the interface, at its time: ordered, paid in the payment sandbox, taken in, measured, published, with
 * the mails, certificates and entries of the public log that come of it.
 */
async function walk(
  past: ControlledApp,
  { year, now, signal }: { year: Year; now: Date; signal: AbortSignal | undefined },
): Promise<void> {
  const { address, clock, modules, platform } = past;
  const moveTo = (at: Date) => clock.advance(Math.max(0, at.getTime() - clock.now().getTime()));
  // No certificate before the key that signs it.
  moveTo(await signsSince(modules.certificates));
  await seedReferenceData(modules, DEMO_TEMPLATES);
  await addDemoPeople(modules);

  const people = DEMO_PEOPLE.map(({ email }) => ({ email, ...callsOf(address, clock, email) }));
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
    offered: platform.config.sandboxMethods,
  });
  for (const { at, steps } of planOfYear(year, now)) {
    signal?.throwIfAborted();
    moveTo(at);
    // Orders one after the other, so that task numbers follow the plan; then what people do side by side.
    for (const { test, kind } of steps) if (kind === 'draft') await take(test, kind, at);
    await Promise.all(steps.map(({ test, kind }) => kind === 'draft' || take(test, kind, at)));
    await platform.jobs.drain();
  }
  moveTo(now);
  await seedDemoGroups(as, now);
  await platform.jobs.drain();
  for (const { leave } of people) await leave();
}
