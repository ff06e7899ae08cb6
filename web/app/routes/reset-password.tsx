import { ResetRequestForm } from '../features/account/reset-request-form';
import { type PageHandle, signInQuery } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/reset-password';

export const handle: PageHandle = { query: signInQuery, isKept: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reset your password', path: '/reset-password', noindex: true });

export default ResetRequestForm;
