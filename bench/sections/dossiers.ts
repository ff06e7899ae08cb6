import { beside } from '../bare-query.ts';
import { countStoredAnswers, type Databases, withApp } from '../databases.ts';
import { largestDossiers } from '../lists.ts';
import type { Finding } from '../report.ts';

const TESTS = 100_000;
const STORED_MS = { p50: 10, p99: 60 };
/** The waiting time of a reader before the page says that it is being counted. */
const COUNTED_MS = { p50: 1_000, p99: 1_000 };

export const title = `Dossiers of ${TESTS.toLocaleString('en')} tests`;

/** The largest dossiers, also with a reader's own limit, compared with the bare query; then without a stored answer. */
export async function run(databases: Databases): Promise<Finding[]> {
  const database = await databases.withTests(TESTS);
  const largest = await largestDossiers(database);
  const asked = largest.flatMap((path) => [path, `${path}?analyte=purity&min=98`]);
  const stored = await beside(
    database,
    asked.map((path) => ({ path, ...STORED_MS })),
  );
  await withApp(database, ({ platform }) => platform.bulkDb.pool.query('DELETE FROM public_answer'));
  const counted = await beside(
    database,
    largest.map((path) => ({ path, ...COUNTED_MS })),
  );
  await countStoredAnswers(database);
  return [...stored, ...counted.map((finding) => ({ ...finding, what: `${finding.what}, not stored` }))];
}
