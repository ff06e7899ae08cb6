import * as route from '@vialproof/contract/accounts.routes';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type ApiContext, clientAddress, newRoutes, requireViewer } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Accounts, From } from './accounts.service.ts';

const RESET = { name: 'password_reset', path: '/api/auth/reset-password', seconds: 600 };
const REGISTRATION = { name: 'registration', path: '/api/auth/verify-email', seconds: 86_400 };
type Cookie = typeof RESET;

/** Signing up, in and out, and one's own profile. */
export function accountsRoutes(platform: Platform, accounts: Accounts) {
  const fromOf = (c: ApiContext): From => ({
    address: clientAddress(c, platform.config.trustProxy),
    userAgent: c.req.header('user-agent')?.slice(0, 200) ?? null,
  });
  /** For this site's own calls only, never read by a script. */
  const keep = (c: ApiContext, cookie: Cookie, value: string) =>
    setCookie(c, cookie.name, value, {
      path: cookie.path,
      maxAge: cookie.seconds,
      httpOnly: true,
      sameSite: 'Strict',
      secure: platform.publicUrl().startsWith('https:'),
    });
  const routes = newRoutes();

  routes.use('/auth/*', (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });

  return routes
    .openapi(route.register, async (c) => {
      const { email, proof } = unwrap(await accounts.register(c.req.valid('json'), fromOf(c)));
      keep(c, REGISTRATION, proof);
      return c.json({ user: { email } }, 201);
    })
    .openapi(route.verifyEmail, async (c) => {
      const proof = getCookie(c, REGISTRATION.name);
      const signedIn = unwrap(await accounts.verifyEmail(c.req.valid('json'), proof, fromOf(c)));
      deleteCookie(c, REGISTRATION.name, { path: REGISTRATION.path });
      return c.json(signedIn, 200);
    })
    .openapi(route.resendCode, async (c) => {
      unwrap(await accounts.resendCode(c.req.valid('json').email, fromOf(c)));
      return c.json({}, 202);
    })
    .openapi(route.login, async (c) =>
      c.json(unwrap(await accounts.login(c.req.valid('json'), fromOf(c))), 200),
    )
    .openapi(route.refresh, async (c) =>
      c.json(unwrap(await accounts.refresh(c.req.valid('json').refresh_token)), 200),
    )
    .openapi(route.logout, async (c) => {
      await accounts.logout(c.req.valid('json').refresh_token);
      return c.body(null, 204);
    })
    .openapi(route.requestReset, async (c) => {
      unwrap(await accounts.requestReset(c.req.valid('json').email, fromOf(c)));
      return c.json({}, 202);
    })
    .openapi(route.verifyResetCode, async (c) => {
      const { grant } = unwrap(await accounts.verifyResetCode(c.req.valid('json'), fromOf(c)));
      keep(c, RESET, grant);
      return c.json({}, 200);
    })
    .openapi(route.setNewPassword, async (c) => {
      unwrap(await accounts.setNewPassword(getCookie(c, RESET.name), c.req.valid('json').password));
      deleteCookie(c, RESET.name, { path: RESET.path });
      return c.body(null, 204);
    })
    .openapi(route.getProfile, async (c) => c.json(await accounts.selectProfile(requireViewer(c).id), 200))
    .openapi(route.putProfile, async (c) =>
      c.json(await accounts.updateProfile(requireViewer(c).id, c.req.valid('json')), 200),
    );
}
