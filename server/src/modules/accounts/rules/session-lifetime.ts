const DAY = 86_400;

/** A session without use ends after this time. */
export const REFRESH_SECONDS = 30 * DAY;
/** Every session ends after this time. */
export const SESSION_SECONDS = 90 * DAY;
/**
 * If a used refresh token comes again within this time, it gets the same answer, because two tabs may refresh at once.
 * Later it means theft.
 */
export const REFRESH_GRACE_SECONDS = 10;
