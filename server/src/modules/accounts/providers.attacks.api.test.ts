import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browser, codeIn, errorIn, GOOGLE, googleSettings, openIdProvider } from '../../testing/providers.ts';
import { testApp } from '../../testing/test-app.ts';
import { localPath } from './rules/provider-sign-in.ts';

describe('attacks on the sign-in with Google fail', () => {
  it('security 23: nobody is signed in with a wrong or missing state, from another browser, or without the cookie', async () => {
    const { server, asked } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
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
    // The provider was never asked.
    expect(asked).toEqual([]);
  });

  it('security 23: nobody is signed in with a wrong nonce, another audience, or an ID token that is expired or unsigned', async () => {
    const provider = await openIdProvider();
    const app = await testApp(googleSettings(provider.server.issuer.url));
    const bad: Record<string, Record<string, unknown>> = {
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
    // The token is signed with a wrong key.
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    provider.server.service.once('beforeResponse', (response) => {
      if (typeof response.body !== 'object') return;
      const signed = String(response.body.id_token).split('.').slice(0, 2).join('.');
      const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
      response.body.id_token = `${signed}.${signature}`;
    });
    expect(errorIn(await browser(app).land())).toBe('failed');
    expect((await browser(app).signIn()).status).toBe(200);
  });

  it('security 23: a request with a wrong or missing PKCE verifier gets no tokens', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
    const visitor = browser(app);
    const { away, callback } = await visitor.upToCallback();
    // The attacker has the one-time code, but not the second secret (verifier) that the provider asks for.
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

  it('security 23: the one-time code works once, within a minute, and only in the browser that began the sign-in', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
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

  it('security 14: the call that takes the one-time code refuses other sites and other origins', async () => {
    const { server } = await openIdProvider();
    const app = await testApp({ ...googleSettings(server.issuer.url), CORS_ORIGINS: 'https://shop.example' });
    for (const headers of [{ origin: 'https://shop.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const { body } = await app.request('/api/auth/providers/exchange', { json: { code: 'x' }, headers });
      expect(body.code).toBe('cross_site');
    }
  });
});

describe('security 15: the browser goes to a safe page after a sign-in', () => {
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
  ])('after a sign-in with the target %s, the browser goes to %s', (next, path) => {
    expect(localPath(next)).toBe(path);
  });

  it('whatever the target of a sign-in, the browser stays on this site', () => {
    const alphabet = fc.constantFrom(
      ...'/\\.:@?#%aé \t\n',
      '..',
      '//',
      'http:',
      'javascript:',
      '%2f',
      'evil.example',
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 12 }), (pieces) => {
        const led = localPath(pieces.join(''));
        const page = new URL('https://site.example/login');
        return led === undefined || new URL(led, page).origin === page.origin;
      }),
      { numRuns: 5_000 },
    );
  });
});
