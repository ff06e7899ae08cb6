import type { ProblemBody } from '@vialproof/contract/errors';
import type { LabMakerDetail } from '@vialproof/contract/makers';
import { describe, expect, it } from 'vitest';
import { readMigrations } from '../../platform/postgres/migrate.ts';
import { prepareDatabase } from '../../platform/postgres/prepare-database.ts';
import { laboratory } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';
import { asOwner, ownerUrlOf } from '../../testing/test-database.ts';
import { batchAt, makerAt, namedSubjectOf } from './makers.service.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-0000000001${number}`;
const [ACME, BRAVO, CEE, ACME_L1, BRAVO_L2, CEE_L1] = [10, 11, 12, 20, 21, 22].map(idOf);
/**
 * Old data: maker Acme was merged into Bravo, and Bravo into Cee. Their batches L1 became one. Staff chose Acme's
 * batch.
 */
const OLD = `
  INSERT INTO maker (id, name, folded, merged_into, current_id, version, created_at) VALUES
    ('${CEE}', 'Cee', 'cee', NULL, '${CEE}', 3, '2026-11-05Z'),
    ('${BRAVO}', 'Bravo', 'bravo', '${CEE}', '${CEE}', 3, '2026-11-05Z'),
    ('${ACME}', 'Acme', 'acme', '${BRAVO}', '${CEE}', 2, '2026-11-05Z');
  INSERT INTO maker_spelling VALUES
    ('acme', 'Acme', 'acme', '${ACME}', '2026-11-05Z'), ('acme ltd', 'Acme Ltd', NULL, '${ACME}', '2026-11-06Z'),
    ('bravo', 'Bravo', 'bravo', '${BRAVO}', '2026-11-05Z'), ('cee', 'Cee', 'cee', '${CEE}', '2026-11-05Z');
  INSERT INTO batch (id, maker_id, code, folded, answer, answered_at, merged_into, current_id, version, created_at) VALUES
    ('${CEE_L1}', '${CEE}', 'L1', 'l1', 'Ours.', '2026-11-05Z', NULL, '${CEE_L1}', 1, '2026-11-05Z'),
    ('${BRAVO_L2}', '${BRAVO}', 'L2', 'l2', NULL, NULL, NULL, '${BRAVO_L2}', 1, '2026-11-05Z'),
    ('${ACME_L1}', '${ACME}', 'L1', 'l1', NULL, NULL, '${CEE_L1}', '${CEE_L1}', 1, '2026-11-05Z');
  INSERT INTO batch_spelling VALUES
    ('${CEE}', 'l1', 'L1', 'l1', '${CEE_L1}', '2026-11-05Z'), ('${BRAVO}', 'l2', 'L2', 'l2', '${BRAVO_L2}', '2026-11-05Z'),
    ('${ACME}', 'l1', 'L1', 'l1-old', '${ACME_L1}', '2026-11-05Z')`;
const ALIASES = ['acme', 'acme ltd', 'bravo', 'cee'];

/** An application with merges from an old version, which had no table of spellings. */
async function taken() {
  const app = await testApp();
  const lab = await laboratory(app);
  const order = await lab.published({ maker: '', batch: '' });
  const { pool, orm } = app.platform.db;
  const { token } = lab.admin;
  const { makers } = app.modules;
  const tables = (await readMigrations()).find(({ name }) => name === '0011_makers.sql')?.text ?? '';
  await asOwner(
    app,
    `DROP TABLE record_alias, named_record CASCADE;
    ${tables.slice(0, tables.indexOf('-- Spellings of compounds.'))} ${OLD};
    ALTER TABLE request_subject ADD FOREIGN KEY (maker_id) REFERENCES maker(id), ADD FOREIGN KEY (batch_id) REFERENCES batch(id);
    UPDATE request_subject SET maker_id = '${ACME}', batch_id = '${ACME_L1}';
    DELETE FROM schema_migration WHERE name = '0027_makers.sql'`,
  );
  expect((await prepareDatabase(ownerUrlOf(app.databaseUrl), app.platform.log)).applied).toEqual([
    '0027_makers.sql',
  ]);
  const versionOf = async (id: string) =>
    (
      await pool.query(
        'SELECT c.version FROM named_record r JOIN named_record c ON c.id = r.current_id WHERE r.id = $1',
        [id],
      )
    ).rows[0].version;
  return {
    pool,
    /** To which record each spelling leads, and the names of the test. */
    async leads() {
      const { rows } = await pool.query(
        `SELECT c.name FROM record_alias s JOIN named_record c ON c.id = s.record_id WHERE s.kind = 'maker'
         ORDER BY s.folded`,
      );
      const { maker, batch } = await namedSubjectOf(makers, orm, order.id);
      return [...rows.map(({ name }) => name), maker?.name, `${batch?.maker_slug}/${batch?.slug}`];
    },
    addresses: async () => [
      (await makerAt(makers, 'acme', orm))?.record.name,
      (await batchAt(makers, 'acme', 'l1-old', orm))?.record.maker_name,
      (await batchAt(makers, 'acme', 'l1-old', orm))?.answer?.text,
      (await batchAt(makers, 'bravo', 'l2', orm))?.record.name,
    ],
    async unmerge(id: string) {
      const json = { version: await versionOf(id) };
      return app.request<{ data: LabMakerDetail } & Partial<ProblemBody>>(`/api/lab/makers/${id}/unmerge`, {
        method: 'POST',
        json,
        token,
      });
    },
    detail: async (id: string) =>
      (await app.request<{ data: LabMakerDetail }>(`/api/lab/makers/${id}`, { token })).body.data,
  };
}

describe('a merge that is older than aliases still works', () => {
  it('after a merge that is older than aliases, each spelling of the merged maker leads to the maker that remained', async () => {
    const { leads, addresses, detail } = await taken();
    expect(await leads()).toEqual([...ALIASES.map(() => 'Cee'), 'Cee', 'cee/l1']);
    expect(await addresses()).toEqual(['Cee', 'Cee', 'Ours.', 'L2']);
    const cee = await detail(ACME ?? '');
    expect(cee.merged.map(({ name, into }) => [name, into])).toEqual([
      ['Acme', 'Bravo'],
      ['Bravo', 'Cee'],
    ]);
    expect(cee.batches.map(({ code, merged }) => [code, merged.length])).toEqual([
      ['L2', 0],
      ['L1', 1],
    ]);
  });

  it.each([
    ['the inner one first', [ACME, BRAVO], ['Acme', 'Acme', 'Cee', 'Cee', 'Acme', 'acme/l1-old']],
    ['the outer one first', [BRAVO, ACME], ['Bravo', 'Bravo', 'Bravo', 'Cee', 'Bravo', 'acme/l1-old']],
  ])(
    'a merge that is older than aliases can be undone, %s',
    async (_, [first = '', second = ''], between) => {
      const { leads, addresses, unmerge, pool } = await taken();
      expect((await unmerge(first)).status).toBe(200);
      expect(await leads()).toEqual(between);
      expect((await unmerge(second)).status).toBe(200);
      expect(await leads()).toEqual(['Acme', 'Acme', 'Bravo', 'Cee', 'Acme', 'acme/l1-old']);
      expect(await addresses()).toEqual(['Acme', 'Acme', undefined, 'L2']);
      expect((await pool.query('SELECT FROM named_record WHERE moved_records IS NOT NULL')).rows).toEqual([]);
    },
  );
});
