/**
 * Where a receipt stands: at the provider, or on a page of ours (`isOurs`, then only the path). Null for anything that is
 * no ordinary web address, such as `javascript:`.
 */
export function receiptAddress(
  address: string | null,
  origin: string,
): { href: string; isOurs: boolean } | null {
  const url = address ? URL.parse(address, origin) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const isOurs = url.origin === origin && url.pathname.startsWith('/dashboard/');
  return { href: isOurs ? url.pathname : url.href, isOurs };
}
