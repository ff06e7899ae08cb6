import { eq, inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type AssigneeRow, sampleAssignee } from './results.tables.ts';

/** Who works on these samples. A sample that nobody works on is left out. */
export async function listAssignees(db: Queryable, requestIds: string[]): Promise<AssigneeRow[]> {
  if (requestIds.length === 0) return [];
  return db.select().from(sampleAssignee).where(inArray(sampleAssignee.requestId, requestIds));
}

// The caller must have locked the request.

export async function putAssignee(tx: Tx, row: AssigneeRow): Promise<void> {
  const { userId, byId, at } = row;
  await tx
    .insert(sampleAssignee)
    .values(row)
    .onConflictDoUpdate({ target: sampleAssignee.requestId, set: { userId, byId, at } });
}

export async function deleteAssignee(tx: Tx, requestId: string): Promise<void> {
  await tx.delete(sampleAssignee).where(eq(sampleAssignee.requestId, requestId));
}

/** Ends all assignments of a person. */
export async function deleteAssignmentsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sampleAssignee).where(eq(sampleAssignee.userId, userId));
}

/** The samples that a person works on, in any order. */
export function listAssignmentsOf(db: Queryable, userId: string): Promise<AssigneeRow[]> {
  return db.select().from(sampleAssignee).where(eq(sampleAssignee.userId, userId));
}
