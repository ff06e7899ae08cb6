import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
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

/** The samples that a person has taken on, and when; the newest first. */
export async function listAssignmentsOf(
  db: Queryable,
  userId: string,
): Promise<{ task_number: number; at: string }[]> {
  const { rows } = await db.execute<{ task_number: string; at: Date | string }>(sql`
    SELECT r.task_number, a.at FROM sample_assignee a JOIN test_request r ON r.id = a.request_id
    WHERE a.user_id = ${userId} ORDER BY a.at DESC, r.task_number`);
  return rows.map(({ task_number, at }) => ({
    task_number: Number(task_number),
    at: new Date(at).toISOString(),
  }));
}
