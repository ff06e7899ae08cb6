import { RegisterForm } from '../features/account/register-form';
import { pageMeta } from '../lib/page-meta';
import type { PublicPage } from '../lib/public-page';
import type { Route } from './+types/register';

export const handle: PublicPage = { publicQuery: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Register', path: '/register', noindex: true });

export default RegisterForm;
