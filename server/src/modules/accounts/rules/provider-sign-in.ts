/** The longest time between leaving for the provider and coming back. */
export const PROVIDER_FLOW_SECONDS = 600;
/** The longest time between the provider's redirect and the call for the session. */
export const PROVIDER_CODE_SECONDS = 60;

/** The wanted path if it is on this site; otherwise undefined. */
export function localPath(next: string | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined;
  const base = 'http://this.site';
  if (!URL.canParse(next, base)) return undefined;
  const url = new URL(next, base);
  // '/..//elsewhere' would become '//elsewhere', which browsers read as another host.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
