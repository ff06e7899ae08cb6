import { data } from 'react-router';

/**
 * The id in an address, for a loader. Throws Not Found for anything but letters, digits, '-' and '_', because `..%2Fme`
 * would call another address of the API.
 */
export function routeId({ id }: { id: string }): string {
  if (!/^[\w-]+$/.test(id)) throw data(null, { status: 404 });
  return id;
}
