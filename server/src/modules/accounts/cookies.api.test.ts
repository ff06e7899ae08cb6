import { describe, expect, it } from 'vitest';
import { FIREFOX, IPHONE, login, subjects, visitor } from '../../testing/accounts.ts';
import { browser, GOOGLE, googleSettings, openIdProvider } from '../../testing/providers.ts';
import { testApp } from '../../testing/test-app.ts';

const HTTPS = { PUBLIC_URL: 'https://lab.example' };
const NEW = 'Other.Lathe.5';
const MARA = { firstName: 'Mara', lastName: 'Lindqvist', email: 'mara@mail.test', password: 'Zebra.Lathe.4' };

describe('ASVS 3.3: a public https site protects its cookies', () => {
  it('on an https site, the names of cookies begin with __Host-, so other hosts of the domain cannot set them', async () => {
    const { server } = await openIdProvider();
    const app = await testApp({ ...HTTPS, ...googleSettings(server.issuer.url) });
    const { email } = await app.person();
    const lines: string[] = [];
    const see = ({ headers }: { headers: Headers }) => lines.push(...headers.getSetCookie());

    see(await app.request('/api/auth/register', { json: MARA }));
    see(await login(app, email, app.password));
    const person = visitor(app);
    expect(await person.reset(email, NEW)).toBe(204);
    expect((await person.login(email, NEW)).status).toBe(200);
    see(await app.request('/api/auth/reset-password/request', { json: { email: 'nobody@mail.test' } }));
    see(await app.request('/api/auth/providers/google/start'));

    const names = [...lines.map((line) => line.split('=')[0]), ...person.cookies.keys()];
    expect(new Set(names)).toEqual(
      new Set(['__Host-registration', '__Host-device', '__Host-reset_browser', '__Host-sign_in_flow']),
    );
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=(Strict|Lax)$/);
      expect(line).not.toContain('Domain');
    }
  });

  it('on an https site, cookies are deleted under the name under which they were set', async () => {
    const app = await testApp(HTTPS);
    const { email } = await app.person();
    const person = visitor(app);
    await person.askReset(email);
    const { cookies } = person;
    expect([...cookies.keys()]).toEqual(['__Host-reset_browser']);
    expect(
      await visitor(app)
        .reset('nobody@mail.test', NEW)
        .catch(() => 'no mail'),
    ).toBe('no mail');
  });

  it('an https site ignores a cookie without the prefix, which another host of the domain can set', async () => {
    const app = await testApp(HTTPS);
    const { email } = await app.person();
    const firefox = await login(app, email, app.password, { 'user-agent': FIREFOX });
    const kept = /__Host-device=([\w-]{22})/.exec(firefox.headers.getSetCookie().join())?.[1] ?? '';
    const told = (await subjects(app, email)).length;
    const planted = await login(app, email, app.password, { 'user-agent': IPHONE, cookie: `device=${kept}` });
    const [given, ...more] = planted.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(given).toMatch(/^__Host-device=[\w-]{22};/);
    expect(given).not.toContain(kept);
    // The server does not know this browser, so the owner gets a mail.
    expect((await subjects(app, email)).length).toBe(told + 1);

    const person = visitor(app);
    await person.askReset(email);
    const value = person.cookies.get('__Host-reset_browser') ?? '';
    person.cookies.clear();
    person.cookies.set('reset_browser', value);
    await expect(person.reset(email, NEW)).rejects.toThrow();
  });
});

describe('a site without https, as in development, has plain cookies', () => {
  it('without https, cookies have plain names, and are sent only to the calls that read them', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
    const { email } = await app.person();
    const { headers } = await login(app, email, app.password);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^device=[\w-]{22}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const person = browser(app);
    expect((await person.signIn()).body.user.email).toBe(GOOGLE.email);
    // The cookie of the provider's sign-in is deleted.
    expect([...person.cookies.keys()]).toEqual(['device']);
  });
});
