import { eq, inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type AssigneeRow, sampleAssignee } from './assignees.tables.ts';

/** Who has taken these samples on, in no order; none for a sample that nobody has. */
export async function listAssignees(db: Queryable, requestIds: string[]): Promise<AssigneeRow[]> {
  if (requestIds.length === 0) return [];
  return db.select().from(sampleAssignee).where(inArray(sampleAssignee.requestId, requestIds));
}

// Whoever changes it has locked the request's row first.

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

/** Takes a person's name from all samples: nobody has those any more. */
export async function deleteAssignmentsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sampleAssignee).where(eq(sampleAssignee.userId, userId));
}

/** The samples that a person has taken on, in no order. */
export function listAssignmentsOf(db: Queryable, userId: string): Promise<AssigneeRow[]> {
  return db.select().from(sampleAssignee).where(eq(sampleAssignee.userId, userId));
}
