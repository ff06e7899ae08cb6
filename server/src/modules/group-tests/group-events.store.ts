import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type EventRow, groupEvent } from './group-tests.tables.ts';
import type { GroupEventKind } from './rules/states.ts';

const EVENTS_SHOWN = 50;

/** Inserts an event and returns its id. */
export async function insertEvent(tx: Tx, event: Omit<EventRow, 'id'>): Promise<number> {
  const [row] = await tx.insert(groupEvent).values(event).returning({ id: groupEvent.id });
  if (!row) throw new Error('the event was not inserted');
  return row.id;
}

/** The newest events of a group, newest first. */
export const listEvents = (db: Queryable, groupId: string): Promise<EventRow[]> =>
  db
    .select()
    .from(groupEvent)
    .where(eq(groupEvent.groupId, groupId))
    .orderBy(desc(groupEvent.id))
    .limit(EVENTS_SHOWN);

export async function findEvent(db: Queryable, id: number): Promise<EventRow | undefined> {
  const [row] = await db.select().from(groupEvent).where(eq(groupEvent.id, id));
  return row;
}

/** The latest event of these kinds that one person caused in the group. */
export async function findLastEvent(
  tx: Tx,
  groupId: string,
  actorId: string,
  kinds: GroupEventKind[],
): Promise<EventRow | undefined> {
  const [row] = await tx
    .select()
    .from(groupEvent)
    .where(
      and(eq(groupEvent.groupId, groupId), eq(groupEvent.actorId, actorId), inArray(groupEvent.kind, kinds)),
    )
    .orderBy(desc(groupEvent.id))
    .limit(1);
  return row;
}
