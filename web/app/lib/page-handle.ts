/** The `handle` of every route that is a page. */
export type PageHandle = {
  /** The parameters of the query that the page reads. The server takes off all others before it makes the page. */
  query: readonly string[];
  /** Whether the page is the same for everybody until something public changes, so that the server may keep it. */
  isKept?: true;
  /**
   * Whether a kept page may be shown for the rest of its minute, with its time, while the database is away. Never one that says
   * whether a certificate or a result still stands.
   */
  mayBeOld?: true;
};

/** What the sign-in pages read of the query (`useSignInParams`). */
export const signInQuery = ['next', 'email', 'why'] as const;
