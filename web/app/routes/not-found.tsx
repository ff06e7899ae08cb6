import { data } from 'react-router';
import type { PageHandle } from '../lib/page-handle';
import { NotFound } from '../ui/not-found';
import type { Route } from './+types/not-found';

export const handle: PageHandle = { query: [] };

export function loader() {
  return data(null, { status: 404 });
}

// Empty on purpose: without it, a link to a missing page would ask the server for data.
export function clientLoader() {
  return null;
}

export function meta(_: Route.MetaArgs) {
  return [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }];
}

export default NotFound;
