/** So long a place is kept for who is to pay it; the payment page closes with it. */
export const RESERVED_SECONDS = 3_600;
/** A page that is opened late in the hour stays open a little longer: providers allow no shorter ones (Stripe: half an hour). */
export const SHORTEST_PAGE_SECONDS = 32 * 60;
/** A payment that the provider works on keeps its place so much longer. */
export const PROCESSING_SECONDS = 86_400;
/** A payment that comes late is given another week when one begins within so many days. */
export const LATE_DAYS = 7;
/** So many days before the end of a week, the last one counted, its owner is reminded. */
export const REMIND_DAYS = 2;
