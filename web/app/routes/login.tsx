import { LoginForm } from '../features/account/login-form';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/login';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Log in', path: '/login', noindex: true });

export default function Page() {
  return <LoginForm />;
}
