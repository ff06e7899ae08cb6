import { makeJobTables } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { grantRights } from './serving-role.ts';

export type Prepared = Awaited<ReturnType<typeof migrate>> & {
  /** Whether the serving role has its rights. */
  isGranted: boolean;
};

/**
 * What the owner of the database does before a release serves: migrates, creates the tables of the job queue, and gives
 * the serving role its rights. Another role only checks that nothing is missing.
 * @throws as `migrate` does.
 */
export async function prepareDatabase(ownerUrl: string, log: Logger): Promise<Prepared> {
  const db = openDatabase(ownerUrl, { max: 1 });
  try {
    const migrated = await migrate(db.pool);
    await makeJobTables(ownerUrl, log);
    const client = await db.pool.connect();
    const isGranted = await grantRights(client).finally(() => client.release());
    return { ...migrated, isGranted };
  } finally {
    await db.close();
  }
}
