/** From the redirect to the provider until the return. */
export const PROVIDER_FLOW_SECONDS = 600;
/** From the provider's redirect until the page fetches the session. */
export const PROVIDER_CODE_SECONDS = 60;

/** A path of this site, or undefined, so that a manipulated value cannot lead the browser away. */
export function localPath(next: string | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined;
  const base = 'http://this.site';
  if (!URL.canParse(next, base)) return undefined;
  const url = new URL(next, base);
  // '/..//elsewhere' is a path that begins with two slashes after normalization, which names another host.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
