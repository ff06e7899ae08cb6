import { sql } from 'drizzle-orm';
import { secondsAfter } from './clock.ts';
import type { Queryable } from './database.ts';

type Entry = {
  at: Date;
  /** The person; null for the system. */
  actorId: string | null;
  action: string;
  subject: { kind: string; id: string };
  detail?: Record<string, unknown>;
};

/** A person who looks at the same thing again so soon has not gone away in between. */
const ONE_LOOK_SECONDS = 600;

/** Writes who did what to which thing, in the transaction that does it. The log only grows: the database sees to it. */
export async function recordAudit(db: Queryable, ...entries: Entry[]): Promise<void> {
  const rows = entries.map(
    ({ at, actorId, action, subject, detail }) =>
      sql`(${at}, ${actorId}, ${action}, ${subject.kind}, ${subject.id}, ${JSON.stringify(detail ?? {})}::jsonb)`,
  );
  await db.execute(sql`
    INSERT INTO audit_entry (at, actor_id, action, subject_kind, subject_id, detail) VALUES ${sql.join(rows, sql`, `)}`);
}

/**
 * Writes that somebody of the staff saw something of a customer, before it is shown. Screens ask again and again by
 * themselves, so one look is written once in ten minutes.
 */
export async function recordView(db: Queryable, entry: Entry & { actorId: string }): Promise<void> {
  const since = secondsAfter(entry.at, -ONE_LOOK_SECONDS);
  const { rows } = await db.execute(sql`
    SELECT 1 FROM audit_entry WHERE subject_id = ${entry.subject.id} AND actor_id = ${entry.actorId}
      AND action = ${entry.action} AND at > ${since} AND detail = ${JSON.stringify(entry.detail ?? {})}::jsonb LIMIT 1`);
  if (rows.length === 0) await recordAudit(db, entry);
}
