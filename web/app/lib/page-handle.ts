/** The `handle` of every route that is a page. */
export type PageHandle = {
  /** The parameters of the query that the page reads. The server takes off all others before it makes the page. */
  query: readonly string[];
  /** Whether the page is the same for everybody until something public changes, so that the server may keep it. */
  isKept?: true;
};

/** What the sign-in pages read of the query (`useSignInParams`). */
export const signInQuery = ['next', 'email', 'why'] as const;
