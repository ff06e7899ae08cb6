import type pg from 'pg';
import { COMPOUND_NAMES } from '../server/database/seed/compound-names.ts';
import { type BenchDatabase, withApp } from './databases.ts';

const slug = (column: string) => `regexp_replace(lower(${column}), '[^a-z0-9]+', '-', 'g')`;
const makerId = `md5('maker ' || lower(manufacturer))::uuid`;
const batchId = `md5('batch ' || lower(manufacturer) || ' ' || lower(batch_code))::uuid`;

/**
 * What `makers` keeps of public tests that `seedManyTests` has made, by statements over whole tables: one record for each
 * spelling, none of them confirmed.
 */
const NAMES = [
  `INSERT INTO maker (id, name, folded, current_id, created_at)
   SELECT DISTINCT ON (${makerId}) ${makerId}, manufacturer, lower(manufacturer), ${makerId}, now()
   FROM test_request WHERE visibility = 'public' ORDER BY ${makerId}`,
  `INSERT INTO maker_spelling (folded, spelling, slug, maker_id, created_at)
   SELECT folded, name, ${slug('name')}, id, now() FROM maker`,
  `INSERT INTO batch (id, maker_id, code, folded, current_id, created_at)
   SELECT DISTINCT ON (${batchId}) ${batchId}, ${makerId}, batch_code, lower(batch_code), ${batchId}, now()
   FROM test_request WHERE visibility = 'public' ORDER BY ${batchId}`,
  `INSERT INTO batch_spelling (maker_id, folded, spelling, slug, batch_id, created_at)
   SELECT maker_id, folded, code, ${slug('code')}, id, now() FROM batch`,
  `INSERT INTO request_subject (request_id, maker_folded, batch_folded, compound_folded)
   SELECT id, lower(manufacturer), lower(batch_code), lower(compound_name) FROM test_request WHERE visibility = 'public'`,
  'ANALYZE maker, maker_spelling, batch, batch_spelling, request_subject, result_revision',
];

/** Names and counts all public tests of a database, so that their compounds, makers and batches have dossiers. */
export async function countDossiers(database: BenchDatabase): Promise<void> {
  await withApp(database, async ({ platform, makers, dossiers }) => {
    const { pool } = platform.bulkDb;
    await makers.addMissing(COMPOUND_NAMES);
    await nameTests(pool);
    const started = performance.now();
    const tests = await dossiers.rebuild();
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`  counted ${tests.toLocaleString('en')} tests in ${seconds} s\n`);
    await pool.query('VACUUM (ANALYZE) dossier_test, dossier_value, dossier_count, dossier_figure');
  });
}

async function nameTests(pool: pg.Pool): Promise<void> {
  for (const statement of NAMES) await pool.query(statement);
}
