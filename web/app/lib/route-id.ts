import { data } from 'react-router';

/**
 * The id in an address, for a loader. Throws Not Found for anything but letters, digits, '-' and '_': Hono's client
 * puts it into the path unescaped, and `..%2Fme` would reach another endpoint.
 */
export function routeId({ id }: { id: string }): string {
  if (!/^[\w-]+$/.test(id)) throw data(null, { status: 404 });
  return id;
}
