import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Challenged } from '@vialproof/contract/second-factor';
import type { SecurityLog } from '@vialproof/contract/security-log';
import { OAuth2Server } from 'oauth2-mock-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { authenticator, isLetIn, login, mailedCode, subjects, switchOn } from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { localPath } from './next-path.ts';

const GOOGLE = {
  sub: 'g-1',
  email: 'mara@mail.test',
  email_verified: true,
  given_name: 'Mara',
  family_name: 'Lindqvist',
};
const DISCORD = {
  id: 'd-1',
  username: 'mara',
  global_name: 'Mara L',
  email: 'mara@mail.test',
  verified: true,
};
type Claims = Record<string, unknown>;

/** A real OpenID provider on loopback, which says about everybody what the test tells it to. */
async function openIdProvider(claims: Claims = GOOGLE) {
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

async function discord(user: Claims = DISCORD) {
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

const google = (issuer: string | undefined) => ({
  GOOGLE_CLIENT_ID: 'client-id',
  GOOGLE_CLIENT_SECRET: 'client-secret',
  GOOGLE_ISSUER: issuer ?? '',
});

/** A browser that keeps cookies and follows no redirect by itself. */
function browser(app: TestApp) {
  const cookies = new Map<string, string>();
  async function go(path: string, json?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.raw(path, { headers: cookie ? { cookie } : {}, ...(json ? { json } : {}) });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  const location = (answer: Response) => answer.headers.get('location') ?? '';
  const pathOf = (url: string) => {
    const { pathname, search } = new URL(url, 'http://site');
    return `${pathname}${search}`;
  };
  /** Up to the provider's answer: the address that it sends the browser back to. */
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
    /** To the page that goes on: the address that it gets. */
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

const codeIn = (address: string) => new URLSearchParams(address.split('#')[1]).get('provider_code') ?? '';
const errorIn = (address: string) => new URLSearchParams(address.split('#')[1]).get('provider_error');

describe('signing in with Google', () => {
  it('leads to the provider with PKCE, state and nonce, and back to a session by a one-time code', async () => {
    const { server, asked } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const { body: config } = await app.request<{ data: { sign_in_providers: string[] } }>('/api/config');
    expect(config.data.sign_in_providers).toEqual(['google']);

    const visitor = browser(app);
    const { away, callback } = await visitor.upToCallback('google', '?next=/dashboard/tests');
    const sent = Object.fromEntries(away.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: 'client-id',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]?.length).toBeGreaterThan(40);
    expect(sent.redirect_uri).toBe(`${app.platform.publicUrl()}/api/auth/providers/google/callback`);

    const answer = await visitor.go(callback);
    const landed = visitor.location(answer);
    expect(landed).toMatch(/^\/login\?next=%2Fdashboard%2Ftests#provider_code=[\w-]{43}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie().join()).toMatch(
      /sign_in_browser=[\w-]{43}; Max-Age=60; Path=\/api\/auth\/providers; HttpOnly; SameSite=Strict/,
    );
    expect(asked).toEqual([expect.stringMatching(/^[\w-]{43,}$/)]);

    const signedIn = await visitor.exchange(codeIn(landed));
    expect([signedIn.status, signedIn.body.user]).toMatchObject([
      200,
      { email: 'mara@mail.test', first_name: 'Mara', last_name: 'Lindqvist', role: 'customer' },
    ]);
    expect(await isLetIn(app, signedIn.body.session.access_token)).toBe(true);
    // The same person comes back to the same account.
    const again = await browser(app).signIn();
    expect(again.body.user.id).toBe(signedIn.body.user.id);
    const log = await app.request<SecurityLog>('/api/me/security-log', {
      token: again.body.session.access_token,
    });
    expect(log.body.data.map(({ kind, note }) => [kind, note])).toEqual([
      ['signed_in', 'with Google'],
      ['signed_in', 'with Google'],
      ['provider_linked', 'Google'],
    ]);
  });

  it('unconfigured it does not exist', async () => {
    const app = await testApp();
    for (const path of ['google/start', 'google/callback?code=x&state=y', 'discord/start']) {
      expect((await app.request(`/api/auth/providers/${path}`)).status).toBe(404);
    }
    expect((await app.request('/api/auth/providers/myspace/start')).status).toBe(422);
  });

  it('security 23: state of another browser, a bad or absent one, and an absent cookie sign nobody in', async () => {
    const { server, asked } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const attempts: Record<
      string,
      (visitor: ReturnType<typeof browser>, callback: string) => Promise<string>
    > = {
      'a state that was made up': async (visitor, callback) =>
        visitor.location(await visitor.go(callback.replace(/state=[^&]+/, 'state=made-up'))),
      'no state': async (visitor, callback) =>
        visitor.location(await visitor.go(callback.replace(/&?state=[^&]+/, ''))),
      'the answer to somebody else': async (visitor) =>
        visitor.location(await visitor.go((await browser(app).upToCallback()).callback)),
      'no cookie, so no verifier': async (visitor, callback) => {
        visitor.cookies.clear();
        return visitor.location(await visitor.go(callback));
      },
      'a cookie that was changed': async (visitor, callback) => {
        const sealed = visitor.cookies.get('sign_in_flow') ?? '';
        const changed = Buffer.from(sealed, 'base64url');
        changed[40] = (changed[40] ?? 0) ^ 1;
        visitor.cookies.set('sign_in_flow', changed.toString('base64url'));
        return visitor.location(await visitor.go(callback));
      },
      'a cookie that is none': async (visitor, callback) => {
        visitor.cookies.set('sign_in_flow', 'x');
        return visitor.location(await visitor.go(callback));
      },
      'eleven minutes later': async (visitor, callback) => {
        app.clock.advance(660_000);
        return visitor.location(await visitor.go(callback));
      },
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      const visitor = browser(app);
      const { callback } = await visitor.upToCallback();
      expect([what, errorIn(await attempt(visitor, callback))]).toEqual([what, 'failed']);
    }
    const visitor = browser(app);
    const { callback } = await visitor.upToCallback();
    expect((await visitor.go(`${callback}&state=made-up`)).status).toBe(422);
    // None of them got as far as asking for tokens.
    expect(asked).toEqual([]);
  });

  it('security 23: a bad nonce, another audience, an expired or unsigned ID token sign nobody in', async () => {
    const provider = await openIdProvider();
    const app = await testApp(google(provider.server.issuer.url));
    const bad: Record<string, Claims> = {
      'another nonce': { ...GOOGLE, nonce: 'another' },
      'no nonce': { ...GOOGLE, nonce: undefined },
      'another audience': { ...GOOGLE, aud: 'somebody-else' },
      'another issuer': { ...GOOGLE, iss: 'http://elsewhere.test' },
      expired: { ...GOOGLE, exp: 1_000_000 },
      'no subject': { ...GOOGLE, sub: undefined },
    };
    for (const [what, claims] of Object.entries(bad)) {
      provider.say(claims);
      expect([what, errorIn(await browser(app).land())]).toEqual([what, 'failed']);
    }
    provider.say(GOOGLE);
    provider.server.service.once('beforeResponse', (response) => {
      if (typeof response.body !== 'object') return;
      const [, payload = ''] = String(response.body.id_token).split('.');
      const header = Buffer.from('{"alg":"none"}').toString('base64url');
      response.body.id_token = `${header}.${payload}.`;
    });
    expect(errorIn(await browser(app).land())).toBe('failed');
    expect((await browser(app).signIn()).status).toBe(200);
  });

  it('security 23: a verifier that does not fit, or none, gets no tokens', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const visitor = browser(app);
    const { away, callback } = await visitor.upToCallback();
    // Whoever catches the code on its way has no verifier, and the provider wants one.
    const code = new URLSearchParams(callback.split('?')[1]).get('code') ?? '';
    for (const verifier of ['x'.repeat(43), away.searchParams.get('code_challenge') ?? '']) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: 'client-id',
        redirect_uri: away.searchParams.get('redirect_uri') ?? '',
        code_verifier: verifier,
      });
      const answer = await fetch(`${server.issuer.url}/token`, { method: 'POST', body });
      expect(answer.status).toBe(400);
    }
  });

  it('security 23: the one-time code works once, for a minute, in the browser that began', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const visitor = browser(app);
    const code = codeIn(await visitor.land());
    const stolen = await browser(app).exchange(code);
    expect([stolen.status, stolen.body.code]).toEqual([400, 'sign_in_expired']);
    const otherwise = browser(app);
    await otherwise.land();
    expect((await otherwise.exchange(code)).body.code).toBe('sign_in_expired');

    const kept = visitor.cookies.get('sign_in_browser') ?? '';
    expect((await visitor.exchange(code)).status).toBe(200);
    visitor.cookies.set('sign_in_browser', kept);
    expect((await visitor.exchange(code)).body.code).toBe('sign_in_expired');

    const late = browser(app);
    const lateCode = codeIn(await late.land());
    app.clock.advance(60_001);
    expect((await late.exchange(lateCode)).body.code).toBe('sign_in_expired');
  });

  it('security 14: the exchange takes no call from another site or another origin of this one', async () => {
    const { server } = await openIdProvider();
    const app = await testApp({ ...google(server.issuer.url), CORS_ORIGINS: 'https://shop.example' });
    for (const headers of [{ origin: 'https://shop.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const { body } = await app.request('/api/auth/providers/exchange', { json: { code: 'x' }, headers });
      expect(body.code).toBe('cross_site');
    }
  });

  it('links by e-mail only what the provider calls verified, and tells the owner', async () => {
    const provider = await openIdProvider();
    const app = await testApp(google(provider.server.issuer.url));
    const person = await app.person();
    for (const claims of [
      { ...GOOGLE, email: person.email, email_verified: false },
      { ...GOOGLE, email: person.email, email_verified: undefined },
      { ...GOOGLE, email: undefined },
      { ...GOOGLE, email: 'no address' },
    ]) {
      provider.say(claims);
      expect(errorIn(await browser(app).land())).toBe('email_unverified');
    }
    provider.say({ ...GOOGLE, email: person.email.toUpperCase() });
    const signedIn = await browser(app).signIn();
    expect(signedIn.body.user.id).toBe(person.id);
    expect(await subjects(app, person.email)).toContain('You can now sign in to Vialproof with Google');
    // From now on it is the account of the provider that counts, whatever its address becomes.
    provider.say({ ...GOOGLE, email: 'elsewhere@mail.test', email_verified: false });
    expect((await browser(app).signIn()).body.user.id).toBe(person.id);
    // A second Google account with the same address is not the linked one.
    provider.say({ ...GOOGLE, sub: 'g-2', email: person.email });
    expect(errorIn(await browser(app).land())).toBe('failed');
  });

  it('an account that a stranger opened with the address before becomes its owner’s, without the stranger’s password', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const json = { firstName: 'Not', lastName: 'Mara', email: GOOGLE.email, password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/register', { json });
    const code = await mailedCode(app, GOOGLE.email);
    const signedIn = await browser(app).signIn();
    expect(signedIn.body.user.first_name).toBe('Mara');
    expect((await login(app, GOOGLE.email, 'Zebra.Lathe.4')).body.code).toBe('invalid_credentials');
    const verified = await app.request<ProblemBody>('/api/auth/verify-email', {
      json: { email: GOOGLE.email, code },
    });
    expect(verified.body.code).toBe('code_invalid');
  });

  it('the second factor is asked for here too', async () => {
    const provider = await openIdProvider();
    const app = await testApp(google(provider.server.issuer.url));
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    provider.say({ ...GOOGLE, email: person.email });
    const asked = await browser(app).signIn();
    expect([asked.status, Object.keys(asked.body)]).toEqual([202, ['challenge']]);
    const json = { challenge: asked.body.challenge.token, code: authenticator(app, secret, 1) };
    const signedIn = await app.request<SignedIn>('/api/auth/second-factor', { json });
    expect(signedIn.body.user.id).toBe(person.id);
  });

  it('a person without a password confirms changes by a fresh sign-in, gets one by reset, and may unlink then', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const { body } = await browser(app).signIn();
    const { access_token: token } = body.session;
    const security = async (of: string) =>
      (await app.request<{ data: SecuritySummary }>('/api/me/security', { token: of })).body.data;
    expect(await security(token)).toMatchObject({
      has_password: false,
      sign_in_providers: [{ provider: 'google' }],
    });
    const unlink = (of: string) =>
      app.request<ProblemBody>('/api/me/sign-in-providers/google', { method: 'DELETE', token: of });
    expect((await unlink(token)).body.code).toBe('wrong_state');
    const setUp = () => app.request<ProblemBody>('/api/me/second-factor/setup', { json: {}, token });
    expect((await setUp()).status).toBe(200);
    app.clock.advance(600_000);
    const stale = await setUp();
    expect([stale.status, stale.body.code]).toEqual([403, 'sign_in_again']);
    for (const password of ['', 'Zebra.Lathe.4']) {
      expect((await login(app, GOOGLE.email, password || 'x')).status).toBe(401);
    }

    await app.request('/api/auth/reset-password/request', { json: { email: GOOGLE.email } });
    const code = await mailedCode(app, GOOGLE.email, 'reset');
    const checked = await app.request('/api/auth/reset-password/verify-code', {
      json: { email: GOOGLE.email, code },
    });
    const cookie = checked.headers.get('set-cookie')?.split(';')[0] ?? '';
    const json = { password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/reset-password/new', { json, headers: { cookie } });
    const own = (await login(app, GOOGLE.email, 'Zebra.Lathe.4')).body.session.access_token;
    expect((await unlink(own)).status).toBe(204);
    expect((await security(own)).sign_in_providers).toEqual([]);
  });

  it('a disabled or deleted account stays shut', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(google(server.issuer.url));
    const { body } = await browser(app).signIn();
    await app.platform.db.pool.query('UPDATE user_account SET disabled_at = now()');
    expect(errorIn(await browser(app).land())).toBe('failed');
    await app.platform.db.pool.query('UPDATE user_account SET disabled_at = NULL');
    await app.request('/api/me/deletion', { json: {}, token: body.session.access_token });
    // The identity is free again, and opens a new account.
    const anew = await browser(app).signIn();
    expect(anew.status).toBe(200);
    expect(anew.body.user.id).not.toBe(body.user.id);
  });

  it('a provider that is down, or says no, is told by a word in the fragment', async () => {
    const provider = await openIdProvider();
    const app = await testApp(google(provider.server.issuer.url));
    const visitor = browser(app);
    const { away } = await visitor.upToCallback();
    const state = away.searchParams.get('state');
    const denied = await visitor.go(`/api/auth/providers/google/callback?error=access_denied&state=${state}`);
    expect(errorIn(visitor.location(denied))).toBe('denied');

    provider.server.service.once('beforeResponse', (response) => {
      response.statusCode = 503;
      response.body = '';
    });
    expect(errorIn(await browser(app).land())).toBe('unavailable');

    const halfWay = browser(app);
    const { callback } = await halfWay.upToCallback();
    await provider.server.stop();
    expect(errorIn(halfWay.location(await halfWay.go(callback)))).toBe('unavailable');
    const other = await testApp(google(provider.server.issuer.url ?? 'http://127.0.0.1:9'));
    const start = await other.raw('/api/auth/providers/google/start?next=/request');
    expect(start.headers.get('location')).toBe('/login?next=%2Frequest#provider_error=unavailable');
  });
});

describe('signing in with Discord', () => {
  it('takes identity, address and its verification from the account call', async () => {
    const app = await testApp({
      DISCORD_CLIENT_ID: 'client-id',
      DISCORD_CLIENT_SECRET: 'client-secret',
      DISCORD_ISSUER: await discord(),
    });
    const visitor = browser(app);
    const { away } = await visitor.upToCallback('discord');
    expect(away.searchParams.get('scope')).toBe('identify email');
    expect(away.searchParams.get('code_challenge_method')).toBe('S256');
    const signedIn = await visitor.signIn('discord');
    expect(signedIn.body.user).toMatchObject({
      email: 'mara@mail.test',
      first_name: 'Mara L',
      last_name: '',
    });
  });

  it.each([
    ['an address that is not verified', { ...DISCORD, verified: false }, 'email_unverified'],
    ['no address', { ...DISCORD, email: null }, 'email_unverified'],
    ['no identity', { ...DISCORD, id: undefined }, 'failed'],
  ])('refuses %s', async (_what, user, error) => {
    const app = await testApp({
      DISCORD_CLIENT_ID: 'client-id',
      DISCORD_CLIENT_SECRET: 'client-secret',
      DISCORD_ISSUER: await discord(user),
    });
    expect(errorIn(await browser(app).land('discord'))).toBe(error);
  });
});

describe('security 15: where the browser goes afterwards', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/tests?search=a%20b#x', '/tests?search=a%20b#x'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['https://evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['/\t/evil.example', undefined],
    ['', undefined],
    ['dashboard', undefined],
    ['/../..//evil.example', undefined],
  ])('%s leads to %s', (next, path) => {
    expect(localPath(next)).toBe(path);
  });
});
