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

/** How long the demo year is: a little longer than the age of the oldest test. */
const SPAN_MS = 380 * 86_400_000;

type Year = readonly DemoTest[];

/**
 * Creates the demo year before `now`, once, and only if nobody has ordered. `open` gives an application whose clock
 * starts at a given time. If `signal` is aborted, its reason is thrown. Throws StartupProblem if an earlier start was
 * interrupted.
 */
export async function layOutDemoYear(
  pool: pg.Pool,
  options: { now: Date; open: (at: Date) => Promise<ControlledApp>; year?: Year; signal?: AbortSignal },
): Promise<void> {
  const { now, open, year = DEMO_YEAR, signal } = options;
  const client = await pool.connect();
  try {
    // Processes that start at the same time wait for each other here.
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
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/** Does every step of every demo test through the API, from order to publication, each at its time. */
async function walk(
  past: ControlledApp,
  { year, now, signal }: { year: Year; now: Date; signal: AbortSignal | undefined },
): Promise<void> {
  const { address, clock, modules, platform } = past;
  const moveTo = (at: Date) => clock.advance(Math.max(0, at.getTime() - clock.now().getTime()));
  // Before this time, the signing key is not valid.
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
    // Orders come one after another, so that they get the planned task numbers. Other steps run at the same time.
    for (const { test, kind } of steps) if (kind === 'draft') await take(test, kind, at);
    await Promise.all(steps.map(({ test, kind }) => kind === 'draft' || take(test, kind, at)));
    await platform.jobs.drain();
  }
  moveTo(now);
  await seedDemoGroups(as, now);
  await platform.jobs.drain();
  for (const { leave } of people) await leave();
}
