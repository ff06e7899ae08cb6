import { ResetCodeForm } from '../features/account/reset-code-form';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/reset-password-code';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Enter the code', path: '/reset-password/code', noindex: true });

export default ResetCodeForm;
