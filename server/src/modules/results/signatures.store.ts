import { asc, inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { revisionSignature, type SignatureRow } from './results.tables.ts';

export async function insertSignature(tx: Tx, row: SignatureRow): Promise<void> {
  await tx.insert(revisionSignature).values(row);
}

/** All signatures of these revisions, in the order of signing. */
export async function listSignatures(db: Queryable, revisionIds: string[]): Promise<SignatureRow[]> {
  if (revisionIds.length === 0) return [];
  return db
    .select()
    .from(revisionSignature)
    .where(inArray(revisionSignature.revisionId, revisionIds))
    .orderBy(asc(revisionSignature.id));
}
