import type { PasskeyState, Role } from '@vialproof/contract/accounts';
import type { Audited, StepUp, Who } from '@vialproof/contract/who';
import { secondsAfter } from './clock.ts';
import { type Refusal, refuse } from './refusal.ts';

/** The signed-in person who makes a call. */
export type Viewer = {
  id: string;
  role: Role;
  sessionId: string;
  /** When the person last proved who they are in this session: by the sign-in, a password, a code or a passkey. */
  confirmedAt: Date;
  /** Set for staff who must set up a second factor first. Until then their `role` is 'customer'. */
  awaitsSecondFactor?: true;
  /** Set for staff who must use their passkey in this session, or set one up. Until then their `role` is 'customer'. */
  awaitsPasskey?: Extract<PasskeyState, 'unused' | 'required'>;
};

/* Each route says who may call it, and `refuseCall` checks that. Modules check rules about single objects. Answers:
   401 without a token, 404 for an object that the caller must not know, 403 for a known one without permission. */

const STAFF: readonly Role[] = ['analyst', 'reviewer', 'admin'];

export const isStaffRole = (role: Role) => STAFF.includes(role);

export function isStaff(viewer: Viewer | null): boolean {
  return viewer !== null && isStaffRole(viewer.role);
}

/** Whether the person works here, even if the rights of staff have not begun yet. */
export function worksHere(viewer: Viewer | null): boolean {
  return isStaff(viewer) || Boolean(viewer?.awaitsSecondFactor ?? viewer?.awaitsPasskey);
}

const ROLES_OF: Partial<Record<Who, readonly Role[]>> = {
  staff: STAFF,
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  // A program with a laboratory key has the rights of staff.
  labKey: STAFF,
};

/** For how long a proof of identity counts in a session. */
const CONFIRMED_SECONDS = 600;

/** Whether the person has proved who they are within the last ten minutes. */
export const isConfirmed = ({ confirmedAt }: Pick<Viewer, 'confirmedAt'>, now: Date): boolean =>
  confirmedAt > secondsAfter(now, -CONFIRMED_SECONDS);

/** What a route says about its callers, and whether the audit log records their reads. */
export type Access = { who: Who; stepUp?: StepUp | undefined; audited?: AuditedRead | undefined };

export type AuditedRead = {
  action: Audited;
  /** The position of `{id}` among the parts of the path; -1 if the address names no object. */
  idAt: number;
  /** The query parameters that narrow a list. */
  filters: string[];
};

/** Refuses a caller whom the route does not allow, or who must confirm the session first. */
export function refuseCall({ who, stepUp }: Access, viewer: Viewer | null, now: Date): Refusal | undefined {
  const refusal = refuseWho(who, viewer);
  if (refusal || !stepUp || !viewer) return refusal;
  const isAsked = stepUp === 'everybody' || viewer.role === 'admin';
  return isAsked && !isConfirmed(viewer, now) ? refuse('step_up_required') : undefined;
}

function refuseWho(who: Who, viewer: Viewer | null): Refusal | undefined {
  if (who === 'open' || who === 'result') return undefined;
  if (!viewer) return refuse('unauthenticated');
  const roles = ROLES_OF[who];
  if (!roles) return undefined;
  if (viewer.awaitsPasskey) return refuse('passkey_required');
  if (viewer.awaitsSecondFactor) return refuse('second_factor_required');
  if (!isStaff(viewer)) return refuse('not_found');
  return roles.includes(viewer.role) ? undefined : refuse('forbidden');
}

/** Refuses everybody except the owner, as if the object did not exist. */
export function ownerOnly(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? undefined : refuse('not_found');
}

/** Refuses staff who work on a test that they ordered themselves. */
export function notOwnOrder(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? refuse('own_order') : undefined;
}
