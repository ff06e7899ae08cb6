import type { Role } from '@vialproof/contract/accounts';
import type { Who } from '@vialproof/contract/who';
import { type Refusal, refuse } from './refusal.ts';

/** Who is asking; made from a checked access token. */
export type Viewer = {
  id: string;
  role: Role;
  sessionId: string;
  /** Staff who still have to set up a second factor; until then `role` is 'customer'. */
  awaitsSecondFactor?: true;
};

/*
 * Who may make a call stands on its route in the contract and is enforced by `refuseCall`; who may do what to an object stands in
 * the module of the object. The answers are those of the interface: 401 without a token, 404 for what is not yours to know of,
 * 403 for what you know but may not do.
 */

const STAFF: readonly Role[] = ['analyst', 'reviewer', 'admin'];

export const isStaffRole = (role: Role) => STAFF.includes(role);

export function isStaff(viewer: Viewer | null): boolean {
  return viewer !== null && isStaffRole(viewer.role);
}

const ROLES_OF: Partial<Record<Who, readonly Role[]>> = {
  staff: STAFF,
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  // A key speaks for staff.
  labKey: STAFF,
};

/** The refusal of a call by the sign-in and the role that its route demands. Rules about objects stand in their modules. */
export function refuseCall(who: Who, viewer: Viewer | null): Refusal | undefined {
  if (who === 'open' || who === 'result') return undefined;
  if (!viewer) return refuse('unauthenticated');
  const roles = ROLES_OF[who];
  if (!roles) return undefined;
  if (viewer.awaitsSecondFactor) return refuse('second_factor_required');
  if (!isStaff(viewer)) return refuse('not_found');
  return roles.includes(viewer.role) ? undefined : refuse('forbidden');
}

/** The owner of a thing; to everybody else it does not exist. */
export function ownerOnly(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? undefined : refuse('not_found');
}

/** Staff never handle their own order. */
export function notOwnOrder(viewer: Viewer, ownerId: string): Refusal | undefined {
  return viewer.id === ownerId ? refuse('own_order') : undefined;
}
