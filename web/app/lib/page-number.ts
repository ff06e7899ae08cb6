/**
 * The page that an address asks for: decimal digits from 1, at most `most`; whatever else a stranger writes there is page 1.
 * The server reads numbers of a query in the same way.
 */
export function pageNumber(params: URLSearchParams, most: number): number {
  const typed = params.get('page') ?? '';
  return /^\d{1,16}$/.test(typed) ? Math.min(Math.max(Number(typed), 1), most) : 1;
}
