import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { knownDevice } from './accounts.tables.ts';

type SignInNews = {
  userId: string;
  /** What the browser is known by. */
  marks: Buffer[];
  userAgent: string | null;
  address: string;
  note: string;
  now: Date;
};

/**
 * Remembers a browser that a person signs in with, and writes the sign-in into the security log, in one statement.
 * @returns whether the browser was known before, and whether the person had any.
 */
export async function recordSignIn(
  tx: Queryable,
  { userId, marks, userAgent, address, note, now }: SignInNews,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const { rows } = await tx.execute<{ known: boolean; had_any: boolean }>(sql`
    WITH before AS (
      SELECT coalesce(bool_or(device_hash = ANY (${sql.param(marks)}::bytea[])), false) AS known, count(*) > 0 AS had_any
      FROM known_device WHERE user_id = ${userId}
    ), remembered AS (
      INSERT INTO known_device (user_id, device_hash, first_seen_at, last_seen_at)
      SELECT ${userId}, mark, ${now}, ${now} FROM unnest(${sql.param(marks)}::bytea[]) AS mark
      ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at
    ), written AS (
      INSERT INTO security_event (at, user_id, kind, user_agent, address, note)
      VALUES (${now}, ${userId}, 'signed_in', ${userAgent}, ${address}, ${note})
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
