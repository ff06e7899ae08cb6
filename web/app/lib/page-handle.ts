/** What a route's `handle` says about its page. */
export type PageHandle = {
  /** The query parameters that the page reads. The server removes all others. */
  query: readonly string[];
  /** Whether the page is the same for all users, so that the server may cache it. */
  isKept?: true;
  /**
   * Whether the server may send the cached page for a minute while the database is down. Never for a page that says
   * whether a certificate or a result is valid.
   */
  mayBeOld?: true;
};

/** The query parameters that the sign-in pages read (`useSignInParams`). */
export const signInQuery = ['next', 'email', 'why'] as const;
