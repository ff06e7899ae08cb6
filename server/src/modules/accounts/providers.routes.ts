import * as route from '@vialproof/contract/providers.routes';
import { type Cookie, createBrowser, ownOriginOnly } from '../../platform/http/browser.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem, refuse, unwrap } from '../../platform/refusal.ts';
import {
  type AccountsContext,
  admit,
  exchangeProviderCode,
  finishProviderSignIn,
  isProviderConfigured,
  startProviderSignIn,
  unlinkProvider,
} from './accounts.service.ts';

const COOKIES = {
  /** The encrypted secrets of a sign-in. The cookie is Lax, because the browser comes back from another site. */
  flow: { name: 'sign_in_flow', path: '/api/auth/providers', seconds: 600, sameSite: 'Lax' },
  /** Marks the browser, because the one-time code works only there. */
  exchange: { name: 'sign_in_browser', path: '/api/auth/providers', seconds: 60, sameSite: 'Strict' },
} as const satisfies Record<string, Cookie>;

/** Sign-in with Google and Discord: two redirects and one call. */
export function providersRoutes(platform: Platform, accounts: AccountsContext) {
  const { clientOf, keep, read, forget, keepDevice } = createBrowser(platform);
  const routes = newRoutes();
  routes.use('/auth/providers/exchange', ownOriginOnly(platform));

  /** The address of the page that continues the sign-in. Its data are behind #, so they reach no server and no log. */
  function loginPage(next: string | undefined, facts: Record<string, string>): string {
    const query = next ? `?${new URLSearchParams({ next })}` : '';
    return `/login${query}#${new URLSearchParams(facts)}`;
  }

  return routes
    .openapi(route.exchangeProviderCode, async (c) => {
      const from = clientOf(c);
      const browser = read(c, COOKIES.exchange);
      const answer = await admit(
        accounts,
        exchangeProviderCode(accounts, c.req.valid('json').code, browser, from),
      );
      forget(c, COOKIES.exchange);
      if ('challenge' in answer) return c.json(answer, 202);
      keepDevice(c, from);
      return c.json(answer, 200);
    })
    .openapi(route.startProvider, async (c) => {
      const { provider } = c.req.valid('param');
      if (!isProviderConfigured(accounts, provider)) throw new Problem(refuse('not_found'));
      const started = await startProviderSignIn(accounts, provider, c.req.valid('query').next);
      if ('error' in started) {
        platform.figures.countRefusedSignIn(`provider_${started.error}`);
        return c.redirect(loginPage(started.next, { provider_error: started.error }), 302);
      }
      keep(c, COOKIES.flow, started.flow);
      return c.redirect(started.url, 302);
    })
    .openapi(route.providerCallback, async (c) => {
      const { provider } = c.req.valid('param');
      if (!isProviderConfigured(accounts, provider)) throw new Problem(refuse('not_found'));
      const query = new URL(c.req.url).searchParams;
      const outcome = await finishProviderSignIn(
        accounts,
        provider,
        query,
        read(c, COOKIES.flow),
        clientOf(c),
      );
      forget(c, COOKIES.flow);
      if ('error' in outcome) {
        platform.figures.countRefusedSignIn(`provider_${outcome.error}`);
        return c.redirect(loginPage(outcome.next, { provider_error: outcome.error }), 302);
      }
      keep(c, COOKIES.exchange, outcome.browser);
      return c.redirect(loginPage(outcome.next, { provider_code: outcome.code }), 302);
    })
    .openapi(route.unlinkProvider, async (c) => {
      unwrap(await unlinkProvider(accounts, requireViewer(c), c.req.valid('param').provider, clientOf(c)));
      return c.body(null, 204);
    });
}
