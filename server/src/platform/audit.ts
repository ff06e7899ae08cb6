import { type SQL, sql } from 'drizzle-orm';
import { secondsAfter } from './clock.ts';
import type { Database, Queryable } from './postgres/database.ts';

type Subject = { kind: string; id: string };
type Entry = {
  at: Date;
  /** The person; null for the system. */
  actorId: string | null;
  action: string;
  subject: Subject;
  detail?: Record<string, unknown>;
};

/** The object that a call reads, for the audit log. */
export type Viewed = Subject & { detail?: Record<string, unknown> };

/** If the same object is read several times within this time, it is logged once. */
const ONE_LOOK_SECONDS = 600;

/** Stores who did what, in the same transaction. The database refuses to change these rows. */
export async function recordAudit(db: Queryable, ...entries: Entry[]): Promise<void> {
  const rows = entries.map(
    ({ at, actorId, action, subject, detail }) =>
      sql`(${at}, ${actorId}, ${action}, ${subject.kind}, ${subject.id}, ${JSON.stringify(detail ?? {})}::jsonb)`,
  );
  await db.execute(sql`
    INSERT INTO audit_entry (at, actor_id, action, subject_kind, subject_id, detail) VALUES ${sql.join(rows, sql`, `)}`);
}

/** Stores that staff read other people's data, before they get them. Several times within ten minutes are stored once. */
export async function recordView(db: Database, entry: Entry & { actorId: string }): Promise<void> {
  if (await isRecorded(db.orm, entry)) return;
  const { actorId, action, subject } = entry;
  await db.transaction(async (tx) => {
    // A page makes several calls at once. The lock lets only the first of them add a row.
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${actorId} ${action} ${subject.id}`}, 0))`,
    );
    if (!(await isRecorded(tx, entry))) await recordAudit(tx, entry);
  });
}

async function isRecorded(db: Queryable, { at, actorId, action, subject, detail }: Entry): Promise<boolean> {
  const since = secondsAfter(at, -ONE_LOOK_SECONDS);
  const { rows } = await db.execute(sql`
    SELECT 1 FROM audit_entry WHERE subject_id = ${subject.id} AND actor_id = ${actorId}
      AND action = ${action} AND at > ${since} AND detail = ${JSON.stringify(detail ?? {})}::jsonb LIMIT 1`);
  return rows.length > 0;
}

/** A row of the audit log. */
export type AuditRow = Omit<Required<Entry>, 'subject'> & {
  id: number;
  subject: { kind: string; id: string };
};

/** The filter of a page; an empty list finds nothing. */
export type AuditFilter = {
  actorIds?: string[] | 'system' | undefined;
  action?: string | undefined;
  subjectIds?: string[] | undefined;
  /** What the entries must not be about. */
  exceptSubjectIds?: string[];
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
  /** Leaves out entries for reading, scanning and downloading. */
  withoutLooks?: boolean;
  limit: number;
};

/** A page of the log, newest first. */
export async function listAudit(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { rows } = await db.execute<{
    id: number;
    at_ms: number;
    actor_id: string | null;
    action: string;
    subject_kind: string;
    subject_id: string;
    detail: Record<string, unknown>;
  }>(sql`
    SELECT e.id::float8 AS id, floor(extract(epoch FROM e.at) * 1000)::float8 AS at_ms, e.actor_id, e.action,
      e.subject_kind, e.subject_id, e.detail
    FROM (${newest(filter)}) AS e ORDER BY ${order(filter)}`);
  return rows.map(({ id, at_ms, actor_id, action, subject_kind: kind, subject_id, detail }) => ({
    id,
    at: new Date(at_ms),
    actorId: actor_id,
    action,
    subject: { kind, id: subject_id },
    detail,
  }));
}

/** If an end time is given, entries are sorted by time, so that the index is used. */
const order = ({ to }: AuditFilter): SQL => (to ? sql`e.at DESC, e.id DESC` : sql`e.id DESC`);

/**
 * The newest entries for a filter. A list of values needs one query each, because PostgreSQL would read the whole log
 * for a single query.
 */
function newest(filter: AuditFilter): SQL {
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

function conditions(filter: AuditFilter): SQL {
  const all: SQL[] = [sql`true`];
  if (filter.actorIds === 'system') all.push(sql`e.actor_id IS NULL`);
  else if (filter.actorIds) all.push(sql`e.actor_id = ANY (${sql.param(filter.actorIds)}::uuid[])`);
  if (filter.action?.includes('.')) all.push(sql`e.action = ${filter.action}`);
  else if (filter.action) all.push(sql`e.action ^@ ${`${filter.action}.`}`);
  if (filter.withoutLooks) all.push(sql`e.action NOT LIKE '%.%viewed' AND e.action <> 'request.scanned'`);
  const others = filter.exceptSubjectIds ?? [];
  if (others.length > 0) all.push(sql`e.subject_id <> ALL (${sql.param(others)}::uuid[])`);
  if (filter.from) all.push(sql`e.at >= ${filter.from}::timestamptz`);
  if (filter.to) all.push(sql`e.at < ${filter.to}::timestamptz`);
  const before = sql`(SELECT at, id FROM audit_entry WHERE id = ${filter.before})`;
  if (filter.before) all.push(filter.to ? sql`(e.at, e.id) < ${before}` : sql`e.id < ${filter.before}`);
  return sql.join(all, sql` AND `);
}

/** All kinds of actions in the log. By the index the query finds each next kind without reading all entries. */
export async function listAuditActions(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    WITH RECURSIVE word AS (
      (SELECT action FROM audit_entry ORDER BY action USING ~<~ LIMIT 1)
      UNION ALL
      SELECT (SELECT e.action FROM audit_entry e WHERE e.action ~>~ word.action ORDER BY e.action USING ~<~ LIMIT 1)
      FROM word WHERE word.action IS NOT NULL
    )
    SELECT action FROM word WHERE action IS NOT NULL`);
  return rows.map(({ action }) => action);
}
