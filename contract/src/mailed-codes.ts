// Mailed codes: constants for pages and server.

/** Number of digits in a mailed code. */
export const CODE_LENGTH = 6;
/** Waiting time before another code may be requested. */
export const CODE_PAUSE_SECONDS = 60;
/** Validity of a mailed code, and its number of allowed wrong tries. */
export const CODE_SECONDS = 600;
export const CODE_ATTEMPTS = 5;
