// Pages import it: no schemas here.

/** How long the taker of a dropped share may pay. */
export const TAKEN_PAY_HOURS = 24;
