import { and, asc, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { groupVolunteer, type VolunteerRow } from './group-tests.tables.ts';

export const listVolunteers = (db: Queryable, groupId: string): Promise<VolunteerRow[]> =>
  db
    .select()
    .from(groupVolunteer)
    .where(eq(groupVolunteer.groupId, groupId))
    .orderBy(asc(groupVolunteer.createdAt), asc(groupVolunteer.id));

/** Stores an offer to send the vial. Returns whether it is the person's first one for this group. */
export async function saveVolunteer(tx: Tx, row: typeof groupVolunteer.$inferInsert): Promise<boolean> {
  const saved = await tx
    .insert(groupVolunteer)
    .values(row)
    .onConflictDoUpdate({
      target: [groupVolunteer.groupId, groupVolunteer.userId],
      set: { note: row.note },
    })
    .returning({ id: groupVolunteer.id });
  return saved[0]?.id === row.id;
}

export async function updateVolunteer(tx: Tx, id: string, change: Partial<VolunteerRow>): Promise<void> {
  await tx.update(groupVolunteer).set(change).where(eq(groupVolunteer.id, id));
}

/** The groups whose chosen sender is this person. */
export async function listGroupsSentBy(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ groupId: groupVolunteer.groupId })
    .from(groupVolunteer)
    .where(and(eq(groupVolunteer.userId, userId), groupVolunteer.isSender))
    .orderBy(asc(groupVolunteer.groupId));
  return rows.map(({ groupId }) => groupId);
}

/** Deletes the notes of a person's offers, and that the person sends the vial. */
export async function forgetVolunteer(tx: Tx, userId: string): Promise<void> {
  const forgotten = { note: '', isSender: false };
  await tx.update(groupVolunteer).set(forgotten).where(eq(groupVolunteer.userId, userId));
}

export async function clearSender(tx: Tx, groupId: string): Promise<void> {
  await tx.update(groupVolunteer).set({ isSender: false }).where(eq(groupVolunteer.groupId, groupId));
}
