import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/postgres/database.ts';
import { accountCode, type CodePurpose, passwordResetGrant } from './accounts.tables.ts';

export async function insertCode(
  tx: Queryable,
  code: {
    id: string;
    userId: string;
    purpose: CodePurpose;
    codeMac: Buffer;
    browserHash: Buffer | null;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.insert(accountCode).values({ ...code, attempts: 0, foreignAttempts: 0 });
}

/** Ends the reset codes of one browser, or of all browsers. */
export async function voidCodesOf(
  tx: Queryable,
  userId: string,
  purpose: CodePurpose,
  now: Date,
  browserHash?: Buffer | null,
): Promise<void> {
  await tx
    .update(accountCode)
    .set({ voidedAt: now })
    .where(
      and(
        eq(accountCode.userId, userId),
        eq(accountCode.purpose, purpose),
        isNull(accountCode.voidedAt),
        browserHash ? eq(accountCode.browserHash, browserHash) : undefined,
      ),
    );
}

export async function voidCodesOfEmail(
  tx: Queryable,
  emailNormalized: string,
  purpose: CodePurpose,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE account_code SET voided_at = ${now}
    WHERE voided_at IS NULL AND purpose = ${purpose}
      AND user_id = (SELECT id FROM user_account WHERE email_normalized = ${emailNormalized})`);
}

export type Attempt = { id: string; user_id: string; code_mac: Buffer };

/** Where a try comes from. `browserHash`: the browser of a reset code. `isOwn`: the browser that registered. */
export type Asker = { browserHash: Buffer | null; isOwn: boolean };

/**
 * Counts a try before the mailed code is compared, so that guesses at the same time all count. It does not wait for the
 * disk, because this time would show which addresses have a code.
 */
export function countAttempt(
  db: Database,
  emailNormalized: string,
  purpose: CodePurpose,
  { browserHash, isOwn }: Asker,
  mostAttempts: number,
  now: Date,
): Promise<Attempt | undefined> {
  const tries = isOwn ? sql.identifier('attempts') : sql.identifier('foreign_attempts');
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL synchronous_commit = off`);
    const { rows } = await tx.execute<Attempt>(sql`
      UPDATE account_code SET ${tries} = ${tries} + 1
      WHERE id = (
        SELECT code.id FROM account_code code JOIN user_account person ON person.id = code.user_id
        WHERE person.email_normalized = ${emailNormalized} AND code.purpose = ${purpose}
          AND code.browser_hash IS NOT DISTINCT FROM ${browserHash}::bytea
          AND code.voided_at IS NULL AND code.expires_at > ${now} AND code.${tries} < ${mostAttempts}
        ORDER BY code.created_at DESC LIMIT 1 FOR UPDATE OF code)
      RETURNING id, user_id, code_mac`);
    return rows[0];
  });
}

/** Uses up a mailed code; false if it was used or ended before. */
export async function consumeCode(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(accountCode)
    .set({ voidedAt: now })
    .where(and(eq(accountCode.id, id), isNull(accountCode.voidedAt)));
  return rowCount === 1;
}

export async function insertGrant(
  tx: Queryable,
  grant: { tokenHash: Buffer; userId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(passwordResetGrant).values(grant);
}

const isLive = (tokenHash: Buffer, now: Date) =>
  and(
    eq(passwordResetGrant.tokenHash, tokenHash),
    isNull(passwordResetGrant.usedAt),
    gt(passwordResetGrant.expiresAt, now),
  );

/** The person who may set a new password with this cookie. */
export async function findGrantOwner(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [grant] = await db
    .select({ userId: passwordResetGrant.userId })
    .from(passwordResetGrant)
    .where(isLive(tokenHash, now));
  return grant?.userId;
}

/** Uses up the permission to set a new password. False if it was used, or its time is over. */
export async function consumeGrant(tx: Queryable, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await tx.update(passwordResetGrant).set({ usedAt: now }).where(isLive(tokenHash, now));
  return rowCount === 1;
}

export async function voidGrantsOf(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordResetGrant)
    .set({ usedAt: now })
    .where(and(eq(passwordResetGrant.userId, userId), isNull(passwordResetGrant.usedAt)));
}

/** Deletes codes, and permissions to set a password, that ended before `then`. */
export async function deleteCodesBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(accountCode).where(lt(accountCode.expiresAt, then));
  await db.delete(passwordResetGrant).where(lt(passwordResetGrant.expiresAt, then));
}
