/** Default number of entries on a page of a public list. */
export const PAGE_SIZE = 9;
