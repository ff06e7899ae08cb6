import { VerifyEmailForm } from '../features/account/verify-email-form';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/verify-email';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Verify your email', path: '/verify-email', noindex: true });

export default VerifyEmailForm;
