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
