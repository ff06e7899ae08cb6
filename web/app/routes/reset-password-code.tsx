import { ResetCodeForm } from '../features/account/reset-code-form';
import { type PageHandle, signInQuery } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/reset-password-code';

export const handle: PageHandle = { query: signInQuery };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Enter the code', path: '/reset-password/code', noindex: true });

export default ResetCodeForm;
