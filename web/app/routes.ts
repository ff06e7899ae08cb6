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
    route('transparency', 'routes/transparency.tsx'),
    route('how-it-works', 'routes/how-it-works.tsx'),
    route('group-tests', 'routes/group-tests.tsx'),
    route('group-tests/request', 'routes/group-test-request.tsx'),
    route('group-tests/:id', 'routes/group-test.tsx'),
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('verify-email', 'routes/verify-email.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('reset-password/code', 'routes/reset-password-code.tsx'),
    route('reset-password/new', 'routes/reset-password-new.tsx'),
    route('order-success', 'routes/order-success.tsx'),
    // A signed-in area is one route; its pages stand in a table of its own (routes/dashboard.pages.ts, lab/pages.ts).
    route('dashboard/*', 'routes/dashboard.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('testing-policy', 'routes/testing-policy.tsx'),
    ...development,
    route('*', 'routes/not-found.tsx'),
  ]),
  // The laboratory has its own shell: no public header, and Not Found to everybody who is not staff.
  route('lab/*', 'lab/shell.tsx'),
] satisfies RouteConfig;
