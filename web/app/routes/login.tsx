import { LoginForm } from '../features/account/login-form';
import { type PageHandle, signInQuery } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/login';

export const handle: PageHandle = { query: signInQuery, isKept: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Log in', path: '/login', noindex: true });

export default LoginForm;
