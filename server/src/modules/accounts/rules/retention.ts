const DAY = 86_400;

/** Codes and unfinished sign-ins stay stored for this long after their end. */
export const ENDED_CODE_SECONDS = DAY;
/** How long an account may stay unverified before it is deleted. */
export const UNVERIFIED_SECONDS = 7 * DAY;
export const ENDED_SESSION_SECONDS = 30 * DAY;
export const SECURITY_LOG_SECONDS = 180 * DAY;
export const KNOWN_DEVICE_SECONDS = 400 * DAY;
/** How long the server tries to send the last mail about a deleted account. */
export const FAREWELL_SECONDS = 7 * DAY;
