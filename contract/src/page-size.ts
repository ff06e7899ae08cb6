/** Entries on a page of a public list that does not ask for another number. */
export const PAGE_SIZE = 9;
