import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../testing/property-runs.ts';
import { showcaseApp, WEEK_CENTS } from '../../testing/showcases.ts';
import { paymentsFor } from '../payments/payments.service.ts';
import { releaseRunOut } from './showcases.service.ts';

const BUYERS = 9;
const PLACES = 3;
const HOUR_MS = 3_600_000;

/** What several people do at the same time, or time that passes. */
type Step =
  | { kind: 'buy' | 'reserve' | 'pay'; who: number[] }
  | { kind: 'stop'; nth: number }
  | { kind: 'hours'; hours: number };

const several = fc.uniqueArray(fc.integer({ min: 0, max: BUYERS - 1 }), { minLength: 1, maxLength: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy' as const), who: several }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reserve' as const), who: several }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), who: several }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), nth: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.constantFrom(1, 2, 26, 75, 170) }),
  },
);

type Row = { id: string; request_id: string; days: string; amount_cents: number; state: string };

test('with many buyers at once, no day has more results than places, and every cent is kept or refunded', async () => {
  const world = await showcaseApp();
  const { app, shop } = world;
  const { pool } = app.platform.db;
  const people = await Promise.all(Array.from({ length: BUYERS }, () => app.person()));
  const owners: { person: (typeof people)[number]; id: string }[] = [];
  for (const person of people) owners.push({ person, id: (await world.give(person, 1))[0] ?? '' });
  const those = (who: number[]) => owners.filter((_, place) => who.includes(place));

  async function reserve({ person, id }: (typeof owners)[number]) {
    const { status, body } = await world.reserve(person, id);
    expect([201, 409, 429]).toContain(status);
    return status === 201 ? body.data : undefined;
  }
  async function press(owner: (typeof owners)[number], week: { id: string } | undefined) {
    const page = week && (await world.checkout(owner.person, week));
    if (page?.status === 201) await shop.pressAt(page.body.url, 'pay');
  }
  async function take(each: Step): Promise<void> {
    if (each.kind === 'hours') {
      app.clock.advance(each.hours * HOUR_MS);
      await releaseRunOut(app.modules.showcases);
    } else if (each.kind === 'stop') {
      const { rows } = await pool.query<{ id: string }>(
        "SELECT id FROM showcase WHERE state = 'booked' ORDER BY id",
      );
      const id = rows[each.nth % Math.max(1, rows.length)]?.id;
      const token = await shop.tokenOf(shop.admin);
      if (id)
        await app.request(`/api/lab/showcases/${id}/stop`, { json: { reason: 'Tried once more.' }, token });
    } else if (each.kind === 'reserve') {
      await Promise.all(those(each.who).map(reserve));
    } else if (each.kind === 'buy') {
      await Promise.all(those(each.who).map(async (owner) => press(owner, await reserve(owner))));
    } else {
      // Every open page is paid, even late.
      await Promise.all(
        those(each.who).map(async (owner) => {
          const [open] = await world.mine(owner.person);
          await press(owner, open);
        }),
      );
    }
  }

  /** Checks that no day has too many results. */
  async function expectPlaces(): Promise<void> {
    const { rows } = await pool.query<{ day: string; taken: number; results: number }>(
      `SELECT day::date::text AS day, count(*)::int AS taken, count(DISTINCT request_id)::int AS results
       FROM showcase CROSS JOIN LATERAL
         generate_series(starts_on, coalesce(stopped_on, ends_on) - 1, interval '1 day') AS day
       WHERE state IN ('booked', 'stopped') OR (state = 'reserved' AND reserved_until > $1)
       GROUP BY 1`,
      [app.clock.now()],
    );
    for (const { day, taken, results } of rows) {
      expect([day, taken <= PLACES, results]).toEqual([day, true, taken]);
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      for (const each of steps) {
        await take(each);
        // In some runs the payment comes only after the next step.
        if (each.kind !== 'hours') await expectPlaces();
        if (each.kind !== 'pay') await app.jobs.drain();
        await expectPlaces();
      }
      await app.jobs.drain();
      await expectPlaces();
      const { rows } = await pool.query<Row & { refund_cents: number }>('SELECT * FROM showcase');
      for (const row of rows) {
        const payments = await paymentsFor(app.modules.payments, { kind: 'showcase', id: row.id });
        const held = payments.reduce((cents, { heldCents }) => cents + heldCents, 0);
        const isShown = row.state === 'booked' || row.state === 'stopped';
        expect([row.id, held]).toEqual([row.id, isShown ? WEEK_CENTS - row.refund_cents : 0]);
      }
      // The next run must start with free days.
      app.clock.advance(30 * 24 * HOUR_MS);
      await releaseRunOut(app.modules.showcases);
      await app.jobs.drain();
    }),
    { numRuns: cases(12) },
  );
  await world.expectSound();
}, 600_000);
