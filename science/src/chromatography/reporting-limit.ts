/** The default reporting limit in % of the total area, for methods that set none. */
export const REPORTING_LIMIT_PERCENT = 0.05;
