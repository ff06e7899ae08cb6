/** The `handle` of every route with a page. */
export type PageHandle = {
  /** The query parameters that the page reads. The server removes all others before it renders the page. */
  query: readonly string[];
  /** Whether the page is the same for all users until public data change. The server may cache such a page. */
  isKept?: true;
  /**
   * Whether the server may send the cached page, with its time, for the rest of its minute while the database is down.
   * Never true for a page that says whether a certificate or a result is valid.
   */
  mayBeOld?: true;
};

/** The query parameters that the sign-in pages read (`useSignInParams`). */
export const signInQuery = ['next', 'email', 'why'] as const;
