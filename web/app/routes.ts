import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const development = import.meta.env.DEV ? [route('dev/ui', 'routes/dev-ui.tsx')] : [];

export default [
  layout('routes/site.tsx', [
    index('routes/home.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('tests', 'routes/tests.tsx'),
    route('tests/:id', 'routes/test.tsx'),
    route('request', 'routes/request.tsx'),
    route('request/success', 'routes/request-success.tsx'),
    route('verify', 'routes/verify.tsx'),
    route('how-it-works', 'routes/how-it-works.tsx'),
    route('group-tests', 'routes/group-tests.tsx'),
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('verify-email', 'routes/verify-email.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('reset-password/code', 'routes/reset-password-code.tsx'),
    route('reset-password/new', 'routes/reset-password-new.tsx'),
    route('order-success', 'routes/order-success.tsx'),
    route('dashboard', 'routes/dashboard.tsx', [
      index('routes/dashboard-overview.tsx'),
      route('tests', 'routes/dashboard-tests.tsx'),
      route('tests/:id', 'routes/dashboard-test.tsx'),
      route('profile', 'routes/dashboard-profile.tsx'),
      route('billing', 'routes/dashboard-billing.tsx'),
    ]),
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('testing-policy', 'routes/testing-policy.tsx'),
    ...development,
    route('*', 'routes/not-found.tsx'),
  ]),
  // The laboratory has its own shell: no public header, and Not Found to everybody who is not staff.
  route('lab', 'lab/shell.tsx', [
    index('lab/queue/queue.tsx'),
    route('requests/:id', 'lab/requests/request.tsx'),
  ]),
] satisfies RouteConfig;
