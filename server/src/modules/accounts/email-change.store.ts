import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { emailChange, userAccount } from './accounts.tables.ts';

export const EMAIL_SIDES = ['current', 'new'] as const;
export type EmailSide = (typeof EMAIL_SIDES)[number];
export type EmailChangeRow = typeof emailChange.$inferSelect;

/** Begins a change of address, and ends an earlier one. */
export async function putEmailChange(
  tx: Queryable,
  change: Pick<
    EmailChangeRow,
    'userId' | 'id' | 'newEmail' | 'newEmailNormalized' | 'createdAt' | 'expiresAt'
  >,
): Promise<void> {
  const fresh = { ...change, attempts: 0, currentCodeMac: null, newCodeMac: null };
  await tx.insert(emailChange).values(fresh).onConflictDoUpdate({ target: emailChange.userId, set: fresh });
}

/** A change of address with its account. */
export async function findEmailChange(db: Queryable, id: string) {
  const [found] = await db
    .select({ change: emailChange, user: userAccount })
    .from(emailChange)
    .innerJoin(userAccount, eq(userAccount.id, emailChange.userId))
    .where(eq(emailChange.id, id));
  return found && { ...found.change, user: found.user };
}

export async function findEmailChangeOf(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  const [change] = await db
    .select()
    .from(emailChange)
    .where(and(eq(emailChange.userId, userId), gt(emailChange.expiresAt, now)));
  return change;
}

export async function setEmailCode(
  db: Queryable,
  id: string,
  side: EmailSide,
  mac: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db
    .update(emailChange)
    .set({ ...(side === 'current' ? { currentCodeMac: mac } : { newCodeMac: mac }), expiresAt })
    .where(eq(emailChange.id, id));
}

/** Counts a try before the codes are compared; undefined if the change has expired or has no tries left. */
export async function tryEmailChange(
  db: Queryable,
  userId: string,
  mostAttempts: number,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  const [change] = await db
    .update(emailChange)
    .set({ attempts: sql`${emailChange.attempts} + 1` })
    .where(
      and(
        eq(emailChange.userId, userId),
        gt(emailChange.expiresAt, now),
        lt(emailChange.attempts, mostAttempts),
      ),
    )
    .returning();
  return change;
}

/** Ends a change of address; false if it was replaced or deleted. */
export async function consumeEmailChange(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(emailChange).where(eq(emailChange.id, id));
  return rowCount === 1;
}

export async function deleteEmailChangeOf(db: Queryable, userId: string): Promise<void> {
  await db.delete(emailChange).where(eq(emailChange.userId, userId));
}

export async function deleteEmailChangesBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(emailChange).where(lt(emailChange.expiresAt, then));
}
