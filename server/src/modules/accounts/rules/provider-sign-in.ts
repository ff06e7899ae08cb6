/** How long a person may take from the redirect to the provider until the return. */
export const PROVIDER_FLOW_SECONDS = 600;
/** How long the page may take from the provider's redirect until it fetches the session. */
export const PROVIDER_CODE_SECONDS = 60;

/** The requested path if it belongs to this site, otherwise undefined: a manipulated value must not lead elsewhere. */
export function localPath(next: string | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined;
  const base = 'http://this.site';
  if (!URL.canParse(next, base)) return undefined;
  const url = new URL(next, base);
  // '/..//elsewhere' normalizes to a path with two leading slashes, and a browser would read that as another host.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
