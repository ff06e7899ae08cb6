import { VerifyEmailForm } from '../features/account/verify-email-form';
import { type PageHandle, signInQuery } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/verify-email';

export const handle: PageHandle = { query: signInQuery };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', path: '/verify-email', noindex: true });

export default VerifyEmailForm;
