import type { Role } from '@vialproof/contract/accounts';
import type { Who } from '@vialproof/contract/who';
import { type Refusal, refuse } from './refusal.ts';

/** The signed-in person who makes a call. */
export type Viewer = {
  id: string;
  role: Role;
  sessionId: string;
  /** Set for staff who must set up a second factor first. Until then their `role` is 'customer'. */
  awaitsSecondFactor?: true;
};

/* Each route says who may call it, and `refuseCall` checks that. Modules check rules about single objects. Answers:
   401 without a token, 404 for an object that the caller must not know, 403 for a known one without permission. */

const STAFF: readonly Role[] = ['analyst', 'reviewer', 'admin'];

export const isStaffRole = (role: Role) => STAFF.includes(role);

export function isStaff(viewer: Viewer | null): boolean {
  return viewer !== null && isStaffRole(viewer.role);
}

const ROLES_OF: Partial<Record<Who, readonly Role[]>> = {
  staff: STAFF,
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  // A program with a laboratory key has the rights of staff.
  labKey: STAFF,
};

/** Refuses a caller whom the route does not allow. */
export function refuseCall(who: Who, viewer: Viewer | null): Refusal | undefined {
  if (who === 'open' || who === 'result') return undefined;
  if (!viewer) return refuse('unauthenticated');
  const roles = ROLES_OF[who];
  if (!roles) return undefined;
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
