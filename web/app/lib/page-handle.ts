/** The `handle` of every route with a page. */
export type PageHandle = {
  /** The query parameters that the page reads. The server removes all others before it renders the page. */
  query: readonly string[];
  /** Whether the page is the same for all users until public data change, so that the server may cache it. */
  isKept?: true;
  /**
   * Whether a cached page may be shown for the rest of its minute, with its time, while the database is down. Never for
   * a page that says whether a certificate or a result is valid.
   */
  mayBeOld?: true;
};

/** The query parameters that the sign-in pages read (`useSignInParams`). */
export const signInQuery = ['next', 'email', 'why'] as const;
