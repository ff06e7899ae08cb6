import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory, type Ordered } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { expectAsProjected, expectCountedAsShown, publicRows } from '../../testing/public-rows.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const maker = fc.constantFrom('Acme', 'ACME Ltd');
const batch = fc.constantFrom('L1', 'L-1');
const visibility = fc.constantFrom<('public' | 'private')[]>('public', 'private');
/** A number that selects one of the existing records. */
const which = fc.nat(99);
const takeIn = fc.record({
  does: fc.constant('take in' as const),
  maker,
  batch,
  compound: fc.constantFrom('Zorkotide', 'zorko tide'),
  visibility,
});
const operation = fc.oneof(
  { arbitrary: takeIn, weight: 2 },
  { arbitrary: fc.record({ does: fc.constant('publish' as const), which }), weight: 3 },
  fc.record({ does: fc.constant('withdraw' as const), which }),
  fc.record({ does: fc.constant('show' as const), which, visibility }),
  fc.record({ does: fc.constant('open' as const), which }),
  fc.record({ does: fc.constant('choose' as const), which, maker, batch: fc.option(batch) }),
  fc.record({ does: fc.constant('leave to the words' as const), which }),
  fc.record({ does: fc.constant('merge' as const), which, into: which }),
  fc.record({ does: fc.constant('unmerge' as const), which }),
  fc.record({ does: fc.constant('split' as const), which }),
);
/** Operations change only this number of the newest tests. */
const LATEST = 4;
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
const of = <Value>(values: Value[], index: number): Value | undefined => values[index % values.length];

async function desk(app: TestApp) {
  const lab = await laboratory(app);
  const { pool } = app.platform.db;
  const orders: Ordered[] = [];
  const asAdmin = (method: string, path: string, json: object) =>
    app.request(`/api/lab/${path}`, { method, json, token: lab.admin.token });
  const makers = async (where: string): Promise<{ id: string; version: number }[]> =>
    (
      await pool.query(
        `SELECT m.id, c.version FROM named_record m JOIN named_record c ON c.id = m.current_id WHERE m.kind = 'maker' AND ${where} ORDER BY m.created_at, m.name`,
      )
    ).rows;

  async function toOrder(does: Operation['does'], order: Ordered, what: Operation): Promise<unknown> {
    const { token } = order.owner;
    const path = `requests/${order.id}/subject`;
    if (does === 'publish') return lab.publish(lab.reviewer, order);
    if (does === 'withdraw') return lab.retract(lab.reviewer, order);
    if (does === 'open')
      return app.request(`/api/me/tests/${order.id}/publish-publicly`, { method: 'POST', token });
    if (does === 'leave to the words') return asAdmin('PUT', path, { maker: null, batch: null });
    if (what.does === 'show') {
      const json = { visibility: what.visibility };
      return app.request(`/api/me/tests/${order.id}/visibility`, { method: 'PUT', json, token });
    }
    if (what.does !== 'choose') return undefined;
    return asAdmin('PUT', path, {
      maker: { name: what.maker },
      batch: what.batch === null ? null : { name: what.batch },
    });
  }

  async function toMaker(what: Operation): Promise<unknown> {
    if (what.does === 'split') {
      const { rows } = await pool.query(`
        SELECT s.folded, c.id, c.version FROM record_alias s JOIN named_record c ON c.id = s.record_id
        WHERE s.kind = 'maker' AND s.folded <> c.folded ORDER BY s.folded`);
      const row = of(rows, what.which);
      return (
        row && asAdmin('POST', `makers/${row.id}/split`, { spellings: [row.folded], version: row.version })
      );
    }
    if (what.does === 'unmerge') {
      const merged = of(await makers('m.merged_into IS NOT NULL'), what.which);
      return merged && asAdmin('POST', `makers/${merged.id}/unmerge`, { version: merged.version });
    }
    if (what.does !== 'merge') return undefined;
    const all = await makers('m.merged_into IS NULL');
    const [one, into] = [of(all, what.which), of(all, what.into)];
    return one && into && asAdmin('POST', `makers/${one.id}/merge`, { into: into.id, version: one.version });
  }

  return {
    orders,
    async perform(what: Operation, run: number): Promise<unknown> {
      if (what.does === 'take in') {
        return orders.push(
          await lab.inReview({ ...what, batch: `${what.batch} ${run}`, compound: `${what.compound} ${run}` }),
        );
      }
      if (what.does === 'merge' || what.does === 'unmerge' || what.does === 'split') return toMaker(what);
      const order = of(orders.slice(-LATEST), what.which);
      return order && toOrder(what.does, order, what);
    },
  };
}

describe('the stored counts stay right after any changes of names', () => {
  it('after any changes of names, the stored counts equal those of a rebuild', async () => {
    const app = await testApp();
    const { pool } = app.platform.db;
    const { perform } = await desk(app);
    const acme = {
      does: 'take in',
      maker: 'Acme',
      batch: 'L1',
      compound: 'Zorkotide',
      visibility: 'public',
    } as const;
    let run = 0;
    // All runs of the property share one database, and each adds its own batches.
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(takeIn, takeIn, takeIn),
        fc.array(operation, { minLength: 6, maxLength: 10 }),
        async (taken, operations) => {
          run += 1;
          for (const each of [...taken, ...operations]) {
            await perform(each, run);
            await app.jobs.drain();
            await expectCountedAsShown(app, each.does);
            await expectAsProjected(app, each.does);
          }
        },
      ),
      {
        numRuns: 1 + cases(5),
        examples: [[[acme, acme, acme], [{ does: 'publish', which: 0 }]]],
        endOnFailure: true,
      },
    );
    expect((await publicRows(pool)).length).toBeGreaterThan(0);
  });
});
