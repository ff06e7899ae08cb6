/** Peaks below this share of the total area, in percent, do not count where a method says nothing else. */
export const REPORTING_LIMIT_PERCENT = 0.05;
