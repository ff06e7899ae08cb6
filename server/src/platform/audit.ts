import { sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';

type Entry = {
  at: Date;
  /** The person; null for the system. */
  actorId: string | null;
  action: string;
  subject: { kind: string; id: string };
  detail?: Record<string, unknown>;
};

/** Writes who did what to which thing, in the transaction that does it. */
export async function recordAudit(db: Queryable, entry: Entry): Promise<void> {
  await db.execute(sql`
    INSERT INTO audit_entry (at, actor_id, action, subject_kind, subject_id, detail)
    VALUES (${entry.at}, ${entry.actorId}, ${entry.action}, ${entry.subject.kind}, ${entry.subject.id},
            ${JSON.stringify(entry.detail ?? {})}::jsonb)`);
}
