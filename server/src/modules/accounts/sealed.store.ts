import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { recoveryCode, secondFactor, userAccount } from './accounts.tables.ts';

export type FactorRow = { userId: string; sealed: Buffer };
export type CodeRow = { userId: string; codeMac: Buffer; sealed: Buffer };

const PAGE = 200;

/** All second factors, page by page. */
export async function* listFactorPages(db: Queryable): AsyncGenerator<FactorRow[]> {
  for (let last: FactorRow | undefined; ; ) {
    const page = await db
      .select({ userId: secondFactor.userId, sealed: secondFactor.secret })
      .from(secondFactor)
      .where(last && gt(secondFactor.userId, last.userId))
      .orderBy(secondFactor.userId)
      .limit(PAGE);
    yield page;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

/** All unused recovery codes that are sealed, page by page. A code whose hash changes meanwhile may come twice. */
export async function* listCodePages(db: Queryable): AsyncGenerator<CodeRow[]> {
  const { userId, codeMac, sealed, usedAt } = recoveryCode;
  for (let after: SQL | undefined; ; ) {
    const rows = await db
      .select({ userId, codeMac, sealed: sql<Buffer>`${sealed}` })
      .from(recoveryCode)
      .where(and(isNull(usedAt), isNotNull(sealed), after))
      .orderBy(userId, codeMac)
      .limit(PAGE);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = sql`(${userId}, ${codeMac}) > (${last.userId}, ${last.codeMac})`;
  }
}

/** Replaces the seal of a second factor; false if the factor has changed meanwhile. */
export async function replaceFactorSeal(tx: Queryable, before: FactorRow, sealed: Buffer): Promise<boolean> {
  const { rowCount } = await tx
    .update(secondFactor)
    .set({ secret: sealed })
    .where(and(eq(secondFactor.userId, before.userId), eq(secondFactor.secret, before.sealed)));
  return rowCount === 1;
}

/** Replaces hash and seal of a recovery code; false if the code was used meanwhile. */
export async function replaceCodeSeal(
  tx: Queryable,
  before: CodeRow,
  after: { codeMac: Buffer; sealed: Buffer },
): Promise<boolean> {
  const { userId, codeMac, usedAt } = recoveryCode;
  const { rowCount } = await tx
    .update(recoveryCode)
    .set(after)
    .where(and(eq(userId, before.userId), eq(codeMac, before.codeMac), isNull(usedAt)));
  return rowCount === 1;
}

/** How many unused recovery codes each person has that were stored before codes were sealed. */
export function listUnsealedCodes(db: Queryable): Promise<{ email: string; codes: number }[]> {
  return db
    .select({ email: userAccount.email, codes: sql<number>`count(*)::int` })
    .from(recoveryCode)
    .innerJoin(userAccount, eq(userAccount.id, recoveryCode.userId))
    .where(and(isNull(recoveryCode.usedAt), isNull(recoveryCode.sealed)))
    .groupBy(userAccount.id)
    .orderBy(userAccount.email);
}
