/** A place is reserved for its payer for so long. Then the payment page closes too. */
export const RESERVED_SECONDS = 3_600;
/**
 * A page that is opened at the end of the hour stays open a little longer, because providers allow no shorter page
 * (Stripe: half an hour).
 */
export const SHORTEST_PAGE_SECONDS = 32 * 60;
/** A payment that the provider is processing keeps the place so much longer. */
export const PROCESSING_SECONDS = 86_400;
/** A late payment can get another week, which begins within so many days. */
export const LATE_DAYS = 7;
/** The owner gets a reminder so many days before the end of a week. The last day counts as one of them. */
export const REMIND_DAYS = 2;
