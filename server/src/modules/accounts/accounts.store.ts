import type { Role } from '@vialproof/contract/accounts';
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { type UserRow, userAccount } from './accounts.tables.ts';

export async function findUserByEmail(db: Queryable, emailNormalized: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(userAccount).where(eq(userAccount.emailNormalized, emailNormalized));
  return user;
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(userAccount).where(eq(userAccount.id, id));
  return user;
}

/** The row held until the transaction ends: what is decided on it stays true. */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(userAccount).where(eq(userAccount.id, id)).for('update');
  return user;
}

export function findUsers(db: Queryable, ids: string[]): Promise<UserRow[]> {
  return db.select().from(userAccount).where(inArray(userAccount.id, ids));
}

export function listStaff(db: Queryable): Promise<UserRow[]> {
  return db
    .select()
    .from(userAccount)
    .where(and(ne(userAccount.role, 'customer'), isNotNull(userAccount.emailVerifiedAt)))
    .orderBy(asc(userAccount.role), asc(userAccount.emailNormalized));
}

/**
 * Inserts an account, or replaces name and password of one whose address nobody has confirmed; a confirmed one is
 * left alone. One statement in all three cases, so that none of them takes longer.
 */
export async function upsertUnverified(tx: Queryable, user: UserRow): Promise<void> {
  await tx
    .insert(userAccount)
    .values(user)
    .onConflictDoUpdate({
      target: userAccount.emailNormalized,
      set: {
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        passwordHash: user.passwordHash,
        updatedAt: user.updatedAt,
      },
      setWhere: isNull(userAccount.emailVerifiedAt),
    });
}

/** Leaves whatever account the address has as it is. */
export async function insertUser(db: Queryable, user: UserRow): Promise<void> {
  await db.insert(userAccount).values(user).onConflictDoNothing();
}

export async function markVerified(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx
    .update(userAccount)
    .set({ emailVerifiedAt: sql`coalesce(${userAccount.emailVerifiedAt}, ${now})`, updatedAt: now })
    .where(eq(userAccount.id, id));
}

export async function setPasswordHash(
  tx: Queryable,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.update(userAccount).set({ passwordHash, updatedAt: now }).where(eq(userAccount.id, id));
}

/** Stores the same password under today's cost, unless it was changed in the meantime. */
export async function replaceHash(db: Queryable, id: string, from: string, to: string): Promise<void> {
  await db
    .update(userAccount)
    .set({ passwordHash: to })
    .where(and(eq(userAccount.id, id), eq(userAccount.passwordHash, from)));
}

export async function updateProfile(
  db: Queryable,
  id: string,
  profile: Pick<UserRow, 'displayName' | 'company' | 'phone' | 'marketingOptIn'>,
  now: Date,
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(userAccount)
    .set({ ...profile, updatedAt: now })
    .where(eq(userAccount.id, id))
    .returning();
  return user;
}

export async function setRole(tx: Queryable, id: string, role: Role, now: Date): Promise<void> {
  await tx.update(userAccount).set({ role, updatedAt: now }).where(eq(userAccount.id, id));
}
