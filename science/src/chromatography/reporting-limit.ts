/** The reporting limit of a method that sets none, in % of the total area. */
export const REPORTING_LIMIT_PERCENT = 0.05;
