/** A place is reserved for this long. */
export const RESERVED_SECONDS = 3_600;
/** A page that opens late stays open this long, because providers need half an hour. */
export const SHORTEST_PAGE_SECONDS = 32 * 60;
/** A payment that is being processed keeps the place for this long. */
export const PROCESSING_SECONDS = 86_400;
/** A late payment can get a week that begins within this many days. */
export const LATE_DAYS = 7;
/** The owner is reminded this many days before the end. */
export const REMIND_DAYS = 2;
