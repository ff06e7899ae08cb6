import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { knownDevice } from './accounts.tables.ts';

/**
 * Remembers these marks of a browser for a person, in one statement.
 * @returns whether any mark was known before, and whether the person had any.
 */
export async function rememberDevice(
  tx: Queryable,
  userId: string,
  marks: Buffer[],
  now: Date,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const { rows } = await tx.execute<{ known: boolean; had_any: boolean }>(sql`
    WITH before AS (
      SELECT coalesce(bool_or(device_hash = ANY (${sql.param(marks)}::bytea[])), false) AS known, count(*) > 0 AS had_any
      FROM known_device WHERE user_id = ${userId}
    ), remembered AS (
      INSERT INTO known_device (user_id, device_hash, first_seen_at, last_seen_at)
      SELECT ${userId}, mark, ${now}, ${now} FROM unnest(${sql.param(marks)}::bytea[]) AS mark
      ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at
    )
    SELECT known, had_any FROM before`);
  const [before] = rows;
  return { isKnown: before?.known ?? false, isFirst: !before?.had_any };
}

/** Whether the account of an address knows one of these marks. */
export async function isKnownDevice(
  db: Queryable,
  emailNormalized: string,
  marks: Buffer[],
): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`
    SELECT EXISTS (
      SELECT 1 FROM known_device device JOIN user_account person ON person.id = device.user_id
      WHERE person.email_normalized = ${emailNormalized} AND device.device_hash = ANY (${sql.param(marks)}::bytea[])
    ) AS known`);
  return rows[0]?.known ?? false;
}

/** Forgets browsers that have not signed in since `then`. */
export async function deleteDevicesBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(knownDevice).where(lt(knownDevice.lastSeenAt, then));
}
