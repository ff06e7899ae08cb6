import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
import { type AuthorisationRow, methodAuthorisation } from './authorisations.tables.ts';

export function listAuthorisationRows(db: Queryable): Promise<AuthorisationRow[]> {
  return db.select().from(methodAuthorisation);
}

export async function putAuthorisation(tx: Tx, row: AuthorisationRow): Promise<void> {
  const { userIds, byId, at } = row;
  await tx
    .insert(methodAuthorisation)
    .values(row)
    .onConflictDoUpdate({ target: methodAuthorisation.method, set: { userIds, byId, at } });
}

export async function deleteAuthorisation(tx: Tx, method: string): Promise<void> {
  await tx.delete(methodAuthorisation).where(eq(methodAuthorisation.method, method));
}
