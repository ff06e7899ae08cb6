import type { Dossier } from '@vialproof/contract/dossiers';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { seedManyTests } from '../../../database/seed/many-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const TABLES = ['dossier_test', 'dossier_value', 'dossier_count', 'dossier_figure'];
const COUNT = 420;

/** Every row of what is kept, as text in one order. */
async function rowsOf(pool: pg.Pool): Promise<string[][]> {
  const all: string[][] = [];
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    all.push(rows.map(({ row }) => row));
  }
  return all;
}

/** Few makers, compounds and codes with many tests: batches that were tested again, without a code, private, not judged. */
const CROWD = [
  // What is published never changes, but in a test that changes it.
  'ALTER TABLE result_revision DISABLE TRIGGER USER',
  `UPDATE test_request SET manufacturer = CASE WHEN task_number % 19 = 0 THEN NULL ELSE 'Maker ' || task_number % 4 END,
     batch_code = CASE WHEN task_number % 7 = 0 THEN NULL ELSE 'B-' || task_number % 23 END,
     dosage_text = CASE WHEN task_number % 5 = 0 THEN 'unknown' ELSE '10 mg' END,
     compound_name = (ARRAY['BPC-157', 'TB-500', 'Retatrutide'])[1 + task_number % 3]`,
  `UPDATE result_revision v SET measurements = jsonb_build_array(
     jsonb_build_object('analyte', 'Purity', 'method', 'HPLC', 'value', round(95 + (r.task_number * 37 % 50) / 10.0, 1),
       'unit', '%', 'limit', '≥ 98', 'verdict', CASE WHEN r.task_number % 11 = 0 THEN NULL
         WHEN r.task_number * 37 % 50 >= 30 THEN 'pass' ELSE 'fail' END),
     jsonb_build_object('analyte', 'Amount', 'method', 'HPLC', 'value', round(9 + (r.task_number % 21) / 10.0, 1),
       'unit', 'mg', 'limit', '', 'verdict', NULL))
     || CASE WHEN r.task_number % 3 = 0 THEN jsonb_build_array(jsonb_build_object('analyte', 'Endotoxin', 'method', 'LAL',
         'value', CASE WHEN r.task_number % 2 = 0 THEN '< LOQ' ELSE '0.2' END, 'unit', 'EU/mg', 'limit', '≤ 1', 'verdict', 'pass'))
       ELSE '[]' END
   FROM test_request r WHERE r.id = v.request_id`,
];

async function crowd(): Promise<TestApp> {
  const app = await testApp();
  const { pool } = app.platform.db;
  await seedManyTests(pool, { from: 1, to: COUNT, now: app.clock.now(), withResults: true });
  for (const statement of CROWD) await pool.query(statement);
  await app.modules.makers.work.nameOlder();
  await app.modules.dossiers.work.catchUp();
  return app;
}

/** The counts of a maker's analyte, by SQL that knows nothing of dossiers: batches of public results, and their verdicts. */
const APART = `
  WITH line AS (
    SELECT r.id, m ->> 'verdict' AS verdict, m ->> 'analyte' AS analyte,
      coalesce('b' || r.batch_code || r.compound_name, r.id::text) AS unit
    FROM test_request r JOIN result_revision v ON v.request_id = r.id AND v.state = 'published',
      jsonb_array_elements(v.measurements) AS m
    WHERE r.visibility = 'public' AND r.manufacturer = $1 AND ($3::text IS NULL OR r.compound_name = $3)
  ), unit AS (
    SELECT unit, count(*) FILTER (WHERE verdict = 'pass') AS passed, count(*) FILTER (WHERE verdict = 'fail') AS failed
    FROM line WHERE analyte = $2 GROUP BY unit
  )
  SELECT (SELECT count(DISTINCT unit)::int FROM line) AS units, count(*)::int AS tested,
    count(*) FILTER (WHERE passed > 0 AND failed = 0)::int AS pass, count(*) FILTER (WHERE failed > 0 AND passed = 0)::int AS fail,
    count(*) FILTER (WHERE (passed > 0) = (failed > 0))::int AS undecided
  FROM unit`;

describe('what dossiers keep', () => {
  it('is made anew byte for byte, also after changes at the same time', async () => {
    const app = await crowd();
    const { db } = app.platform;
    const before = await rowsOf(db.pool);
    expect(before.every((rows) => rows.length > 20)).toBe(true);
    expect(await app.modules.dossiers.rebuild()).toBe(before[0]?.length);
    expect(await rowsOf(db.pool)).toEqual(before);

    const { rows } = await db.pool.query<{ id: string; task: number }>(
      'SELECT id, task_number AS task FROM test_request ORDER BY task_number LIMIT 60',
    );
    const change = (id: string, task: number) =>
      db.transaction(async (tx) => {
        await tx.execute(
          task % 3 === 0
            ? sql`UPDATE test_request SET visibility = 'public' WHERE id = ${id}`
            : sql`UPDATE result_revision SET measurements =
                  jsonb_set(jsonb_set(measurements, '{0,verdict}', '"fail"'), '{0,value}', '90') WHERE request_id = ${id}`,
        );
        await app.modules.orders.changed.publish(tx, { requestId: id, ownerId: id, groupTestId: null });
        await app.modules.results.changed.publish(tx, { requestId: id });
      });
    await Promise.all(rows.map(({ id, task }) => change(id, task)));
    const changed = await rowsOf(db.pool);
    expect(changed).not.toEqual(before);
    await app.modules.dossiers.rebuild();
    expect(await rowsOf(db.pool)).toEqual(changed);
  });

  it('are the sums of rows that SQL written apart counts', async () => {
    const app = await crowd();
    const { pool } = app.platform.db;
    const asked = fc.tuple(
      fc.constantFrom('Maker 0', 'Maker 1', 'Maker 2', 'Maker 3'),
      fc.constantFrom('Purity', 'Amount', 'Endotoxin'),
    );
    await fc.assert(
      fc.asyncProperty(asked, async ([maker, analyte]) => {
        const { body } = await app.request<{ data: Dossier }>(
          `/api/dossiers/makers/${maker.toLowerCase().replace(' ', '-')}`,
        );
        const line = body.data.lines.find((each) => each.analyte === analyte);
        const { rows } = await pool.query(APART, [maker, analyte, null]);
        const [apart] = rows;
        expect(line).toMatchObject({
          n_tested: apart.tested,
          n_not_tested: apart.units - apart.tested,
          pass: apart.pass,
          fail: apart.fail,
          undecided: apart.undecided,
        });
      }),
      { numRuns: 24 },
    );
  });
});
