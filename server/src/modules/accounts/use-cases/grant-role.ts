import type { Role } from '@vialproof/contract/accounts';
import type { StaffMember } from '@vialproof/contract/staff';
import { isStaffRole, type Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { type Person, presentPerson } from '../accounts.presenter.ts';
import * as store from '../accounts.store.ts';
import type { UserRow } from '../accounts.tables.ts';
import { STAFF_SESSION_SECONDS } from '../rules/session-lifetime.ts';
import { revokeSessionsBegunUntil } from '../sessions.store.ts';
import { selectStaffMember } from '../staff.queries.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/**
 * Gives a person a role, for the command line. Refusals: `not_found`, and `wrong_state` for an unverified address. The
 * last admin can also lose the role.
 */
export async function grantRole(
  ctx: AccountsContext,
  email: string,
  role: Role,
  actorId: string | null,
): Promise<Person | Refusal> {
  const outcome = await ctx.platform.db.transaction(async (tx) => {
    const user = await store.lockUserByEmail(tx, email);
    return user ? setRole(ctx, tx, user, role, actorId) : refuse('not_found', 'No account has this address.');
  });
  return isRefusal(outcome) ? outcome : presentPerson(outcome);
}

/** Lets an admin give or take a role. Refusals: `not_found`, `last_admin`, `wrong_state`. */
export async function putRole(
  ctx: AccountsContext,
  viewer: Viewer,
  id: string,
  role: Role,
  from: Client,
): Promise<StaffMember | Refusal> {
  const outcome = await ctx.platform.db.transaction(async (tx) => {
    const isLast = role === 'admin' ? false : await isLastAdmin(tx, { id, role: 'admin' });
    const user = await store.lockMember(tx, id);
    if (!user) return refuse('not_found');
    if (isLast && user.role === 'admin') return refuse('last_admin');
    return user.role === role ? user : setRole(ctx, tx, user, role, viewer.id, from);
  });
  return isRefusal(outcome) ? outcome : selectStaffMember(ctx, outcome.id);
}

/** Whether `user` is the only admin. The rows of all admins are locked, so that two cannot leave at once. */
export async function isLastAdmin(tx: Tx, user: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  if (user.role !== 'admin') return false;
  const admins = await store.lockAdmins(tx);
  return admins.every((admin) => admin.id === user.id);
}

/** Stores the role and who gave it. Refusal: `wrong_state` for an unverified address. */
async function setRole(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  role: Role,
  actorId: string | null,
  from?: Client,
): Promise<UserRow | Refusal> {
  if (!user.emailVerifiedAt && role !== 'customer') {
    return refuse('wrong_state', 'The address of this account has not been verified.');
  }
  const now = ctx.platform.clock.now();
  await store.setRole(tx, user.id, role, now);
  if (isStaffRole(user.role) || isStaffRole(role)) await endOldSessions(tx, user.id, now);
  const note = `${user.role} → ${role}`;
  await recordSecurityEvent(ctx, { kind: 'role_changed', userId: user.id, actorId, from, note }, tx);
  await recordAudit(tx, {
    at: now,
    actorId,
    action: 'account.role_changed',
    subject: { kind: 'user', id: user.id },
    detail: { from: user.role, to: role },
  });
  return { ...user, role };
}

/**
 * Ends the sessions that are too old for staff. Otherwise they would become valid again when the person leaves the
 * staff.
 */
function endOldSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  const then = secondsAfter(now, -STAFF_SESSION_SECONDS);
  return revokeSessionsBegunUntil(tx, userId, then, { reason: 'too old for staff', now });
}
