import type { SignedIn } from '@vialproof/contract/accounts';
import { describe, expect, it } from 'vitest';
import { isLetIn, mailedCode, visitor } from '../../testing/accounts.ts';
import { browser, codeIn, errorIn, googleSettings, openIdProvider } from '../../testing/providers.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const [OLD, NEW] = ['an old secret of this installation', 'a new secret of this installation'];
const secrets = (list: string) => ({ JWT_SECRET: list, CODE_SECRET: list });

/** One installation before, during and after a rotation of both secrets. All processes share the database. */
async function rotation(env: Record<string, string> = {}) {
  const before = await testApp({ ...env, ...secrets(OLD) });
  const during = await testApp({ ...env, ...secrets(`${NEW},${OLD}`) }, { beside: before });
  const after = await testApp({ ...env, ...secrets(NEW) }, { beside: before });
  return { before, during, after };
}

/** The same browser at another process. */
function moved(from: ReturnType<typeof visitor>, app: TestApp): ReturnType<typeof visitor> {
  const there = visitor(app);
  for (const [name, value] of from.cookies) there.cookies.set(name, value);
  return there;
}

const refresh = async (app: TestApp, refresh_token: string) =>
  (await app.request<SignedIn>('/api/auth/refresh', { json: { refresh_token } })).body.session;

const PASSWORD = 'Zebra.Lathe.4';
const mara = { firstName: 'Mara', lastName: 'Lindqvist', email: 'mara@mail.test', password: PASSWORD };

describe('what was begun with an older secret ends well while the secret is listed, and no later', () => {
  it('a registration', async () => {
    for (const end of ['during', 'after'] as const) {
      const apps = await rotation();
      const home = visitor(apps.before);
      await home.post('/api/auth/register', mara);
      const code = await mailedCode(apps.before, mara.email);
      const verified = await moved(home, apps[end]).post('/api/auth/verify-email', {
        email: mara.email,
        code,
      });
      expect([end, verified.status]).toEqual([end, end === 'during' ? 200 : 400]);
    }
  });

  it('a registration by a stranger is not verified by the owner’s code, whichever secret each proof has', async () => {
    const { before, during } = await rotation();
    const owner = visitor(before);
    await owner.post('/api/auth/register', mara);
    await visitor(during).post('/api/auth/register', {
      ...mara,
      firstName: 'Eve',
      password: 'Other.Lathe.5',
    });
    const code = await mailedCode(during, mara.email);
    const verified = await moved(owner, during).post('/api/auth/verify-email', { email: mara.email, code });
    expect([verified.status, verified.body.code]).toEqual([400, 'code_invalid']);
  });

  it('a reset of the password', async () => {
    for (const end of ['during', 'after'] as const) {
      const apps = await rotation();
      const { email } = await apps.before.person();
      const home = visitor(apps.before);
      await home.askReset(email);
      const code = await mailedCode(apps.before, email, 'reset code');
      const checked = await moved(home, apps[end]).checkReset(email, code);
      expect([end, checked.status]).toEqual([end, end === 'during' ? 200 : 400]);
    }
  });

  it('a change of the e-mail address', async () => {
    for (const end of ['during', 'after'] as const) {
      const apps = await rotation();
      const { email, token, session } = await apps.before.person();
      const json = { email: 'moved@mail.test', current_password: apps.before.password };
      await apps.before.request('/api/me/email-change', { json, token });
      const codes = {
        current_code: await mailedCode(apps.before, email, 'Confirm'),
        new_code: await mailedCode(apps.before, 'moved@mail.test', 'Confirm'),
      };
      const { access_token } = await refresh(apps[end], session.refresh_token);
      const confirmed = await apps[end].request('/api/me/email-change/confirm', {
        json: codes,
        token: access_token,
      });
      expect([end, confirmed.status]).toEqual([end, end === 'during' ? 200 : 400]);
    }
  });

  it('a sign-in with Google', async () => {
    const { server } = await openIdProvider();
    const settings = { ...googleSettings(server.issuer.url), PUBLIC_URL: 'http://site.test' };
    const { before, during, after } = await rotation(settings);
    const end = async (app: TestApp) => {
      const begun = browser(before);
      const { callback } = await begun.upToCallback();
      const there = browser(app);
      for (const [name, value] of begun.cookies) there.cookies.set(name, value);
      return there.location(await there.go(callback));
    };
    expect(codeIn(await end(during))).toMatch(/^[\w-]{43}$/);
    expect(errorIn(await end(after))).toBe('failed');
  });

  it('an order that is sent again with its Idempotency-Key', async () => {
    const { before, during, after } = await rotation();
    const { email } = await before.person();
    const { body: catalog } = await before.request<{ data: { id: string }[] }>('/api/skus/catalog');
    const skuId = catalog.data[0]?.id;
    const order = async (app: TestApp, paymentMethod = 'stripe') => {
      const { access_token: token } = (await visitor(app).login(email, app.password)).body.session;
      return app.request<{ data: { id: string } }>('/api/orders', {
        token,
        headers: { 'idempotency-key': 'one' },
        json: { skuId, quantity: 1, paymentMethod },
      });
    };
    const first = await order(before);
    expect(first.status).toBe(201);
    const again = await order(during);
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect((await order(during, 'coinbase')).body).toMatchObject({ code: 'idempotency_mismatch' });
    expect((await order(after)).body).toMatchObject({ code: 'idempotency_mismatch' });
  });
});

it('tabs that refresh at once get the same token, whichever secret made each token of the chain', async () => {
  const { before, during, after } = await rotation();
  const { session } = await before.person();
  const second = await refresh(before, session.refresh_token);
  const third = await refresh(during, second.refresh_token);
  const fourth = await refresh(before, third.refresh_token);
  for (const token of [session, second, third]) {
    expect((await refresh(during, token.refresh_token)).refresh_token).toBe(fourth.refresh_token);
  }
  // No secret is needed to go on with the newest token.
  const fifth = await refresh(after, fourth.refresh_token);
  expect(await isLetIn(after, fifth.access_token)).toBe(true);
});
