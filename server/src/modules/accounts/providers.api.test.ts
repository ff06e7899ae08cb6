import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { SecurityLog } from '@vialproof/contract/security-log';
import { describe, expect, it } from 'vitest';
import {
  authenticator,
  isLetIn,
  login,
  mailedCode,
  subjects,
  switchOn,
  visitor,
} from '../../testing/accounts.ts';
import {
  browser,
  codeIn,
  DISCORD,
  discordOf,
  errorIn,
  GOOGLE,
  googleSettings,
  openIdProvider,
} from '../../testing/providers.ts';
import { testApp } from '../../testing/test-app.ts';

describe('a sign-in with Google opens the account with the verified address', () => {
  it('signing in with Google uses PKCE, state and nonce, and returns a one-time code that opens one session', async () => {
    const { server, asked } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
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
    // The same Google account opens the same account here.
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

  it('if Google is not configured, the routes for its sign-in do not exist', async () => {
    const app = await testApp();
    for (const path of ['google/start', 'google/callback?code=x&state=y', 'discord/start']) {
      expect((await app.request(`/api/auth/providers/${path}`)).status).toBe(404);
    }
    expect((await app.request('/api/auth/providers/myspace/start')).status).toBe(422);
  });

  it('a Google sign-in finds an account by e-mail only if Google has verified the address, and its owner gets a mail', async () => {
    const provider = await openIdProvider();
    const app = await testApp(googleSettings(provider.server.issuer.url));
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
    // From now on the id at Google counts, and not the address.
    provider.say({ ...GOOGLE, email: 'elsewhere@mail.test', email_verified: false });
    expect((await browser(app).signIn()).body.user.id).toBe(person.id);
    // A second Google account with the same address is not linked.
    provider.say({ ...GOOGLE, sub: 'g-2', email: person.email });
    expect(errorIn(await browser(app).land())).toBe('failed');
  });

  it('if a stranger registered an address and did not verify it, its owner gets the account by a Google sign-in, without the stranger’s password', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
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

  it('a sign-in with Google also asks for the second factor', async () => {
    const provider = await openIdProvider();
    const app = await testApp(googleSettings(provider.server.issuer.url));
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    provider.say({ ...GOOGLE, email: person.email });
    const asked = await browser(app).signIn();
    expect([asked.status, Object.keys(asked.body)]).toEqual([202, ['challenge']]);
    const json = { challenge: asked.body.challenge.token, code: authenticator(app, secret, 1) };
    const signedIn = await app.request<SignedIn>('/api/auth/second-factor', { json });
    expect(signedIn.body.user.id).toBe(person.id);
  });

  it('a person without a password confirms changes by a new sign-in, and may unlink Google after setting a password', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
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
    expect([stale.status, stale.body.code]).toEqual([403, 'step_up_required']);
    for (const password of ['', 'Zebra.Lathe.4']) {
      expect((await login(app, GOOGLE.email, password || 'x')).status).toBe(401);
    }

    expect(await visitor(app).reset(GOOGLE.email, 'Zebra.Lathe.4')).toBe(204);
    const own = (await login(app, GOOGLE.email, 'Zebra.Lathe.4')).body.session.access_token;
    expect((await unlink(own)).status).toBe(204);
    expect((await security(own)).sign_in_providers).toEqual([]);
  });

  it('a sign-in with Google does not open an account that is disabled or deleted', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
    const { body } = await browser(app).signIn();
    await app.platform.db.pool.query('UPDATE user_account SET disabled_at = now()');
    expect(errorIn(await browser(app).land())).toBe('failed');
    await app.platform.db.pool.query('UPDATE user_account SET disabled_at = NULL');
    await app.request('/api/me/deletion', { json: {}, token: body.session.access_token });
    // After the deletion, the Google account can open a new account here.
    const anew = await browser(app).signIn();
    expect(anew.status).toBe(200);
    expect(anew.body.user.id).not.toBe(body.user.id);
  });

  it('if Google is unreachable or refuses, the browser gets an error code in the fragment of the address', async () => {
    const provider = await openIdProvider();
    const app = await testApp(googleSettings(provider.server.issuer.url));
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
    const other = await testApp(googleSettings(provider.server.issuer.url ?? 'http://127.0.0.1:9'));
    const start = await other.raw('/api/auth/providers/google/start?next=/request');
    expect(start.headers.get('location')).toBe('/login?next=%2Frequest#provider_error=unavailable');
  });
});

describe('a sign-in with Discord opens the account with the verified address', () => {
  it("a sign-in with Discord takes the id, the address and its verification from Discord's account call", async () => {
    const app = await testApp({
      DISCORD_CLIENT_ID: 'client-id',
      DISCORD_CLIENT_SECRET: 'client-secret',
      DISCORD_ISSUER: await discordOf(),
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
    [
      'a full-width @, which folding makes an address',
      { ...DISCORD, email: 'mara＠mail.test' },
      'email_unverified',
    ],
    ['no identity', { ...DISCORD, id: undefined }, 'failed'],
  ])('a sign-in with Discord is refused with %s', async (_what, user, error) => {
    const app = await testApp({
      DISCORD_CLIENT_ID: 'client-id',
      DISCORD_CLIENT_SECRET: 'client-secret',
      DISCORD_ISSUER: await discordOf(user),
    });
    expect(errorIn(await browser(app).land('discord'))).toBe(error);
  });
});
