/** The number of entries on one page of a public list, unless the reader asks for another number. */
export const PAGE_SIZE = 9;
