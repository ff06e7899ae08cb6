import { ResetRequestForm } from '../features/account/reset-request-form';
import { pageMeta } from '../lib/page-meta';
import type { PublicPage } from '../lib/public-page';
import type { Route } from './+types/reset-password';

export const handle: PublicPage = { publicQuery: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reset your password', path: '/reset-password', noindex: true });

export default ResetRequestForm;
