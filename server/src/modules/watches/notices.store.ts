import type { WatchKind } from '@vialproof/contract/watches';
import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';

export type NoticeKind = 'published' | 'amended' | 'retracted';

/** Writes a notice for everybody who watches one of these subjects, in one statement. */
export async function insertNotices(
  tx: Tx,
  event: {
    requestId: string;
    what: NoticeKind;
    at: Date;
    watched: { kind: WatchKind; subject: string }[];
  },
): Promise<void> {
  const { requestId, what, at, watched } = event;
  await tx.execute(sql`
    INSERT INTO watch_notice (watch_id, request_id, what, at)
    SELECT w.id, ${requestId}::uuid, ${what}, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(watched)}::jsonb) AS shown(kind text, subject text)
    JOIN watch w ON w.kind = shown.kind AND w.subject = shown.subject
    WHERE w.confirmed_at IS NOT NULL`);
}

/** Locks the row of an address, so that only one process at a time sends it mails. */
export async function lockMailsTo(tx: Tx, watcherId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`watcher:${watcherId}`}, 0))`);
}

/** A notice with its watch, oldest first. */
export type NoticeRow = {
  id: number;
  what: NoticeKind;
  request_id: string;
  watch_id: string;
  kind: WatchKind;
  subject: string;
  key: string;
};

const NOTICE = sql`n.id::float8 AS id, n.what, n.request_id, w.id AS watch_id, w.kind, w.subject, w.key`;

/** An address's notices of new results. */
export async function listNews(tx: Tx, watcherId: string): Promise<NoticeRow[]> {
  const { rows } = await tx.execute<NoticeRow>(sql`
    SELECT ${NOTICE} FROM watch w JOIN watch_notice n ON n.watch_id = w.id
    WHERE w.watcher_id = ${watcherId} AND n.what <> 'retracted' ORDER BY n.at, n.request_id, w.kind, w.subject, n.id`);
  return rows;
}

/** An address's notices that a result was withdrawn. */
export async function listRetractions(tx: Tx, watcherId: string, requestId: string): Promise<NoticeRow[]> {
  const { rows } = await tx.execute<NoticeRow>(sql`
    SELECT ${NOTICE} FROM watch w JOIN watch_notice n ON n.watch_id = w.id
    WHERE w.watcher_id = ${watcherId} AND n.what = 'retracted' AND n.request_id = ${requestId} ORDER BY w.kind, w.subject, n.id`);
  return rows;
}

export async function deleteNotices(tx: Tx, ids: number[]): Promise<void> {
  await tx.execute(sql`DELETE FROM watch_notice WHERE id = ANY (${sql.param(ids)}::bigint[])`);
}

/** Reserves the mail of a day for addresses with news. Returns their ids. */
export async function askForDigests(tx: Tx, day: string, before: Date, most: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE watcher SET digest_asked_on = ${day} WHERE id IN (
      SELECT p.id FROM watcher p
      WHERE (p.digest_asked_on IS NULL OR p.digest_asked_on < ${day})
        AND (p.digest_sent_on IS NULL OR p.digest_sent_on < ${day})
        AND EXISTS (SELECT FROM watch w JOIN watch_notice n ON n.watch_id = w.id
          WHERE w.watcher_id = p.id AND n.what <> 'retracted' AND n.at < ${before})
      ORDER BY p.id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id`);
  return rows.map(({ id }) => id);
}

/** Stores that the mail of a day was sent. */
export async function markDigest(tx: Tx, watcherId: string, day: string): Promise<void> {
  await tx.execute(sql`UPDATE watcher SET digest_sent_on = ${day} WHERE id = ${watcherId}`);
}

/** A page of addresses with a notice of a withdrawn result, after `after`. */
export async function listToldOf(
  db: Queryable,
  requestId: string,
  after: string,
  most: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT w.watcher_id AS id FROM watch_notice n JOIN watch w ON w.id = n.watch_id
    WHERE n.request_id = ${requestId} AND n.what = 'retracted' AND w.watcher_id > ${after} ORDER BY 1 LIMIT ${most}`);
  return rows.map(({ id }) => id);
}

export type MailKind = 'opt_ins' | 'digests' | 'retractions';

/** Counts a mail of a day ('YYYY-MM-DD'). */
export async function countMail(tx: Tx, day: string, kind: MailKind): Promise<void> {
  const column = sql.raw(kind);
  await tx.execute(sql`
    INSERT INTO watch_day AS d (day, ${column}) VALUES (${day}, 1)
    ON CONFLICT (day) DO UPDATE SET ${column} = d.${column} + 1`);
}

/** Deletes old notices, and those of alerts that were stopped. */
export async function deleteOldNotices(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`
    DELETE FROM watch_notice n WHERE n.at < ${before} OR NOT EXISTS (SELECT FROM watch w WHERE w.id = n.watch_id)`);
}
