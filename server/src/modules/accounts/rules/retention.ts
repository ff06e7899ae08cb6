const DAY = 86_400;

/** How long codes, challenges and half-done sign-ins stay stored after their end. */
export const ENDED_CODE_SECONDS = DAY;
/** An account whose address nobody proved. */
export const UNVERIFIED_SECONDS = 7 * DAY;
export const ENDED_SESSION_SECONDS = 30 * DAY;
export const SECURITY_LOG_SECONDS = 180 * DAY;
export const KNOWN_DEVICE_SECONDS = 400 * DAY;
/** How long the last mail to whoever deleted the account is tried. */
export const FAREWELL_SECONDS = 7 * DAY;
