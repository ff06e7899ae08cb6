import type { LabMakerDetail } from '@vialproof/contract/makers';
import { fold } from '@vialproof/science/text/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { layTests } from '../../testing/lay-tests.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp } from '../../testing/test-app.ts';
import { batchAt, makerAt, namedSubjectsOf } from './makers.service.ts';

const maker = fc.constantFrom('Acme', 'Acme Ltd', 'Bravo', 'Cee', 'Dee');
/** Some of these batch codes have the same letters and digits, so they would get the same address. */
const code = fc.constantFrom('L1', 'L 1', 'L-1');
/** A number that selects one of the existing records. */
const which = fc.nat(99);
const operation = fc.oneof(
  { arbitrary: fc.record({ does: fc.constant('choose' as const), which, maker, code }), weight: 4 },
  fc.record({ does: fc.constant('rename maker' as const), which, to: maker }),
  fc.record({ does: fc.constant('rename batch' as const), which, to: code }),
  { arbitrary: fc.record({ does: fc.constant('merge' as const), which, into: which }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('merge and undo' as const), which, into: which }), weight: 2 },
  { arbitrary: fc.record({ does: fc.constant('undo' as const), which }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('split' as const), which }), weight: 2 },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
const of = <Value>(values: Value[], index: number): Value | undefined => values[index % values.length];

type Row = {
  id: string;
  kind: 'maker' | 'batch';
  folded: string;
  of: string;
  current: string;
  version: number;
};
const RECORDS = `
  SELECT r.id, r.kind, r.folded, m.current_id AS of, r.current_id AS current, c.version
  FROM named_record r JOIN named_record m ON m.id = r.maker_id JOIN named_record c ON c.id = r.current_id
  ORDER BY r.created_at, r.folded, r.id`;
const LEADS = `SELECT id, kind, maker_id, folded, slug, record_id FROM record_alias ORDER BY id`;
/**
 * Finds rows that must never exist. Each spelling must mean one record of the right maker that is not merged, and each
 * code of a maker one batch.
 */
const BROKEN = `
  SELECT s.folded FROM record_alias s JOIN named_record r ON r.id = s.record_id JOIN named_record own ON own.id = r.maker_id
    JOIN named_record home ON home.id = s.maker_id
  WHERE r.merged_into IS NOT NULL OR s.kind <> r.kind OR home.current_id <> own.current_id
  UNION ALL
  SELECT r.folded FROM named_record r JOIN named_record c ON c.id = r.current_id
  WHERE c.current_id <> c.id OR c.kind <> r.kind
  UNION ALL
  SELECT s.folded FROM record_alias s JOIN named_record home ON home.id = s.maker_id WHERE s.kind = 'batch'
  GROUP BY home.current_id, s.folded HAVING count(DISTINCT s.record_id) > 1`;

/** A simple model of which record each spelling must mean. */
class Model {
  leads = new Map<string, string>();
  names = new Map<string, string>();
  merged = new Map<string, { at: string; spellings: string[]; makers: string[] }>();

  isCurrent = (id: string) => !this.merged.has(id);
  whereIs = (id: string) => this.merged.get(id)?.at ?? id;
  spellingsOf = (id: string) => [...this.leads].flatMap(([spelling, at]) => (at === id ? [spelling] : []));

  add(id: string, name: string) {
    this.names.set(id, name);
    this.leads.set(name, id);
  }

  merge(id: string, into: string) {
    const spellings = this.spellingsOf(id);
    const makers = [id, ...[...this.merged].flatMap(([other, { at }]) => (at === id ? [other] : []))];
    for (const spelling of spellings) this.leads.set(spelling, into);
    for (const merge of this.merged.values()) if (merge.at === id) merge.at = into;
    this.merged.set(id, { at: into, spellings, makers });
  }

  undo(id: string) {
    const undone = this.merged.get(id);
    if (!undone) return;
    this.merged.delete(id);
    for (const spelling of undone.spellings) {
      if (this.leads.get(spelling) === undone.at) this.leads.set(spelling, id);
    }
    for (const [other, merge] of this.merged) {
      if (merge.at !== undone.at) continue;
      if (undone.makers.includes(other)) merge.at = id;
      else {
        merge.spellings = merge.spellings.filter((spelling) => !undone.spellings.includes(spelling));
        merge.makers = merge.makers.filter((each) => !undone.makers.includes(each));
      }
    }
  }
}

async function desk() {
  const app = await labApp();
  const lab = await laboratory(app);
  const { pool, orm } = app.platform.db;
  const unnamed = { sku: 'bpc-157', compound: 'BPC-157', publishedOn: '2025-06-01' };
  const orders = await layTests(app, [unnamed, unnamed, unnamed]);
  const model = new Model();
  const addresses = new Set<string>();
  const call = (method: string, path: string, json: object) =>
    app.request<{ data: LabMakerDetail }>(`/api/lab/${path}`, { method, json, token: lab.admin.token });
  const records = async (): Promise<Row[]> => (await pool.query(RECORDS)).rows;
  // Other tests have left makers in the database.
  for (const { id, kind, folded } of await records()) if (kind === 'maker') model.add(id, folded);
  const leads = async () => (await pool.query(LEADS)).rows;
  const current = async () => (await records()).filter(({ id, current: at }) => id === at);
  const toRecord = ({ kind, id, version }: Row, what: string, json: object) =>
    call(what === '' ? 'PUT' : 'POST', `${kind === 'maker' ? 'makers' : 'batches'}/${id}${what}`, {
      ...json,
      version,
    });

  async function choose({ which, maker, code }: Extract<Operation, { does: 'choose' }>) {
    const order = of(orders, which);
    const json = { maker: { name: maker }, batch: { name: code } };
    expect((await call('PUT', `requests/${order?.id}/subject`, json)).status).toBe(200);
    const { rows } = await pool.query('SELECT maker_id FROM request_subject WHERE request_id = $1', [
      order?.id,
    ]);
    if (!model.leads.has(fold(maker))) model.add(rows[0].maker_id, fold(maker));
    expect(rows[0].maker_id).toBe(model.leads.get(fold(maker)));
  }

  async function rename(kind: Row['kind'], which: number, to: string) {
    const row = of(
      (await current()).filter((each) => each.kind === kind),
      which,
    );
    if (!row) return;
    const { status } = await toRecord(row, '', { [kind === 'maker' ? 'name' : 'code']: to });
    if (kind === 'batch') return expect([200, 422]).toContain(status);
    const name = fold(to);
    const known = model.leads.get(name);
    const isTaken = [...model.names].some(
      ([id, other]) => other === name && id !== row.id && model.isCurrent(id),
    );
    expect(status).toBe((known && known !== row.id) || isTaken ? 422 : 200);
    if (status === 200) model.add(row.id, name);
  }

  /** Merges two records; returns the merged one. */
  async function merge(which: number, into: number): Promise<Row | undefined> {
    const all = await current();
    const one = of(all, which);
    const other = of(
      all.filter(
        ({ kind, id, of: its }) =>
          kind === one?.kind && id !== one.id && (kind === 'maker' || its === one.of),
      ),
      into,
    );
    if (!one || !other) return undefined;
    const { status } = await toRecord(one, '/merge', { into: other.id });
    // A record that staff chose is confirmed, so it cannot be merged into an unconfirmed record.
    expect([200, 409]).toContain(status);
    if (status !== 200) return undefined;
    if (one.kind === 'maker') model.merge(one.id, other.id);
    return (await records()).find(({ id }) => id === one.id);
  }

  async function undo(row: Row | undefined): Promise<number> {
    if (!row) return 0;
    const { status } = await toRecord(row, '/unmerge', {});
    expect([200, 409]).toContain(status);
    if (status === 200 && row.kind === 'maker') model.undo(row.id);
    return status;
  }

  async function split(which: number) {
    const { rows } = await pool.query(`
      SELECT s.folded AS spelling, c.* FROM record_alias s JOIN (${RECORDS}) c ON c.id = s.record_id
      WHERE s.folded <> c.folded ORDER BY s.folded, s.id`);
    const row = of(rows, which);
    if (!row) return;
    const { status, body } = await toRecord(row, '/split', { spellings: [row.spelling] });
    expect([200, 422]).toContain(status);
    if (status !== 200 || row.kind === 'batch') return;
    // The batches stay, but belong to another maker: the one with the spelling that was split off.
    const { slug } = (await leads()).find(({ kind, folded }) => kind === 'maker' && folded === row.spelling);
    for (const address of addresses) if (address.startsWith(`${slug}/`)) addresses.delete(address);
    model.add(body.data.id, row.spelling);
  }

  async function perform(what: Operation): Promise<unknown> {
    if (what.does === 'choose') return choose(what);
    if (what.does === 'rename maker') return rename('maker', what.which, what.to);
    if (what.does === 'rename batch') return rename('batch', what.which, what.to);
    if (what.does === 'merge') return merge(what.which, what.into);
    if (what.does === 'split') return split(what.which);
    if (what.does === 'undo') {
      return undo(
        of(
          (await records()).filter(({ id, current: at }) => id !== at),
          what.which,
        ),
      );
    }
    const before = await leads();
    const merged = await merge(what.which, what.into);
    if (!merged) return undefined;
    expect(await undo(merged)).toBe(200);
    return expect(await leads()).toEqual(before);
  }

  async function check(after: string) {
    expect((await pool.query(BROKEN)).rows, after).toEqual([]);
    const { rows } = await pool.query(`SELECT folded, record_id FROM record_alias WHERE kind = 'maker'`);
    expect(new Map(rows.map(({ folded, record_id }) => [folded, record_id])), after).toEqual(model.leads);
    const subjects = await namedSubjectsOf(
      app.modules.makers,
      orm,
      orders.map(({ id }) => id),
    );
    for (const { maker: of, batch } of subjects.values()) {
      if (of) addresses.add(of.slug);
      if (batch) addresses.add(`${batch.maker_slug}/${batch.slug}`);
    }
    for (const address of addresses) {
      const [slug = '', codeSlug] = address.split('/');
      const found =
        codeSlug === undefined
          ? await makerAt(app.modules.makers, slug, orm)
          : await batchAt(app.modules.makers, slug, codeSlug, orm);
      expect([after, address, found?.record.id]).toEqual([after, address, expect.any(String)]);
    }
  }

  return { perform, check };
}

describe('the former names of makers and batches are aliases', () => {
  it('after any merges, undos, splits and renames, each alias leads to one record, and old addresses work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 30 }), async (operations) => {
        const { perform, check } = await desk();
        for (const each of operations) {
          await perform(each);
          await check(each.does);
        }
      }),
      { numRuns: cases(8), endOnFailure: true },
    );
  });
});
