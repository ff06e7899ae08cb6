import * as route from '@vialproof/contract/accounts.routes';
import { answerChallenge } from '@vialproof/contract/second-factor.routes';
import { stepUp } from '@vialproof/contract/sessions.routes';
import { type Cookie, createBrowser, ownOriginOnly } from '../../platform/http/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type AccountsContext,
  admit,
  answerSecondFactorChallenge,
  confirmSignature,
  refreshSession,
  registerAccount,
  requestPasswordReset,
  resendCode,
  selectProfile,
  setNewPassword,
  signIn,
  signOut,
  updateProfile,
  verifyEmail,
  verifyResetCode,
} from './accounts.service.ts';

/** The cookies of the site. Tokens are not cookies. */
const COOKIES = {
  /** The cookie that allows setting one new password. */
  reset: {
    name: 'password_reset',
    path: '/api/auth/reset-password',
    seconds: 600,
    sameSite: 'Strict',
  },
  /** Marks the browser that asked for a reset code. It allows nothing by itself. */
  resetBrowser: {
    name: 'reset_browser',
    path: '/api/auth/reset-password',
    seconds: 86_400,
    sameSite: 'Strict',
  },
  /** Proves that this browser made a registration. */
  registration: {
    name: 'registration',
    path: '/api/auth/verify-email',
    seconds: 86_400,
    sameSite: 'Strict',
  },
} as const satisfies Record<string, Cookie>;

/** Routes for registration, sign-in, sign-out and the person's own profile. */
export function accountsRoutes(platform: Platform, accounts: AccountsContext) {
  const { clientOf, keep, read, readToken, forget, keepDevice } = createBrowser(platform);
  const routes = newRoutes();

  routes.use('/auth/*', (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });
  for (const path of ['/auth/verify-email', '/auth/reset-password/*'])
    routes.use(path, ownOriginOnly(platform));

  return routes
    .openapi(route.register, async (c) => {
      const { email, proof } = unwrap(await registerAccount(accounts, c.req.valid('json'), clientOf(c)));
      keep(c, COOKIES.registration, proof);
      return c.json({ user: { email } }, 201);
    })
    .openapi(route.verifyEmail, async (c) => {
      const from = clientOf(c);
      const proof = read(c, COOKIES.registration);
      const signedIn = unwrap(await verifyEmail(accounts, c.req.valid('json'), proof, from));
      forget(c, COOKIES.registration);
      keepDevice(c, from);
      return c.json(signedIn, 200);
    })
    .openapi(route.resendCode, async (c) => {
      unwrap(await resendCode(accounts, c.req.valid('json').email, clientOf(c)));
      return c.json({}, 202);
    })
    .openapi(route.login, async (c) => {
      const from = clientOf(c);
      const answer = await admit(accounts, signIn(accounts, c.req.valid('json'), from));
      if ('challenge' in answer) return c.json(answer, 202);
      keepDevice(c, from);
      return c.json(answer, 200);
    })
    .openapi(answerChallenge, async (c) => {
      const from = clientOf(c);
      const answer = await admit(accounts, answerSecondFactorChallenge(accounts, c.req.valid('json'), from));
      keepDevice(c, from);
      return c.json(answer, 200);
    })
    .openapi(stepUp, async (c) => {
      const secret = c.req.valid('json');
      unwrap(await confirmSignature(accounts, requireViewer(c), secret, clientOf(c)));
      return c.body(null, 204);
    })
    .openapi(route.refresh, async (c) =>
      c.json(unwrap(await refreshSession(accounts, c.req.valid('json').refresh_token, clientOf(c))), 200),
    )
    .openapi(route.logout, async (c) => {
      await signOut(accounts, c.req.valid('json').refresh_token, clientOf(c));
      return c.body(null, 204);
    })
    .openapi(route.requestReset, async (c) => {
      const browser = readToken(c, COOKIES.resetBrowser);
      unwrap(await requestPasswordReset(accounts, c.req.valid('json').email, browser, clientOf(c)));
      keep(c, COOKIES.resetBrowser, browser);
      return c.json({}, 202);
    })
    .openapi(route.verifyResetCode, async (c) => {
      const from = clientOf(c);
      const browser = read(c, COOKIES.resetBrowser);
      const { grant } = unwrap(await verifyResetCode(accounts, c.req.valid('json'), browser, from));
      keep(c, COOKIES.reset, grant);
      keepDevice(c, from);
      return c.json({}, 200);
    })
    .openapi(route.setNewPassword, async (c) => {
      const grant = read(c, COOKIES.reset);
      unwrap(await setNewPassword(accounts, grant, c.req.valid('json').password, clientOf(c)));
      forget(c, COOKIES.reset);
      forget(c, COOKIES.resetBrowser);
      return c.body(null, 204);
    })
    .openapi(route.getProfile, async (c) => c.json(await selectProfile(accounts, requireViewer(c).id), 200))
    .openapi(route.putProfile, async (c) =>
      c.json(unwrap(await updateProfile(accounts, requireViewer(c).id, c.req.valid('json'))), 200),
    );
}
