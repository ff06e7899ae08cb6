/**
 * The address of a receipt, on the provider's site or on ours (`isOurs`; then only the path). Null for anything but an
 * ordinary web address, such as `javascript:`.
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
