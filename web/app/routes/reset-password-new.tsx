import { NewPasswordForm } from '../features/account/new-password-form';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/reset-password-new';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Choose a new password', path: '/reset-password/new', noindex: true });

export default NewPasswordForm;
