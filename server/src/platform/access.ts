import type { Role } from '@vialproof/contract/accounts';
import type { Who } from '@vialproof/contract/who';
import { type Refusal, refuse } from './refusal.ts';

/** The caller, from a verified access token. */
export type Viewer = {
  id: string;
  role: Role;
  sessionId: string;
  /** Set for a staff member who must have a second factor and has none; until it is set up, `role` is 'customer'. */
  awaitsSecondFactor?: true;
};

/* Access to a call is declared on its route in the contract and enforced by `refuseCall`; access to an object is
   checked in the object's module. Answers: 401 without a token, 404 for objects that the caller must not know of,
   403 for known objects without permission. */

const STAFF: readonly Role[] = ['analyst', 'reviewer', 'admin'];

export const isStaffRole = (role: Role) => STAFF.includes(role);

export function isStaff(viewer: Viewer | null): boolean {
  return viewer !== null && isStaffRole(viewer.role);
}

const ROLES_OF: Partial<Record<Who, readonly Role[]>> = {
  staff: STAFF,
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  // A laboratory key acts for staff.
  labKey: STAFF,
};

/** Refuses a call by the sign-in and the role that its route requires. Rules about objects are in their modules. */
export function refuseCall(who: Who, viewer: Viewer | null): Refusal | undefined {
  if (who === 'open' || who === 'result') return undefined;
  if (!viewer) return refuse('unauthenticated');
  const roles = ROLES_OF[who];
  if (!roles) return undefined;
  if (viewer.awaitsSecondFactor) return refuse('second_factor_required');
  if (!isStaff(viewer)) return refuse('not_found');
  return roles.includes(viewer.role) ? undefined : refuse('forbidden');
}

/** Refuses everyone except the owner; for others the object does not exist. */
export function ownerOnly(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? undefined : refuse('not_found');
}

/** Refuses staff who process an order of their own. */
export function notOwnOrder(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? refuse('own_order') : undefined;
}
