import { z } from '@hono/zod-openapi';
import { SignInProvider } from './account-changes.ts';
import { SignedIn } from './accounts.ts';
import { json, routesOf } from './answers.routes.ts';
import { ExchangeBody, ProviderCallbackQuery, ProviderStartQuery } from './providers.ts';
import { Challenged } from './second-factor.ts';

const route = routesOf('Accounts', 'open');

const provider = z.object({ provider: SignInProvider.meta({ param: { name: 'provider', in: 'path' } }) });

export const startProvider = route('get', '/auth/providers/{provider}/start', {
  summary: 'Lead the browser to the provider; a link, not a call',
  params: provider,
  query: ProviderStartQuery,
  answers: {
    302: { description: 'To the provider, or back to /login#provider_error=… when it does not answer' },
  },
  refuses: ['not_found', 'invalid_fields'],
});

export const providerCallback = route('get', '/auth/providers/{provider}/callback', {
  summary: 'Where the provider leads the browser back to',
  params: provider,
  query: ProviderCallbackQuery,
  answers: {
    302: {
      description: 'To /login#provider_code=… with a one-time code of a minute, or /login#provider_error=…',
    },
  },
  refuses: ['not_found', 'invalid_fields'],
});

export const exchangeProviderCode = route('post', '/auth/providers/exchange', {
  summary: 'Trade the one-time code for a session, in the browser that began',
  body: ExchangeBody,
  answers: { 200: json(SignedIn, 'Signed in'), 202: json(Challenged, 'The second factor is asked for') },
  refuses: ['sign_in_expired', 'rate_limited'],
});

export const unlinkProvider = route('delete', '/me/sign-in-providers/{provider}', {
  summary: 'Sign in without this provider from now on; needs a password of your own',
  stepUp: 'everybody',
  who: 'own',
  params: provider,
  answers: { 204: { description: 'Not linked any more' } },
  refuses: ['wrong_state', 'invalid_fields'],
});
