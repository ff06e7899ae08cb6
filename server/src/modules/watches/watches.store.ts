import type { WatchKind } from '@vialproof/contract/watches';
import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';

export type WatchRow = {
  id: string;
  kind: WatchKind;
  /** The compound's name in the form for comparison, or an id. */
  subject: string;
  key: string;
  watcher_id: string;
  watcher_key: string;
  address: string;
  created_ms: number;
  confirmed_ms: number | null;
  /** The day ('YYYY-MM-DD') of the last confirmation mail. */
  asked_on: string | null;
};

const ms = (column: string) => sql.raw(`floor(extract(epoch FROM ${column}) * 1000)::float8`);
const WATCH = sql`w.id, w.kind, w.subject, w.key, p.id AS watcher_id, p.key AS watcher_key, p.address,
  w.asked_on::text AS asked_on, ${ms('w.created_at')} AS created_ms, ${ms('w.confirmed_at')} AS confirmed_ms`;

/** The row of an address, created if it is missing, and locked. */
export async function putWatcher(
  tx: Tx,
  { id, address, key, at }: { id: string; address: string; key: string; at: Date },
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO watcher (id, address, key, created_at) VALUES (${id}, ${address}, ${key}, ${at})
    ON CONFLICT (address) DO UPDATE SET address = excluded.address RETURNING id`);
  return rows[0]?.id ?? id;
}

/** The id of an alert, created if it is missing. Undefined if the address has `most` others. */
export async function putWatch(
  tx: Tx,
  watch: { id: string; watcherId: string; kind: WatchKind; subject: string; key: string; at: Date },
  most: number,
): Promise<string | undefined> {
  const { id, watcherId, kind, subject, key, at } = watch;
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH made AS (
      INSERT INTO watch (id, watcher_id, kind, subject, key, created_at)
      SELECT ${id}::uuid, ${watcherId}::uuid, ${kind}, ${subject}, ${key}, ${at}::timestamptz
      WHERE (SELECT count(*) FROM watch WHERE watcher_id = ${watcherId}) < ${most}
      ON CONFLICT (kind, subject, watcher_id) DO NOTHING RETURNING id)
    SELECT id FROM made
    UNION ALL SELECT id FROM watch WHERE kind = ${kind} AND subject = ${subject} AND watcher_id = ${watcherId}`);
  return rows[0]?.id;
}

export async function findWatch(db: Queryable, id: string): Promise<WatchRow | undefined> {
  const { rows } = await db.execute<WatchRow>(
    sql`SELECT ${WATCH} FROM watch w JOIN watcher p ON p.id = w.watcher_id WHERE w.id = ${id}`,
  );
  return rows[0];
}

/** Stores that the confirmation mail was sent. */
export async function markAsked(tx: Tx, id: string, day: string): Promise<void> {
  await tx.execute(sql`UPDATE watch SET asked_on = ${day} WHERE id = ${id}`);
}

/** Confirms an alert. */
export async function confirmWatch(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(sql`UPDATE watch SET confirmed_at = coalesce(confirmed_at, ${at}) WHERE id = ${id}`);
}

export type WatcherRow = { id: string; key: string; address: string; sent_on: string | null };

const WATCHER = sql`id, key, address, digest_sent_on::text AS sent_on`;

export async function findWatcher(db: Queryable, id: string): Promise<WatcherRow | undefined> {
  const { rows } = await db.execute<WatcherRow>(sql`SELECT ${WATCHER} FROM watcher WHERE id = ${id}`);
  return rows[0];
}

export async function findWatcherAt(db: Queryable, address: string): Promise<WatcherRow | undefined> {
  const { rows } = await db.execute<WatcherRow>(
    sql`SELECT ${WATCHER} FROM watcher WHERE address = ${address}`,
  );
  return rows[0];
}

/** The e-mail addresses by their ids. */
export async function listAddresses(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; address: string }>(
    sql`SELECT id, address FROM watcher WHERE id = ANY (${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, address }) => [id, address]));
}

/** The alerts of an address, newest first. */
export async function listWatchesOf(db: Queryable, address: string): Promise<WatchRow[]> {
  const { rows } = await db.execute<WatchRow>(sql`
    SELECT ${WATCH} FROM watch w JOIN watcher p ON p.id = w.watcher_id
    WHERE p.address = ${address} ORDER BY w.created_at DESC, w.id`);
  return rows;
}

/** Deletes alerts with their notices, and the address with its last alert. Returns how many. */
export async function deleteWatches(tx: Tx, watcherId: string, watchId?: string): Promise<number> {
  // Adding an alert locks this row too, so no alert is added meanwhile.
  await tx.execute(sql`SELECT FROM watcher WHERE id = ${watcherId} FOR UPDATE`);
  const only = watchId === undefined ? sql`true` : sql`id = ${watchId}`;
  const { rows } = await tx.execute<{ n: number }>(sql`
    WITH gone AS (DELETE FROM watch WHERE watcher_id = ${watcherId} AND ${only} RETURNING id),
    untold AS (DELETE FROM watch_notice WHERE watch_id IN (SELECT id FROM gone))
    SELECT count(*)::int AS n FROM gone`);
  await tx.execute(sql`
    DELETE FROM watcher WHERE id = ${watcherId} AND NOT EXISTS (SELECT FROM watch WHERE watcher_id = ${watcherId})`);
  return rows[0]?.n ?? 0;
}

/** Moves the alerts to another address of the same person. */
export async function moveWatches(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string; address: string }>(
    sql`SELECT id, address FROM watcher WHERE address IN (${from}, ${to}) ORDER BY id FOR UPDATE`,
  );
  const old = rows.find(({ address }) => address === from);
  const other = rows.find(({ address }) => address === to);
  if (!old) return;
  if (!other) {
    await tx.execute(sql`UPDATE watcher SET address = ${to} WHERE id = ${old.id}`);
    return;
  }
  await tx.execute(sql`
    UPDATE watch w SET confirmed_at = coalesce(w.confirmed_at, o.confirmed_at) FROM watch o
    WHERE w.watcher_id = ${other.id} AND o.watcher_id = ${old.id} AND o.kind = w.kind AND o.subject = w.subject`);
  await tx.execute(sql`
    UPDATE watch w SET watcher_id = ${other.id} WHERE w.watcher_id = ${old.id} AND NOT EXISTS (
      SELECT FROM watch o WHERE o.watcher_id = ${other.id} AND o.kind = w.kind AND o.subject = w.subject)`);
  await tx.execute(sql`
    UPDATE watcher w SET digest_sent_on = greatest(w.digest_sent_on, o.digest_sent_on)
    FROM watcher o WHERE w.id = ${other.id} AND o.id = ${old.id}`);
  await deleteWatches(tx, old.id);
}

/** Deletes alerts that were not confirmed, and addresses without alerts. */
export async function deleteUnconfirmed(tx: Tx, before: Date): Promise<void> {
  await tx.execute(sql`DELETE FROM watch WHERE confirmed_at IS NULL AND created_at < ${before}`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM watcher p WHERE NOT EXISTS (SELECT FROM watch WHERE watcher_id = p.id)
    FOR UPDATE SKIP LOCKED`);
  // A second statement, because it also sees rows that were added before the lock.
  await tx.execute(sql`
    DELETE FROM watcher p WHERE id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])
      AND NOT EXISTS (SELECT FROM watch WHERE watcher_id = p.id)`);
}
