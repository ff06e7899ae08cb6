import type { Role } from '@vialproof/contract/accounts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';

// The search reads the tables of others, because the names of people and things are theirs.

export type EntryRow = {
  id: number;
  /** Milliseconds since 1970. */
  at_ms: number;
  actor_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: Record<string, unknown>;
  /** Null when the account is gone. */
  actor_name: string | null;
  actor_email: string | null;
  actor_role: Role | null;
  subject_label: string | null;
};

/** What a page holds; lists are of ids, an empty one finds nothing. */
export type EntryFilter = {
  actorIds: string[] | 'system' | undefined;
  action: string | undefined;
  subjectIds: string[] | undefined;
  from: string | undefined;
  to: string | undefined;
  before: number | undefined;
  /** Leaves out who only read, scanned or downloaded something. */
  withoutLooks?: boolean;
  /** Leaves out what was done to the tests that this person ordered or shares. */
  reader?: string;
  limit: number;
};

/** More people than this do not share a piece of a name that is worth searching for. */
const PEOPLE = 500;

async function rows<T extends Record<string, unknown>>(db: Queryable, statement: SQL): Promise<T[]> {
  return (await db.execute<T>(statement)).rows as T[];
}

/** Newest first, with the names of people and things as they are now. */
export function listEntries(db: Queryable, filter: EntryFilter): Promise<EntryRow[]> {
  return rows<EntryRow>(
    db,
    sql`
    SELECT e.id::float8 AS id, floor(extract(epoch FROM e.at) * 1000)::float8 AS at_ms, e.actor_id, e.action, e.subject_kind, e.subject_id, e.detail,
      u.display_name AS actor_name, u.email AS actor_email, u.role AS actor_role,
      coalesce(r.task_number::text, k.name, p.email,
        (SELECT b.task_number::text FROM payment y JOIN test_request b ON b.id = y.subject_id
         WHERE y.id = e.subject_id AND e.subject_kind = 'payment')) AS subject_label
    FROM (${newest(filter)}) AS e
    LEFT JOIN user_account u ON u.id = e.actor_id
    LEFT JOIN test_request r ON r.id = e.subject_id AND e.subject_kind = 'request'
    LEFT JOIN sku k ON k.id = e.subject_id AND e.subject_kind = 'sku'
    LEFT JOIN user_account p ON p.id = e.subject_id AND e.subject_kind = 'user'
    ORDER BY ${order(filter)}`,
  );
}

/** Before a moment by time, so that the log after it is never walked; the index of times leads to the moment at once. */
const order = ({ to }: EntryFilter): SQL => (to ? sql`e.at DESC, e.id DESC` : sql`e.id DESC`);

/**
 * The newest entries under a filter. Of named things or people each is asked for by itself: left to choose, the
 * database walks the whole log for somebody who did little (half a second of a million entries, instead of 5 ms).
 */
function newest(filter: EntryFilter): SQL {
  const { actorIds, subjectIds, limit } = filter;
  const those = (also: SQL) =>
    sql`SELECT e.* FROM audit_entry e WHERE ${also} AND ${conditions(filter)} ORDER BY ${order(filter)} LIMIT ${limit}`;
  const ofEach = (ids: string[], column: SQL) => sql`
    SELECT e.* FROM unnest(${sql.param(ids)}::uuid[]) AS wanted(id)
    CROSS JOIN LATERAL (${those(sql`${column} = wanted.id`)}) AS e ORDER BY ${order(filter)} LIMIT ${limit}`;
  if (subjectIds) return ofEach(subjectIds, sql`e.subject_id`);
  if (actorIds && actorIds !== 'system') return ofEach(actorIds, sql`e.actor_id`);
  return those(sql`true`);
}

/** Whether an entry is about a test of this person's own, or about a trace that came by itself for one. */
const isOwnOf = (userId: string) => sql`EXISTS (
  SELECT 1 FROM test_request own
  WHERE own.id IN (e.subject_id, (SELECT d.request_id FROM import_decision d WHERE d.import_id = e.subject_id))
    AND (own.customer_id = ${userId} OR EXISTS (
      SELECT 1 FROM request_reader q WHERE q.request_id = own.id AND q.user_id = ${userId})))`;

function conditions(filter: EntryFilter): SQL {
  const all: SQL[] = [sql`true`];
  if (filter.actorIds === 'system') all.push(sql`e.actor_id IS NULL`);
  else if (filter.actorIds) all.push(sql`e.actor_id = ANY (${sql.param(filter.actorIds)}::uuid[])`);
  if (filter.action?.includes('.')) all.push(sql`e.action = ${filter.action}`);
  else if (filter.action) all.push(sql`e.action ^@ ${`${filter.action}.`}`);
  if (filter.withoutLooks) all.push(sql`e.action NOT LIKE '%.%viewed' AND e.action <> 'request.scanned'`);
  if (filter.reader) all.push(sql`NOT ${isOwnOf(filter.reader)}`);
  if (filter.from) all.push(sql`e.at >= ${filter.from}::timestamptz`);
  if (filter.to) all.push(sql`e.at < ${filter.to}::timestamptz`);
  const before = sql`(SELECT at, id FROM audit_entry WHERE id = ${filter.before})`;
  if (filter.before) all.push(filter.to ? sql`(e.at, e.id) < ${before}` : sql`e.id < ${filter.before}`);
  return sql.join(all, sql` AND `);
}

/** Whose name or address holds these words. */
export async function findPeople(db: Queryable, words: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    SELECT id FROM user_account
    WHERE strpos(lower(email), lower(${words})) > 0 OR strpos(lower(display_name), lower(${words})) > 0
    LIMIT ${PEOPLE}`,
  );
  return found.map(({ id }) => id);
}

/** The request of a task number, and the payments for it. */
export async function findByTask(db: Queryable, taskNumber: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    SELECT r.id FROM test_request r WHERE r.task_number = ${taskNumber}
    UNION ALL
    SELECT y.id FROM test_request r JOIN payment y ON y.subject_kind = 'order' AND y.subject_id = r.id
    WHERE r.task_number = ${taskNumber}
    UNION ALL
    SELECT y.id FROM test_request r JOIN withdrawal w ON w.request_id = r.id
    JOIN payment y ON y.subject_kind = 'withdrawal' AND y.subject_id = w.id
    WHERE r.task_number = ${taskNumber}
    UNION ALL
    SELECT y.id FROM test_request r JOIN showcase c ON c.request_id = r.id
    JOIN payment y ON y.subject_kind = 'showcase' AND y.subject_id = c.id
    WHERE r.task_number = ${taskNumber}`,
  );
  return found.map(({ id }) => id);
}

/** Every action there is. Hops from one to the next in the index, so it does not matter how long the log is. */
export async function listWords(db: Queryable): Promise<string[]> {
  const found = await rows<{ action: string }>(
    db,
    sql`
    WITH RECURSIVE word AS (
      (SELECT action FROM audit_entry ORDER BY action USING ~<~ LIMIT 1)
      UNION ALL
      SELECT (SELECT e.action FROM audit_entry e WHERE e.action ~>~ word.action ORDER BY e.action USING ~<~ LIMIT 1)
      FROM word WHERE word.action IS NOT NULL
    )
    SELECT action FROM word WHERE action IS NOT NULL`,
  );
  return found.map(({ action }) => action);
}
