import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { knownDevice } from './accounts.tables.ts';

/** Whether the account with this address knows this browser. */
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

/** The hash by which the account knows this browser. */
export async function findKnownMark(
  db: Queryable,
  emailNormalized: string,
  marks: Buffer[],
): Promise<Buffer | undefined> {
  const { rows } = await db.execute<{ mark: Buffer }>(sql`
    SELECT device.device_hash AS mark
    FROM known_device device JOIN user_account person ON person.id = device.user_id
    WHERE person.email_normalized = ${emailNormalized} AND device.device_hash = ANY (${sql.param(marks)}::bytea[])
    ORDER BY array_position(${sql.param(marks)}::bytea[], device.device_hash) LIMIT 1`);
  return rows[0]?.mark;
}

/** Whether the account knows this browser. */
export async function isDeviceOf(db: Queryable, userId: string, marks: Buffer[]): Promise<boolean> {
  const [known] = await db
    .select({ userId: knownDevice.userId })
    .from(knownDevice)
    .where(and(eq(knownDevice.userId, userId), inArray(knownDevice.deviceHash, marks)))
    .limit(1);
  return known !== undefined;
}

/** Whether the account knows other browsers, but not this one. */
export async function isNewDevice(db: Queryable, userId: string, marks: Buffer[]): Promise<boolean> {
  // bool_and is null if the account knows no browser.
  const [devices] = await db
    .select({ isNew: sql<boolean | null>`bool_and(${notInArray(knownDevice.deviceHash, marks)})` })
    .from(knownDevice)
    .where(eq(knownDevice.userId, userId));
  return devices?.isNew ?? false;
}

/** Stores that the account knows this browser. */
export async function rememberDevice(
  tx: Queryable,
  userId: string,
  marks: Buffer[],
  now: Date,
): Promise<void> {
  await tx
    .insert(knownDevice)
    .values(marks.map((deviceHash) => ({ userId, deviceHash, firstSeenAt: now, lastSeenAt: now })))
    .onConflictDoUpdate({
      target: [knownDevice.userId, knownDevice.deviceHash],
      set: { lastSeenAt: now },
    });
}

/** Deletes browsers that nobody has used since `then`. */
export async function deleteDevicesBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(knownDevice).where(lt(knownDevice.lastSeenAt, then));
}
