import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { Profile, User } from '@vialproof/contract/accounts';
import type { Passkey } from '@vialproof/contract/passkeys';
import type { SessionEntry } from '@vialproof/contract/sessions';
import type { Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import type { AccountsContext } from './accounts.context.ts';
import {
  type Person,
  presentPasskey,
  presentPerson,
  presentProfile,
  presentSecurity,
  presentSession,
  presentUser,
} from './accounts.presenter.ts';
import { findUser, findUserByEmail, findUsers, listUserIdsNamed } from './accounts.store.ts';
import type { UserRow } from './accounts.tables.ts';
import { findEmailChangeOf } from './email-change.store.ts';
import * as passkeys from './passkeys.store.ts';
import { listIdentities } from './providers.store.ts';
import { normalizeEmail } from './rules/email.ts';
import { type Factors, passkeyStateOf, secondFactorStateOf } from './rules/second-factor.ts';
import { REFRESH_SECONDS, sessionEndsAt } from './rules/session-lifetime.ts';
import { countRecoveryCodes, isFactorOn } from './second-factor.store.ts';
import { listLiveSessions } from './sessions.store.ts';

/** The account with this id. Throws when the account is missing. */
export async function selectUser({ platform }: AccountsContext, id: string): Promise<UserRow> {
  const user = await findUser(platform.db.orm, id);
  if (!user) throw new Error(`there is no account ${id}`);
  return user;
}

/** The factors of an account besides its password. */
export async function findFactors(db: Queryable, userId: string): Promise<Factors> {
  return {
    hasAuthenticator: await isFactorOn(db, userId),
    hasPasskey: await passkeys.hasPasskey(db, userId),
  };
}

/** The signed-in person, for the answer to a sign-in. `passkeyAt`: when a passkey was used in the session. */
export function describeUser(
  { platform: { config } }: AccountsContext,
  user: UserRow,
  factors: Factors,
  { passkeyAt }: { passkeyAt: Date | null },
): User {
  return presentUser(user, {
    second_factor: secondFactorStateOf(user.role, factors, config.staffSecondFactor),
    passkey: passkeyStateOf(user.role, { ...factors, isPasskeyUsed: passkeyAt !== null }, config),
  });
}

/** The person's passkeys, the oldest first. */
export async function listPasskeys({ platform }: AccountsContext, userId: string): Promise<Passkey[]> {
  return (await passkeys.listPasskeys(platform.db.orm, userId)).map(presentPasskey);
}

/** How an account is protected: password, second factor, passkeys, linked providers. */
export async function describeSecurity(ctx: AccountsContext, viewer: Viewer): Promise<SecuritySummary> {
  const { db, clock, config } = ctx.platform;
  const [user, hasAuthenticator, passkeyCount, codesLeft, identities, change] = await Promise.all([
    selectUser(ctx, viewer.id),
    isFactorOn(db.orm, viewer.id),
    passkeys.countPasskeys(db.orm, viewer.id),
    countRecoveryCodes(db.orm, viewer.id),
    listIdentities(db.orm, viewer.id),
    findEmailChangeOf(db.orm, viewer.id, clock.now()),
  ]);
  const factors = { hasAuthenticator, hasPasskey: passkeyCount > 0 };
  const state = secondFactorStateOf(user.role, factors, config.staffSecondFactor);
  return presentSecurity(user, { state, codesLeft, passkeyCount, identities, change });
}

/** A person's sessions, the last used first. */
export async function listSessions(ctx: AccountsContext, viewer: Viewer): Promise<SessionEntry[]> {
  const { clock, db } = ctx.platform;
  const now = clock.now();
  const [{ role }, rows] = await Promise.all([
    // The viewer's role is 'customer' while a second factor is missing, so the role of the account is read.
    selectUser(ctx, viewer.id),
    listLiveSessions(db.orm, viewer.id, now, secondsAfter(now, -REFRESH_SECONDS)),
  ]);
  return rows
    .filter((row) => sessionEndsAt(role, row) > now)
    .map((row) => presentSession(row, viewer.sessionId));
}

/** The name and address of the buyer on an invoice. Throws if the account is missing. */
export async function selectBuyer(
  ctx: AccountsContext,
  id: string,
): Promise<{ name: string; company: string | null }> {
  const { firstName, lastName, company } = await selectUser(ctx, id);
  return { name: `${firstName} ${lastName}`.trim(), company };
}

export async function selectProfile(ctx: AccountsContext, id: string): Promise<Profile> {
  return presentProfile(await selectUser(ctx, id));
}

/** The e-mail address of a person; empty after a deletion. */
export async function selectEmail(ctx: AccountsContext, id: string): Promise<string> {
  return (await selectUser(ctx, id)).email;
}

/** The people with these ids; unknown ids are left out. */
export async function findPeople(
  { platform }: AccountsContext,
  ids: Iterable<string>,
  from: Queryable = platform.db.orm,
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)];
  const users = wanted.length > 0 ? await findUsers(from, wanted) : [];
  return new Map(users.map((user) => [user.id, presentPerson(user)]));
}

/** The ids of at most 500 people with these words in name or address. */
export const findPeopleNamed = ({ platform }: AccountsContext, words: string): Promise<string[]> =>
  listUserIdsNamed(platform.db.orm, words, 500);

/** Whether an account with this address exists. */
export async function accountExists({ platform }: AccountsContext, email: string): Promise<boolean> {
  return (await findUserByEmail(platform.db.orm, normalizeEmail(email))) !== undefined;
}

/** Whether the owner of this address has agreed to mails with news. */
export async function wantsNews({ platform }: AccountsContext, email: string): Promise<boolean> {
  const user = await findUserByEmail(platform.db.orm, normalizeEmail(email));
  return user?.marketingOptIn === true && user.emailVerifiedAt !== null && !user.disabledAt;
}
