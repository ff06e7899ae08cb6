/** Default reporting limit in percent of the total area, for methods without one. */
export const REPORTING_LIMIT_PERCENT = 0.05;
