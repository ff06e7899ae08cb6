/** How long a place is reserved for its payer; the payment page closes with it. */
export const RESERVED_SECONDS = 3_600;
/** A page opened late in the hour stays open a little longer: providers allow no shorter one (Stripe: half an hour). */
export const SHORTEST_PAGE_SECONDS = 32 * 60;
/** How much longer a payment in processing keeps its place. */
export const PROCESSING_SECONDS = 86_400;
/** A late payment gets another week that begins within so many days. */
export const LATE_DAYS = 7;
/** The owner gets a reminder so many days before the end of a week, the last day counted. */
export const REMIND_DAYS = 2;
