/** Between leaving for the provider and coming back. */
export const PROVIDER_FLOW_SECONDS = 600;
/** Between the provider's redirect and the page that fetches the session. */
export const PROVIDER_CODE_SECONDS = 60;

/** A path of this site, or undefined: what somebody else put there must not lead the browser away. */
export function localPath(next: string | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined;
  const base = 'http://this.site';
  if (!URL.canParse(next, base)) return undefined;
  const url = new URL(next, base);
  // '/..//elsewhere' is a path whose own path begins with two slashes, which names another host.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
