import type { StaffMember } from '@vialproof/contract/staff';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { type Person, presentPerson } from '../accounts.presenter.ts';
import { lockMember, lockUser, lockUserByEmail } from '../accounts.store.ts';
import type { UserRow } from '../accounts.tables.ts';
import { deletePasskeysOf, hasPasskey } from '../passkeys.store.ts';
import { secondFactorStateOf } from '../rules/second-factor.ts';
import * as store from '../second-factor.store.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import { selectStaffMember } from '../staff.queries.ts';
import { confirmViewer } from './confirm-viewer.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { limitSessionCode } from './limit-attempts.ts';
import { recordAccountChange } from './record-security-event.ts';
import { useSecondFactorCode } from './use-second-factor-code.ts';

const NONE = 'This account has no second factor and no passkey.';

/**
 * The person turns off the second factor. Refusals: `code_invalid`, `rate_limited`, `wrong_state` if it is off or
 * required.
 */
export async function switchOffSecondFactor(
  ctx: AccountsContext,
  viewer: Viewer,
  { code, password }: { code: string; password: string | undefined },
  from: Client,
): Promise<Refusal | undefined> {
  const { db, config } = ctx.platform;
  const known = await confirmViewer(ctx, viewer, password, from);
  if (isRefusal(known)) return known;
  const refused = await limitSessionCode(ctx, viewer.sessionId);
  if (refused) return refused;
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user) return refuse('wrong_state');
    const left = { hasAuthenticator: false, hasPasskey: await hasPasskey(tx, user.id) };
    if (secondFactorStateOf(user.role, left, config.staffSecondFactor) === 'required') {
      return refuse('wrong_state', 'Staff need a second factor. Another admin can reset a lost one.');
    }
    const factor = await store.findSecondFactor(tx, user.id);
    if (!factor?.confirmedAt) return refuse('wrong_state', 'The second factor is off.');
    if (!(await useSecondFactorCode(ctx, tx, user, code, from))) return refuse('code_invalid');
    await remove(ctx, tx, user, user.id, from);
    return undefined;
  });
}

/** Removes another person's lost second factor and passkeys. Refusals: `not_found`, `wrong_state`. */
export async function resetSecondFactor(
  ctx: AccountsContext,
  viewer: Viewer,
  id: string,
  from: Client,
): Promise<StaffMember | Refusal> {
  // An admin needs a code of the authenticator app to remove the own second factor, so an open session is not enough.
  if (id === viewer.id) return refuse('wrong_state', 'Ask another admin to reset yours.');
  const outcome = await ctx.platform.db.transaction(async (tx) => {
    const user = await lockMember(tx, id);
    return user ? removeLost(ctx, tx, user, viewer.id, from) : refuse('not_found');
  });
  return isRefusal(outcome) ? outcome : selectStaffMember(ctx, outcome.id);
}

/** Removes a lost second factor and the passkeys, for the command line. Refusals: `not_found`, `wrong_state`. */
export async function removeSecondFactor(ctx: AccountsContext, email: string): Promise<Person | Refusal> {
  const outcome = await ctx.platform.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    return user ? removeLost(ctx, tx, user, null) : refuse('not_found', 'No account has this address.');
  });
  return isRefusal(outcome) ? outcome : presentPerson(outcome);
}

/** Removes a lost second factor and all passkeys, and signs out every device of their owner. */
async function removeLost(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  actorId: string | null,
  from?: Client,
): Promise<UserRow | Refusal> {
  const hadFactor = await remove(ctx, tx, user, actorId, from);
  const hadPasskeys = await removePasskeys(ctx, tx, user, actorId, from);
  if (!hadFactor && !hadPasskeys) return refuse('wrong_state', NONE);
  await revokeSessionsOf(tx, user.id, 'second factor removed', ctx.platform.clock.now());
  return user;
}

/** Removes the second factor; false if it was off. */
async function remove(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  actorId: string | null,
  from?: Client,
): Promise<boolean> {
  if (!(await store.removeFactor(tx, user.id))) return false;
  await store.voidChallengesOf(tx, user.id, ctx.platform.clock.now());
  await recordAccountChange(ctx, tx, 'second_factor_off', { userId: user.id, actorId, from });
  await enqueueMail(ctx, tx, { kind: 'second_factor_off', userId: user.id });
  return true;
}

/** Removes all passkeys; false if there were none. */
async function removePasskeys(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  actorId: string | null,
  from?: Client,
): Promise<boolean> {
  const count = await deletePasskeysOf(tx, user.id);
  if (count === 0) return false;
  await store.voidChallengesOf(tx, user.id, ctx.platform.clock.now());
  const change = { userId: user.id, actorId, from, note: count === 1 ? 'the only one' : `all ${count}` };
  await recordAccountChange(ctx, tx, 'passkey_removed', change);
  await enqueueMail(ctx, tx, { kind: 'passkey_removed', userId: user.id, name: null });
  return true;
}
