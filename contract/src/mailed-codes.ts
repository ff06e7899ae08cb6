// Codes that mails carry: what pages and the server both say of them.

/** Before another code may be asked for. */
export const CODE_PAUSE_SECONDS = 60;
/** How long a mailed code can be used, and how often it may be entered wrong. */
export const CODE_SECONDS = 600;
export const CODE_ATTEMPTS = 5;
