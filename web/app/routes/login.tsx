import { LoginForm } from '../features/account/login-form';
import { pageMeta } from '../lib/page-meta';
import type { PublicPage } from '../lib/public-page';
import type { Route } from './+types/login';

export const handle: PublicPage = { publicQuery: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Log in', path: '/login', noindex: true });

export default LoginForm;
