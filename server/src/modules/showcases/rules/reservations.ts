/** A place is reserved for this long. */
export const RESERVED_SECONDS = 3_600;
/** Payment providers keep a page open for at least half an hour. */
export const SHORTEST_PAGE_SECONDS = 32 * 60;
/** A payment that is being processed keeps the place for this long. */
export const PROCESSING_SECONDS = 86_400;
/** If a payment comes late, the result can still get a week on the home page that begins within so many days. */
export const LATE_DAYS = 7;
/** The owner gets a reminder this many days before the paid week on the home page ends. */
export const REMIND_DAYS = 2;
