import type { SignInProvider } from '@vialproof/contract/account-changes';
import type { ProviderError } from '@vialproof/contract/providers';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import * as accounts from '../accounts.store.ts';
import type { UserRow } from '../accounts.tables.ts';
import type { Identity } from '../adapters/identity-providers.ts';
import { voidCodesOf } from '../codes.store.ts';
import { deleteIdentity, findIdentity, insertIdentity } from '../providers.store.ts';
import { newPseudonym, printableName } from '../rules/display-names.ts';
import { isEmail, normalizeEmail } from '../rules/email.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { recordSecurityEvent } from './record-security-event.ts';

const NAMES: Record<SignInProvider, string> = { google: 'Google', discord: 'Discord' };

/**
 * The account for a provider's identity. A new identity is linked by its verified address, to an existing or a new
 * account.
 */
export async function linkProvider(
  ctx: AccountsContext,
  tx: Tx,
  name: SignInProvider,
  identity: Identity,
  from: Client,
): Promise<UserRow | ProviderError> {
  const linked = await findIdentity(tx, name, identity.subject);
  if (linked) {
    const user = await accounts.lockUser(tx, linked.userId);
    return user && !user.disabledAt ? user : 'failed';
  }
  const email = identity.email?.trim() ?? '';
  // An address with unusual characters, such as a full-width @, is ignored.
  const isPlain = email === email.normalize('NFKC');
  if (!identity.emailVerified || !isPlain || !isEmail(email)) return 'email_unverified';
  const found = await accounts.findUserByEmail(tx, normalizeEmail(email));
  const user = found ? await adopt(ctx, tx, found, identity) : await create(ctx, tx, identity, email);
  if (user.disabledAt) return 'failed';
  const isLinked = await insertIdentity(tx, {
    provider: name,
    subject: identity.subject,
    userId: user.id,
    linkedAt: ctx.platform.clock.now(),
  });
  // The account is linked to another user of this provider. Only the person can decide.
  if (!isLinked) return 'failed';
  await recordSecurityEvent(ctx, { kind: 'provider_linked', userId: user.id, from, note: NAMES[name] }, tx);
  if (found?.emailVerifiedAt)
    await enqueueMail(ctx, tx, { kind: 'provider_linked', userId: user.id, provider: NAMES[name] });
  return user;
}

/** Removes the link to a provider. Refusal: `wrong_state` if the person could no longer sign in. */
export async function unlinkProvider(
  ctx: AccountsContext,
  viewer: Viewer,
  name: SignInProvider,
  from: Client,
): Promise<Refusal | undefined> {
  return ctx.platform.db.transaction(async (tx) => {
    const user = await accounts.lockUser(tx, viewer.id);
    if (user?.passwordHash === null) {
      return refuse('wrong_state', 'Choose a password first, so that you can still sign in.');
    }
    if (await deleteIdentity(tx, viewer.id, name)) {
      const note = NAMES[name];
      await recordSecurityEvent(ctx, { kind: 'provider_unlinked', userId: viewer.id, from, note }, tx);
    }
    return undefined;
  });
}

async function create(
  { platform }: AccountsContext,
  tx: Tx,
  identity: Identity,
  email: string,
): Promise<UserRow> {
  const now = platform.clock.now();
  const user = {
    email,
    firstName: printableName(identity.firstName),
    lastName: printableName(identity.lastName),
    displayName: newPseudonym(),
    role: 'customer' as const,
    passwordHash: null,
    emailVerifiedAt: now,
  };
  const made = await accounts.insertUser(tx, user, now);
  if (!made) throw new Error('the address was registered at the same moment');
  return made;
}

/**
 * Takes the account with the confirmed address. If it is unverified, a stranger may have opened it, so its password is
 * removed.
 */
async function adopt(
  { platform }: AccountsContext,
  tx: Tx,
  found: UserRow,
  identity: Identity,
): Promise<UserRow> {
  const user = await accounts.lockUser(tx, found.id);
  if (!user) throw new Error('the account vanished');
  if (user.emailVerifiedAt) return user;
  const now = platform.clock.now();
  await accounts.claimUnverified(tx, user.id, {
    firstName: printableName(identity.firstName),
    lastName: printableName(identity.lastName),
    displayName: newPseudonym(),
    now,
  });
  await voidCodesOf(tx, user.id, 'verify_email', now);
  await voidCodesOf(tx, user.id, 'reset_password', now);
  const claimed = await accounts.lockUser(tx, user.id);
  if (!claimed) throw new Error('the account vanished');
  return claimed;
}
