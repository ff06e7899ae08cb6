import type { Role } from '@vialproof/contract/accounts';
import type { Who } from '@vialproof/contract/who';
import { type Refusal, refuse } from './refusal.ts';

/** The signed-in person who calls. */
export type Viewer = {
  id: string;
  role: Role;
  sessionId: string;
  /** Set for staff without a required second factor; `role` is 'customer' until then. */
  awaitsSecondFactor?: true;
};

/* Each route declares who may call it, and `refuseCall` checks this; rules about objects are in their modules.
   Answers: 401 without a token, 404 for objects that the caller may not know, 403 for known ones without
   permission. */

const STAFF: readonly Role[] = ['analyst', 'reviewer', 'admin'];

export const isStaffRole = (role: Role) => STAFF.includes(role);

export function isStaff(viewer: Viewer | null): boolean {
  return viewer !== null && isStaffRole(viewer.role);
}

const ROLES_OF: Partial<Record<Who, readonly Role[]>> = {
  staff: STAFF,
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  // A program with a laboratory key acts as staff.
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

/** Refuses staff who work on an order of their own. */
export function notOwnOrder(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? refuse('own_order') : undefined;
}
