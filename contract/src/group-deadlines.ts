// This file has no schemas, because pages import it.

/** The hours in which a person must pay after taking a share that another member dropped. */
export const TAKEN_PAY_HOURS = 24;
