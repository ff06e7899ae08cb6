const DAY = 86_400;

/** A session ends without a refresh in this time. */
export const REFRESH_SECONDS = 30 * DAY;
/** Every session ends after this time. */
export const SESSION_SECONDS = 90 * DAY;
/**
 * Two tabs may refresh with the same token at once, and get the same successor; a later replay is theft. A copy used
 * within this time is detected at the next rotation.
 */
export const REFRESH_GRACE_SECONDS = 10;
/** A person without a password confirms changes by a sign-in younger than this. */
export const FRESH_SIGN_IN_SECONDS = 600;
