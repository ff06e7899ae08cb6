import { pageNumber } from '../../lib/page-number';

/** The address of a list with these filters; what is empty, or the first page, is left out. */
export function listAddress(path: string, filter: Record<string, string | number>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== '' && !(name === 'page' && value === 1)) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The page in an address, at least 1. */
export function pageIn(search: URLSearchParams): number {
  return pageNumber(search, 1_000_000);
}
