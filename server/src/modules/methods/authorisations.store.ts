import { inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type AuthorisationRow, methodAuthorisation } from './authorisations.tables.ts';

export function listAuthorisationRows(db: Queryable): Promise<AuthorisationRow[]> {
  return db.select().from(methodAuthorisation).orderBy(methodAuthorisation.method);
}

export async function insertAuthorisation(tx: Tx, row: AuthorisationRow): Promise<void> {
  await tx.insert(methodAuthorisation).values(row);
}

export async function deleteAuthorisations(tx: Tx, methods: readonly string[]): Promise<void> {
  if (methods.length > 0)
    await tx.delete(methodAuthorisation).where(inArray(methodAuthorisation.method, [...methods]));
}
