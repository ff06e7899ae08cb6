// No schemas here: pages import this file.

/** Time to pay after taking a dropped share. */
export const TAKEN_PAY_HOURS = 24;
