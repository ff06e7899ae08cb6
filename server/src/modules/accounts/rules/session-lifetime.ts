const DAY = 86_400;

/** A session not refreshed for so long has ended. */
export const REFRESH_SECONDS = 30 * DAY;
/** However busy, a session ends after this. */
export const SESSION_SECONDS = 90 * DAY;
/**
 * Two tabs may refresh with the same token at once, and go on with the same successor; a replay after this is theft. A
 * copy that was used within it shows at the next rotation.
 */
export const REFRESH_GRACE_SECONDS = 10;
/** Whoever has no password confirms changes by a sign-in that is younger than this. */
export const FRESH_SIGN_IN_SECONDS = 600;
