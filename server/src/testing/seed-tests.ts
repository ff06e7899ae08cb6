import { seedManyTests } from '../../database/seed/many-tests.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import type { TestApp } from './test-app.ts';
import { ownerUrlOf } from './test-database.ts';

/**
 * Fills the database of an application with very many finished tests, as the owner of its tables. `from`: the number of
 * the first test.
 */
export async function seedTests({ databaseUrl, clock }: TestApp, count: number, from = 1): Promise<void> {
  const db = openDatabase(ownerUrlOf(databaseUrl), { max: 1 });
  await seedManyTests(db.pool, { from, to: from + count - 1, now: clock.now(), withResults: true }).finally(
    db.close,
  );
}
