import { type Dossier, MOST_VALUES } from '@vialproof/contract/dossiers';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../platform/postgres/database.ts';
import { cases } from '../../testing/property-runs.ts';
import { expectAsProjected, nameSeeded, publicRows } from '../../testing/public-rows.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner, ownerUrlOf } from '../../testing/test-database.ts';
import { projectAll } from '../publications/publications.service.ts';

const COUNT = 420;

/** Very many tests of few makers, compounds and batch codes. */
const CROWD = [
  // A trigger forbids changes of published rows, so it is turned off.
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
     -- Twice, and outside its limit once.
     || CASE WHEN r.task_number % 13 = 0 THEN jsonb_build_array(jsonb_build_object('analyte', 'Purity', 'method', 'HPLC',
         'value', 94.5, 'unit', '%', 'limit', '≥ 98', 'verdict', 'fail')) ELSE '[]' END
   FROM test_request r WHERE r.id = v.request_id`,
];

async function crowd(): Promise<TestApp> {
  const app = await testApp();
  await seedTests(app, COUNT);
  for (const statement of CROWD) await asOwner(app, statement);
  await nameSeeded(app);
  await projectAll(app.modules.publications);
  return app;
}

/**
 * Counts in another way, to compare with the server: batches or tests of a compound, maker or batch, with their
 * verdicts.
 */
const APART = `
  WITH line AS (
    SELECT r.id, m ->> 'analyte' AS analyte,
      CASE WHEN $5::float8 IS NULL AND $6::float8 IS NULL THEN m ->> 'verdict'
        WHEN m ->> 'value' ~ '^[0-9.]+$' THEN CASE
          WHEN (m ->> 'value')::float8 BETWEEN coalesce($5, '-Infinity') AND coalesce($6, 'Infinity') THEN 'pass' ELSE 'fail' END
        END AS verdict,
      coalesce(CASE WHEN $3::text IS NULL THEN 'b' || r.manufacturer || r.batch_code || r.compound_name END, r.id::text) AS unit
    FROM test_request r JOIN result_revision v ON v.request_id = r.id AND v.state = 'published',
      jsonb_array_elements(v.measurements) AS m
    WHERE r.visibility = 'public' AND ($1::text IS NULL OR r.manufacturer = $1)
      AND ($2::text IS NULL OR r.compound_name = $2) AND ($3::text IS NULL OR r.batch_code = $3)
  ), test AS (
    SELECT unit, count(*) AS n, CASE WHEN bool_or(verdict = 'fail') THEN 'fail' WHEN bool_or(verdict = 'pass') THEN 'pass' END AS verdict
    FROM line WHERE analyte = $4 GROUP BY unit, id
  ), unit AS (
    SELECT unit, sum(n) AS n, count(*) FILTER (WHERE verdict = 'pass') AS passed,
      count(*) FILTER (WHERE verdict = 'fail') AS failed
    FROM test GROUP BY unit
  )
  SELECT (SELECT count(DISTINCT id)::int FROM line) AS published, (SELECT count(DISTINCT unit)::int FROM line) AS units,
    count(*)::int AS tested, coalesce(sum(n), 0)::int AS n_values,
    count(*) FILTER (WHERE passed > 0 AND failed = 0)::int AS pass, count(*) FILTER (WHERE failed > 0 AND passed = 0)::int AS fail,
    count(*) FILTER (WHERE (passed > 0) = (failed > 0))::int AS undecided
  FROM unit`;

/** What a reader asks for: a compound, maker or batch, an analyte, and sometimes a limit. */
const place = fc.nat(3);
const asked = fc.record({
  of: fc.oneof(
    place.map((maker) => [`Maker ${maker}`, null, null]),
    fc.constantFrom('BPC-157', 'TB-500', 'Retatrutide').map((compound) => [null, compound, null]),
    fc.tuple(place, fc.nat(22)).map(([maker, batch]) => [`Maker ${maker}`, null, `B-${batch}`]),
  ),
  analyte: fc.constantFrom('Purity', 'Amount', 'Endotoxin'),
  min: fc.option(fc.integer({ min: 90, max: 1000 }).map((tenths) => tenths / 10)),
  max: fc.option(fc.integer({ min: 90, max: 1000 }).map((tenths) => tenths / 10)),
});
const slug = (name: string | null | undefined) => (name ?? '').toLowerCase().replace(' ', '-');
const addressOf = ([maker, compound, batch]: (string | null)[]) =>
  compound
    ? `/compounds/${slug(compound)}`
    : batch
      ? `/batches/${slug(maker)}/${slug(batch)}`
      : `/makers/${slug(maker)}`;

describe('the numbers on the pages of makers are stored in rows of counts', () => {
  it('a rebuild writes the same rows of counts that are stored, also after changes at the same time', async () => {
    const app = await crowd();
    const { db } = app.platform;
    const before = await publicRows(db.pool);
    expect(before.length).toBeGreaterThan(4 * COUNT);
    await expectAsProjected(app);

    const { rows } = await db.pool.query<{ id: string; task: number }>(
      'SELECT id, task_number AS task FROM test_request ORDER BY task_number LIMIT 60',
    );
    const owner = openDatabase(ownerUrlOf(app.databaseUrl));
    onTestFinished(owner.close);
    const change = (id: string, task: number) =>
      owner.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL session_replication_role = replica`);
        await tx.execute(
          task % 3 === 0
            ? sql`UPDATE test_request SET visibility = 'public' WHERE id = ${id}`
            : task % 3 === 1
              ? sql`UPDATE test_request SET visibility = 'private' WHERE id = ${id}`
              : sql`UPDATE result_revision SET measurements =
                  jsonb_set(jsonb_set(measurements, '{0,verdict}', '"fail"'), '{0,value}', '90') WHERE request_id = ${id}`,
        );
        await tx.execute(sql`SET LOCAL session_replication_role = origin`);
        await app.modules.after.orders.afterOrderChange(tx, {
          requestId: id,
          ownerId: id,
          groupTestId: null,
        });
      });
    // Two transactions change names of the same tests at the same time.
    const ids = rows.map(({ id }) => id);
    const names = Array.from({ length: 6 }, (_, part) =>
      db.transaction((tx) =>
        app.modules.after.makers.afterNamesChange(tx, {
          requestIds: ids.slice(part * 10, part * 10 + 10),
          makerIds: [],
        }),
      ),
    );
    await Promise.all([...rows.map(({ id, task }) => change(id, task)), ...names]);
    expect(await publicRows(db.pool)).not.toEqual(before);
    const { rows: named } = await db.pool.query(
      `SELECT body FROM public_test t JOIN test_request r ON r.id = t.request_id
       WHERE r.visibility = 'private' AND (t.is_public OR t.body ->> 'manufacturer' IS NOT NULL)`,
    );
    expect(named).toEqual([]);
    await expectAsProjected(app);
  });

  it('the rows of counts equal the sums that a separate SQL statement computes', async () => {
    const app = await crowd();
    const { pool } = app.platform.db;
    await fc.assert(
      fc.asyncProperty(asked, async ({ of, analyte, min, max }) => {
        const query = new URLSearchParams({ analyte });
        if (min !== null) query.set('min', String(min));
        if (max !== null) query.set('max', String(max));
        const { status, body } = await app.request<{ data: Dossier }>(
          `/api/dossiers${addressOf(of)}?${query}`,
        );
        const apart = async (...limits: (number | null)[]) =>
          (await pool.query(APART, [...of, analyte, ...limits])).rows[0];
        const stated = await apart(null, null);
        // A batch without a public test has no page.
        expect(status).toBe(stated.published === 0 ? 404 : 200);
        if (status === 404) return;
        const { counts, lines, tests } = body.data;
        expect(counts.published).toBe(stated.published);
        expect(tests.filter(({ state }) => state === 'published')).toHaveLength(stated.published);
        const line = lines.find((each) => each.analyte === analyte);
        const { pass, fail, undecided, tested, units, n_values } = stated;
        const untested = units - tested;
        if (tested === 0) {
          expect(line?.n_tested ?? 0).toBe(0);
          return;
        }
        expect(line).toMatchObject({
          n_tested: tested,
          n_not_tested: untested,
          pass,
          fail,
          undecided,
          n_values,
        });
        expect(line?.values).toHaveLength(Math.min(n_values, MOST_VALUES));
        const own = await apart(min, max);
        expect(line?.own ?? null).toEqual(
          min === null && max === null
            ? null
            : expect.objectContaining({ pass: own.pass, fail: own.fail, undecided: own.undecided, n_values }),
        );
      }),
      { numRuns: cases(60) },
    );
  });
});
