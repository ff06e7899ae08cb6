import { data } from 'react-router';

/**
 * The id in an address, for a loader. Throws Not Found for anything but letters, digits, '-' and '_': Hono's client puts it
 * into the path of a call as it is, and `..%2Fme` would call something else.
 */
export function routeId({ id }: { id: string }): string {
  if (!/^[\w-]+$/.test(id)) throw data(null, { status: 404 });
  return id;
}
