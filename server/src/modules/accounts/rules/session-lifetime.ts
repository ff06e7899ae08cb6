const DAY = 86_400;

/** A session ends when it was not refreshed for this long. */
export const REFRESH_SECONDS = 30 * DAY;
/** Every session ends after this time. */
export const SESSION_SECONDS = 90 * DAY;
/**
 * How long a used refresh token still gets the same successor, so that two tabs may refresh at once; a later replay
 * counts as theft. A copy used within this time is detected at the next rotation.
 */
export const REFRESH_GRACE_SECONDS = 10;
/** A person without a password confirms changes by a sign-in that is younger than this. */
export const FRESH_SIGN_IN_SECONDS = 600;
