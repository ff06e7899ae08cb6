const DAY = 86_400;

/** A session without use ends after this time. */
export const REFRESH_SECONDS = 30 * DAY;
/** Every session ends after this time. */
export const SESSION_SECONDS = 90 * DAY;
/**
 * Within this time, a used refresh token gets the same new token again, because two tabs may refresh at once. Later it
 * counts as theft.
 */
export const REFRESH_GRACE_SECONDS = 10;
/** A person without a password must have signed in within this time to confirm changes. */
export const FRESH_SIGN_IN_SECONDS = 600;
