import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Challenged } from '@vialproof/contract/second-factor';
import { OAuth2Server } from 'oauth2-mock-server';
import { onTestFinished } from 'vitest';
import { cookieJar } from './cookies.ts';
import type { TestApp } from './test-app.ts';

export const GOOGLE = {
  sub: 'g-1',
  email: 'mara@mail.test',
  email_verified: true,
  given_name: 'Mara',
  family_name: 'Lindqvist',
};
export const DISCORD = {
  id: 'd-1',
  username: 'mara',
  global_name: 'Mara L',
  email: 'mara@mail.test',
  verified: true,
};
type Claims = Record<string, unknown>;

/** A real OpenID provider for sign-ins. The test sets what it says about the user. */
export async function openIdProvider(claims: Claims = GOOGLE) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  server.issuer.url = `http://127.0.0.1:${server.address().port}`;
  onTestFinished(async () => {
    if (server.listening) await server.stop();
  });
  const asked: string[] = [];
  let said = claims;
  server.service.on('beforeTokenSigning', (token) =>
    Object.assign(token.payload, { aud: 'client-id' }, said),
  );
  server.service.on('beforeResponse', (_response, request) => {
    asked.push(String((request as { body?: { code_verifier?: string } }).body?.code_verifier));
  });
  return { server, asked, say: (next: Claims) => (said = next) };
}

export async function discordOf(user: Claims = DISCORD) {
  const server = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/oauth2/authorize', token: '/api/oauth2/token', userinfo: '/api/users/@me' },
  });
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  onTestFinished(() => server.stop());
  server.service.on('beforeUserinfo', (response) => {
    response.body = user;
  });
  server.issuer.url = `http://127.0.0.1:${server.address().port}`;
  return server.issuer.url;
}

export const googleSettings = (issuer: string | undefined) => ({
  GOOGLE_CLIENT_ID: 'client-id',
  GOOGLE_CLIENT_SECRET: 'client-secret',
  GOOGLE_ISSUER: issuer ?? '',
});

/** A browser that keeps cookies and does not follow redirects by itself. */
export function browser(app: TestApp) {
  const { cookies, headers, keep } = cookieJar();
  async function go(path: string, json?: object) {
    const answer = await app.raw(path, { headers: headers(), ...(json ? { json } : {}) });
    keep(answer.headers);
    return answer;
  }
  const location = (answer: Response) => answer.headers.get('location') ?? '';
  const pathOf = (url: string) => {
    const { pathname, search } = new URL(url, 'http://site');
    return `${pathname}${search}`;
  };
  /** Starts a sign-in at the provider. Returns the address to which the provider redirects. */
  async function upToCallback(name = 'google', query = '') {
    const away = location(await go(`/api/auth/providers/${name}/start${query}`));
    const back = await fetch(away, { redirect: 'manual' });
    return { away: new URL(away), callback: pathOf(location(back)) };
  }
  return {
    cookies,
    go,
    location,
    upToCallback,
    /** Does the whole sign-in. Returns the address of the last page. */
    async land(name = 'google', query = '') {
      const { callback } = await upToCallback(name, query);
      const landed = await go(callback);
      return location(landed);
    },
    async exchange(code: string) {
      const answer = await go('/api/auth/providers/exchange', { code });
      return { status: answer.status, body: (await answer.json()) as SignedIn & Challenged & ProblemBody };
    },
    async signIn(name = 'google') {
      const landed = await this.land(name);
      return this.exchange(codeIn(landed));
    },
  };
}

export const codeIn = (address: string) =>
  new URLSearchParams(address.split('#')[1]).get('provider_code') ?? '';
export const errorIn = (address: string) => new URLSearchParams(address.split('#')[1]).get('provider_error');
