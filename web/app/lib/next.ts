/** The page that was asked for before signing in: a path of this site, or null. Anything else is ignored. */
export function safeNext(asked: string | null): string | null {
  if (!asked?.startsWith('/')) return null;
  // The browser's own reading decides: '//host', '/\host' and tabs inside would leave the site.
  const base = 'https://this.site';
  const url = URL.parse(asked, base);
  return url?.origin === base ? url.pathname + url.search + url.hash : null;
}

/** An address of the sign-in pages that carries the page that was asked for, and more if given. */
export function withNext(path: string, next: string | null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more);
  if (next) query.set('next', next);
  return query.size > 0 ? `${path}?${query}` : path;
}

const signInReasons = ['ended', 'page', 'order', 'group', 'again', 'reset', 'secrets'] as const;
/** Why somebody is led to the sign-in page; the page says it. */
export type SignInReason = (typeof signInReasons)[number];

export function isSignInReason(text: string | null): text is SignInReason {
  return signInReasons.some((reason) => reason === text);
}

/** The address of the sign-in page for somebody who is led there: the page to go on to, why, and more if given. */
export function signInAddress(reason: SignInReason, next: string | null, more: Record<string, string> = {}) {
  return `/login?${new URLSearchParams({ ...(next && { next }), why: reason, ...more })}`;
}
