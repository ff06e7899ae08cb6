import { RegisterForm } from '../features/account/register-form';
import { type PageHandle, signInQuery } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/register';

export const handle: PageHandle = { query: signInQuery, isKept: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Register', path: '/register', noindex: true });

export default RegisterForm;
