import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { recoveryCode, type SignInMethod, secondFactor, signInChallenge } from './accounts.tables.ts';

export async function findSecondFactor(db: Queryable, userId: string) {
  const [factor] = await db.select().from(secondFactor).where(eq(secondFactor.userId, userId));
  return factor;
}

export async function isFactorOn(db: Queryable, userId: string): Promise<boolean> {
  return Boolean((await findSecondFactor(db, userId))?.confirmedAt);
}

/** Stores the secret of a new second factor, which is not confirmed yet. False if one is already on. */
export async function putPendingFactor(
  tx: Queryable,
  userId: string,
  secret: Buffer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(secondFactor)
    .values({ userId, secret, confirmedAt: null, lastStep: 0, createdAt: now })
    .onConflictDoUpdate({
      target: secondFactor.userId,
      set: { secret, lastStep: 0, createdAt: now },
      setWhere: isNull(secondFactor.confirmedAt),
    });
  return rowCount === 1;
}

/** Marks the time step of a code as used. False if this step or a later one was used before. */
export async function takeStep(tx: Queryable, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(eq(secondFactor.userId, userId), lt(secondFactor.lastStep, step)));
  return rowCount === 1;
}

export async function confirmFactor(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.update(secondFactor).set({ confirmedAt: now }).where(eq(secondFactor.userId, userId));
}

/** Deletes the second factor and its recovery codes; false if none was on. */
export async function removeFactor(tx: Queryable, userId: string): Promise<boolean> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  const [gone] = await tx
    .delete(secondFactor)
    .where(eq(secondFactor.userId, userId))
    .returning({ confirmedAt: secondFactor.confirmedAt });
  return Boolean(gone?.confirmedAt);
}

export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: string,
  codes: { codeMac: Buffer; sealed: Buffer }[],
  now: Date,
): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx.insert(recoveryCode).values(codes.map((code) => ({ ...code, userId, createdAt: now })));
}

/** Uses up the recovery code with one of these hashes; false if it is unknown or used. */
export async function takeRecoveryCode(
  tx: Queryable,
  userId: string,
  macs: Buffer[],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCode)
    .set({ usedAt: now, sealed: null })
    .where(
      and(eq(recoveryCode.userId, userId), inArray(recoveryCode.codeMac, macs), isNull(recoveryCode.usedAt)),
    );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));
  return counted?.n ?? 0;
}

export async function insertChallenge(
  tx: Queryable,
  challenge: { tokenHash: Buffer; userId: string; method: SignInMethod; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(signInChallenge).values({ ...challenge, attempts: 0 });
}

/**
 * Counts a try before the code of the second factor is compared; undefined if the sign-in has expired or has no tries
 * left.
 */
export async function tryChallenge(db: Queryable, tokenHash: Buffer, mostAttempts: number, now: Date) {
  const [challenge] = await db
    .update(signInChallenge)
    .set({ attempts: sql`${signInChallenge.attempts} + 1` })
    .where(
      and(
        eq(signInChallenge.tokenHash, tokenHash),
        isNull(signInChallenge.usedAt),
        gt(signInChallenge.expiresAt, now),
        lt(signInChallenge.attempts, mostAttempts),
      ),
    )
    .returning();
  return challenge;
}

/** An unfinished sign-in that waits for its second step. */
export async function findChallenge(db: Queryable, tokenHash: Buffer, now: Date) {
  const [challenge] = await db
    .select()
    .from(signInChallenge)
    .where(
      and(
        eq(signInChallenge.tokenHash, tokenHash),
        isNull(signInChallenge.usedAt),
        gt(signInChallenge.expiresAt, now),
      ),
    );
  return challenge;
}

/** Uses up an unfinished sign-in; false if it was used or ended before. */
export async function consumeChallenge(tx: Queryable, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(signInChallenge)
    .set({ usedAt: now })
    .where(and(eq(signInChallenge.tokenHash, tokenHash), isNull(signInChallenge.usedAt)));
  return rowCount === 1;
}

/** Ends a person's unfinished sign-ins. */
export async function voidChallengesOf(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx
    .update(signInChallenge)
    .set({ usedAt: now })
    .where(and(eq(signInChallenge.userId, userId), isNull(signInChallenge.usedAt)));
}

export async function deleteChallengesBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(signInChallenge).where(lt(signInChallenge.expiresAt, then));
}
