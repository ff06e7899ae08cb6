import { createRoute, z } from '@hono/zod-openapi';
import { SignInProvider } from './account-changes.ts';
import { SignedIn } from './accounts.ts';
import { body, json, problems, signedIn } from './answers.routes.ts';
import { ExchangeBody, ProviderCallbackQuery, ProviderStartQuery } from './providers.ts';
import { Challenged } from './second-factor.ts';

const tags = ['Accounts'];
const provider = z.object({ provider: SignInProvider.meta({ param: { name: 'provider', in: 'path' } }) });

export const startProvider = createRoute({
  method: 'get',
  path: '/auth/providers/{provider}/start',
  tags,
  summary: 'Lead the browser to the provider; a link, not a call',
  request: { params: provider, query: ProviderStartQuery },
  responses: {
    302: { description: 'To the provider, or back to /login#provider_error=… when it does not answer' },
    ...problems('not_found', 'invalid_fields'),
  },
});

export const providerCallback = createRoute({
  method: 'get',
  path: '/auth/providers/{provider}/callback',
  tags,
  summary: 'Where the provider leads the browser back to',
  request: { params: provider, query: ProviderCallbackQuery },
  responses: {
    302: {
      description: 'To /login#provider_code=… with a one-time code of a minute, or /login#provider_error=…',
    },
    ...problems('not_found', 'invalid_fields'),
  },
});

export const exchangeProviderCode = createRoute({
  method: 'post',
  path: '/auth/providers/exchange',
  tags,
  summary: 'Trade the one-time code for a session, in the browser that began',
  request: { body: body(ExchangeBody) },
  responses: {
    200: json(SignedIn, 'Signed in'),
    202: json(Challenged, 'The second factor is asked for'),
    ...problems('malformed', 'sign_in_expired', 'cross_site', 'invalid_fields', 'rate_limited'),
  },
});

export const unlinkProvider = createRoute({
  method: 'delete',
  path: '/me/sign-in-providers/{provider}',
  tags,
  security: signedIn,
  summary: 'Sign in without this provider from now on; needs a password of your own',
  request: { params: provider },
  responses: {
    204: { description: 'Not linked any more' },
    ...problems('unauthenticated', 'cross_site', 'wrong_state', 'invalid_fields'),
  },
});
