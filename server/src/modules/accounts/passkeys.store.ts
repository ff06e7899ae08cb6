import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import {
  type ChallengePurpose,
  type PasskeyRow,
  passkey,
  passkeyChallenge,
  userAccount,
} from './accounts.tables.ts';

/** For what a challenge was made, and for whom; null for a sign-in of somebody unknown. */
export type ChallengeOwner = { purpose: ChallengePurpose; userId: string | null };

export async function insertPasskeyChallenge(
  db: Queryable,
  challenge: ChallengeOwner & { challengeHash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(passkeyChallenge).values(challenge);
}

/**
 * Uses up a challenge, so that it is answered once. False if it was answered before, has expired, or was made for
 * another purpose or person.
 */
export async function takePasskeyChallenge(
  db: Queryable,
  challengeHash: Buffer,
  { purpose, userId }: ChallengeOwner,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challengeHash, challengeHash),
        eq(passkeyChallenge.purpose, purpose),
        userId === null ? isNull(passkeyChallenge.userId) : eq(passkeyChallenge.userId, userId),
        gt(passkeyChallenge.expiresAt, now),
      ),
    );
  return rowCount === 1;
}

export async function deletePasskeyChallengesBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, then));
}

/** Stores a new passkey. False if somebody has this credential already. */
export async function insertPasskey(tx: Queryable, row: PasskeyRow): Promise<boolean> {
  const { rowCount } = await tx.insert(passkey).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** The person's passkeys, the oldest first. */
export function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));
}

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(passkey)
    .where(eq(passkey.userId, userId));
  return counted?.n ?? 0;
}

/** Whether the account of a row of `user_account` has a passkey, as a column of a query of accounts. */
export const ownsPasskey = (orm: Queryable) =>
  sql<boolean>`EXISTS ${orm.select({ id: passkey.id }).from(passkey).where(eq(passkey.userId, userAccount.id))}`;

export async function hasPasskey(db: Queryable, userId: string): Promise<boolean> {
  return (await countPasskeys(db, userId)) > 0;
}

export async function findCredential(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkey).where(eq(passkey.credentialId, credentialId));
  return row;
}

/**
 * Stores that a passkey was used, and its count of signatures. False if the count has not grown, although the
 * authenticator counts, or if the passkey was removed.
 */
export async function touchPasskey(db: Queryable, id: string, counter: number, now: Date): Promise<boolean> {
  const neverCounts = counter === 0 ? eq(passkey.counter, 0) : undefined;
  const { rowCount } = await db
    .update(passkey)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkey.id, id), or(lt(passkey.counter, counter), neverCounts)));
  return rowCount === 1;
}

export async function isPasskeyOf(tx: Queryable, id: string, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: passkey.id })
    .from(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)));
  return found.length === 1;
}

/** Deletes a passkey; undefined if the person has none with this id. */
export async function deletePasskey(
  tx: Queryable,
  userId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [gone] = await tx
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
    .returning();
  return gone;
}

/** Deletes all passkeys of a person; returns how many. */
export async function deletePasskeysOf(tx: Queryable, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(passkey).where(eq(passkey.userId, userId));
  return rowCount ?? 0;
}
