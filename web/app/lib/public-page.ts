/**
 * The `handle` of a route whose page is the same for everybody, so that the server may cache it. Any other parameter in the
 * address than these makes the page anew each time.
 */
export type PublicPage = {
  /** What the page reads of the query. */
  publicQuery: readonly string[];
};
