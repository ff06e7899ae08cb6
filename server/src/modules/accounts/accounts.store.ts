import { randomUUID } from 'node:crypto';
import type { Role } from '@vialproof/contract/accounts';
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import {
  accountCode,
  emailChange,
  knownDevice,
  passkey,
  passkeyChallenge,
  passwordResetGrant,
  providerIdentity,
  providerSignIn,
  recoveryCode,
  secondFactor,
  signInChallenge,
  type UserRow,
  userAccount,
  userSession,
} from './accounts.tables.ts';
import { ownsPasskey } from './passkeys.store.ts';
import { normalizeEmail } from './rules/email.ts';

/** The name that is shown after a deletion. */
const FORMER_MEMBER = 'Former member';
/** Tables whose rows each belong to one person. */
const OWN_TABLES = [
  userSession,
  accountCode,
  passwordResetGrant,
  secondFactor,
  recoveryCode,
  signInChallenge,
  passkey,
  passkeyChallenge,
  providerIdentity,
  providerSignIn,
  emailChange,
  knownDevice,
];

export async function findUserByEmail(db: Queryable, emailNormalized: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(userAccount).where(eq(userAccount.emailNormalized, emailNormalized));
  return user;
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(userAccount).where(eq(userAccount.id, id));
  return user;
}

/** Reads the account's row and locks it until the transaction ends. */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(userAccount).where(eq(userAccount.id, id)).for('update');
  return user;
}

/** Like `lockUser`, but undefined for a deleted account. */
export async function lockMember(tx: Queryable, id: string): Promise<UserRow | undefined> {
  const user = isUuid(id) ? await lockUser(tx, id) : undefined;
  return user?.deletedAt ? undefined : user;
}

/** Like `lockUser`, but finds the account by its address. */
export async function lockUserByEmail(tx: Queryable, email: string): Promise<UserRow | undefined> {
  const user = await findUserByEmail(tx, normalizeEmail(email));
  return user && lockUser(tx, user.id);
}

export function findUsers(db: Queryable, ids: string[]): Promise<UserRow[]> {
  return db.select().from(userAccount).where(inArray(userAccount.id, ids));
}

/** The ids of at most `most` people with these words in name or address. */
export async function listUserIdsNamed(db: Queryable, words: string, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM user_account WHERE strpos(lower(email), lower(${words})) > 0
      OR strpos(lower(display_name), lower(${words})) > 0 LIMIT ${most}`);
  return rows.map(({ id }) => id);
}

export function listStaff(db: Queryable): Promise<UserRow[]> {
  return db
    .select()
    .from(userAccount)
    .where(and(ne(userAccount.role, 'customer'), isNotNull(userAccount.emailVerifiedAt)))
    .orderBy(asc(userAccount.role), asc(userAccount.emailNormalized));
}

/** Accounts by role and address, for admins. */
export function listStaffMembers(db: Queryable, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  const lastUsedAt = sql<Date | null>`max(${userSession.lastUsedAt})`.mapWith(userSession.lastUsedAt);
  return db
    .select({
      user: userAccount,
      secondFactorAt: secondFactor.confirmedAt,
      hasPasskey: ownsPasskey(db),
      lastUsedAt,
    })
    .from(userAccount)
    .leftJoin(secondFactor, eq(secondFactor.userId, userAccount.id))
    .leftJoin(userSession, eq(userSession.userId, userAccount.id))
    .where(inArray(userAccount.id, ids))
    .groupBy(userAccount.id, secondFactor.confirmedAt)
    .orderBy(asc(userAccount.role), asc(userAccount.emailNormalized));
}

/** Reads all admins and locks their rows. */
export function lockAdmins(tx: Queryable): Promise<{ id: string }[]> {
  return tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.role, 'admin'), isNull(userAccount.disabledAt)))
    .orderBy(asc(userAccount.id))
    .for('update');
}

/** The columns of a new account. */
export type NewUser = Pick<
  UserRow,
  'email' | 'firstName' | 'lastName' | 'displayName' | 'role' | 'passwordHash' | 'emailVerifiedAt'
> & { id?: string | undefined };

const rowOf = (user: NewUser, now: Date): UserRow => ({
  ...user,
  id: user.id ?? randomUUID(),
  emailNormalized: normalizeEmail(user.email),
  company: null,
  phone: null,
  marketingOptIn: false,
  disabledAt: null,
  deletedAt: null,
  createdAt: now,
  updatedAt: now,
});

/**
 * Inserts an account. If an unverified one exists, it gets the new name and password; a verified one stays unchanged.
 * It is one statement in all cases, so that its time tells nothing.
 */
export async function upsertUnverified(tx: Queryable, user: NewUser, now: Date): Promise<void> {
  await tx
    .insert(userAccount)
    .values(rowOf(user, now))
    .onConflictDoUpdate({
      target: userAccount.emailNormalized,
      set: {
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        passwordHash: user.passwordHash,
        updatedAt: now,
      },
      setWhere: isNull(userAccount.emailVerifiedAt),
    });
}

/** Inserts an account. Undefined if there is already one with this address. */
export async function insertUser(db: Queryable, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const [made] = await db.insert(userAccount).values(rowOf(user, now)).onConflictDoNothing().returning();
  return made;
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

/** Stores a new hash of the same password, with today's cost. Does nothing if the password has changed. */
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

export async function setEmail(
  tx: Queryable,
  id: string,
  email: string,
  emailNormalized: string,
  now: Date,
): Promise<void> {
  await tx.update(userAccount).set({ email, emailNormalized, updatedAt: now }).where(eq(userAccount.id, id));
}

/** Verifies an account for the owner of its address, and removes a password that a stranger may have set. */
export async function claimUnverified(
  tx: Queryable,
  id: string,
  {
    firstName,
    lastName,
    displayName,
    now,
  }: Pick<UserRow, 'firstName' | 'lastName' | 'displayName'> & { now: Date },
): Promise<void> {
  await tx
    .update(userAccount)
    .set({
      firstName,
      lastName,
      displayName,
      company: null,
      phone: null,
      marketingOptIn: false,
      passwordHash: null,
      emailVerifiedAt: now,
      updatedAt: now,
    })
    .where(eq(userAccount.id, id));
}

/** Deletes the unverified account of an address. */
export async function deleteUnverified(tx: Queryable, emailNormalized: string): Promise<void> {
  await tx
    .delete(userAccount)
    .where(and(eq(userAccount.emailNormalized, emailNormalized), isNull(userAccount.emailVerifiedAt)));
}

/** Deletes accounts that were registered before `then` and never verified. */
export async function deleteUnverifiedBefore(db: Queryable, then: Date): Promise<void> {
  await db
    .delete(userAccount)
    .where(
      and(
        isNull(userAccount.emailVerifiedAt),
        isNull(userAccount.deletedAt),
        lt(userAccount.updatedAt, then),
      ),
    );
}

/** Removes a person's data. The address can then be registered again. */
export async function erasePerson(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx
    .update(userAccount)
    .set({
      email: '',
      emailNormalized: `deleted ${id}`,
      firstName: '',
      lastName: '',
      displayName: FORMER_MEMBER,
      company: null,
      phone: null,
      marketingOptIn: false,
      role: 'customer',
      passwordHash: null,
      disabledAt: now,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(userAccount.id, id));
  for (const table of OWN_TABLES) await tx.delete(table).where(eq(table.userId, id));
}
