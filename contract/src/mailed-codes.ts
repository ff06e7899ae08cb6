/** Number of digits in a mailed code. */
export const CODE_LENGTH = 6;
/** The seconds that a person waits before requesting another code. */
export const CODE_PAUSE_SECONDS = 60;
/** The seconds for which a mailed code is valid, and the number of wrong tries that it allows. */
export const CODE_SECONDS = 600;
export const CODE_ATTEMPTS = 5;
