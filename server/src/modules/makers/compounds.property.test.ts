import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { compoundOffice } from '../../testing/compound-office.ts';
import type { Ordered } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { expectAsProjected, expectCountedAsShown } from '../../testing/public-rows.ts';
import { testApp } from '../../testing/test-app.ts';
import { addMissingCompounds } from './makers.service.ts';

const word = fc.constantFrom('Zorkotide', 'zorko-tide', 'Zumba', 'ZUM BA', 'BPC-157', 'BPC157', 'Quux');
const kind = fc.constantFrom<('synonym' | 'brand')[]>('synonym', 'brand');
const visibility = fc.constantFrom<('public' | 'private')[]>('public', 'public', 'private');
/** A number that selects one of the existing records. */
const which = fc.nat(99);
/** One call in four is wrong and must be refused. */
const isAmiss = fc.constantFrom(false, false, false, true);
const takeIn = fc.record({ does: fc.constant('take in' as const), word, visibility });
const operation = fc.oneof(
  takeIn,
  { arbitrary: fc.record({ does: fc.constant('publish' as const), which }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('give' as const), which, word, kind, isAmiss }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('take away' as const), which, isAmiss }), weight: 3 },
  fc.record({ does: fc.constant('open' as const), which }),
  fc.record({ does: fc.constant('release' as const), name: word, synonym: word }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
type Give = Extract<Operation, { does: 'give' }>;
type TakeAway = Extract<Operation, { does: 'take away' }>;
const of = <Value>(values: Value[], index: number): Value | undefined => values[index % values.length];

/** Finds what must never be: each spelling must mean one compound, and a name from an admin must belong to only one. */
const BROKEN = `
  SELECT w.folded FROM compound_spelling w
  WHERE NOT EXISTS (SELECT FROM compound_spelling c WHERE c.spelling = w.compound AND c.compound = w.compound
      AND (w.kind = 'customer' OR c.kind <> 'customer') AND (c.slug IS NOT NULL OR c.folded = w.folded))
    OR (w.kind = 'name') <> (w.kind <> 'customer' AND w.spelling = w.compound)
    OR (w.slug IS NULL AND w.decided_at IS NULL)
    OR (w.kind <> 'customer' AND w.decided_at IS NOT NULL AND EXISTS (SELECT FROM compound_spelling o
      WHERE o.kind <> 'customer' AND o.letters = w.letters AND w.letters <> '' AND o.compound <> w.compound))`;
const broken = async (pool: pg.Pool) => (await pool.query(BROKEN)).rows;

describe('the stored counts stay right when names of compounds are given and removed', () => {
  it('after admins gave and removed names, the stored counts equal those of a rebuild', async () => {
    const app = await testApp();
    const { pool } = app.platform.db;
    const { lab, call } = await compoundOffice(app);
    const orders: Ordered[] = [];

    /** The names with the letters of these words, and their compounds. */
    const namesWhere = async (condition: string) =>
      (
        await pool.query(`
        SELECT c.id, c.version, c.kind <> 'customer' AS known, w.folded, w.spelling FROM compound_spelling w
          JOIN compound_spelling c ON c.compound = w.compound AND c.spelling = w.compound
        WHERE c.letters IN ('bpc157', 'zorkotide', 'zumba', 'quux') AND ${condition} ORDER BY w.folded`)
      ).rows;
    const statusOf = async (answer: Promise<{ status: number }>) => {
      const { status } = await answer;
      expect([200, 409, 422]).toContain(status);
      return status;
    };
    async function give({ which, word, kind, isAmiss }: Omit<Give, 'does'>) {
      const row = of(await namesWhere('true'), which);
      if (!row) return undefined;
      const { id, version, spelling, known } = row;
      // A known compound gets one more name. An unknown one becomes known.
      const given = known !== isAmiss ? { spelling: word, kind } : { spelling, kind: 'name' };
      return statusOf(call('PUT', `/${id}`, { ...given, version }));
    }
    async function takeAway({ which, isAmiss }: Omit<TakeAway, 'does'>) {
      const row = of(await namesWhere(isAmiss ? 'true' : "w.kind IN ('synonym', 'brand')"), which);
      if (!row) return undefined;
      const { id, version, folded } = row;
      return statusOf(call('POST', `/${id}/take-away`, { folded, version }));
    }
    async function release(name: string, synonym: string) {
      const DECIDED = `
        SELECT folded, spelling, kind, compound FROM compound_spelling WHERE decided_at IS NOT NULL ORDER BY folded`;
      const before = (await pool.query(DECIDED)).rows;
      await addMissingCompounds(app.modules.makers, [{ name, synonyms: name === synonym ? [] : [synonym] }]);
      expect((await pool.query(DECIDED)).rows).toEqual(before);
    }
    async function perform(what: Operation): Promise<unknown> {
      if (what.does === 'take in') {
        return orders.push(await lab.inReview({ compound: what.word, visibility: what.visibility }));
      }
      if (what.does === 'release') return release(what.name, what.synonym);
      if (what.does === 'give') return give(what);
      if (what.does === 'take away') return takeAway(what);
      const order = of(orders.slice(-4), what.which);
      if (!order) return undefined;
      if (what.does === 'publish') return lab.publish(lab.reviewer, order);
      const { token } = order.owner;
      return app.request(`/api/me/tests/${order.id}/publish-publicly`, { method: 'POST', token });
    }

    const first = { which: 0, isAmiss: false };
    expect(await give({ ...first, word: 'Zorkotide', kind: 'synonym' })).toBe(200);
    expect(await takeAway(first)).toBe(200);
    await fc.assert(
      fc.asyncProperty(
        takeIn,
        takeIn,
        fc.array(operation, { minLength: 8, maxLength: 12 }),
        async (one, other, operations) => {
          for (const each of [one, other, ...operations]) {
            await perform(each);
            await app.jobs.drain();
            expect(await broken(pool), each.does).toEqual([]);
            await expectCountedAsShown(app, each.does);
            await expectAsProjected(app, each.does);
          }
        },
      ),
      { numRuns: cases(4), endOnFailure: true },
    );
  });
});
