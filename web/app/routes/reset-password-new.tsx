import { NewPasswordForm } from '../features/account/new-password-form';
import { type PageHandle, signInQuery } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/reset-password-new';

export const handle: PageHandle = { query: signInQuery };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Choose a new password', path: '/reset-password/new', noindex: true });

export default NewPasswordForm;
