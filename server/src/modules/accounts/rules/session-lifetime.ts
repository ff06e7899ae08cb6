import type { Role } from '@vialproof/contract/accounts';

const DAY = 86_400;

/** A session without use ends after this time. */
export const REFRESH_SECONDS = 30 * DAY;
/** Every session ends this long after its sign-in. */
export const SESSION_SECONDS = 90 * DAY;
/** A session of staff ends this long after its sign-in, even if it is used all the time. */
export const STAFF_SESSION_SECONDS = DAY / 2;
/**
 * If a used refresh token comes again within this time, it gets the same answer, because two tabs may refresh at once.
 * Later it means theft.
 */
export const REFRESH_GRACE_SECONDS = 10;

/** When a session ends at the latest, by the role that the person has now. */
export const sessionEndsAt = (role: Role, session: { createdAt: Date; expiresAt: Date }): Date =>
  role === 'customer'
    ? session.expiresAt
    : new Date(session.createdAt.getTime() + STAFF_SESSION_SECONDS * 1000);
