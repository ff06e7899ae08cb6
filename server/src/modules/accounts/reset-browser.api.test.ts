import { describe, expect, it } from 'vitest';
import { mailedCode, visitor, waitForLimits } from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const NEW = 'Other.Lathe.5';
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const behindProxy = () => testApp({ TRUST_PROXY: '1' });
const codeFor = (app: TestApp, email: string) => mailedCode(app, email, 'reset code');

/** Sends `count` wrong passwords from different addresses. Returns the statuses of the answers. */
async function guessPasswords(app: TestApp, email: string, count: number, network: string) {
  const statuses: number[] = [];
  for (let from = 0; from < count; from += 8) {
    const guesses = Array.from({ length: Math.min(8, count - from) }, (_, at) =>
      visitor(app, `${network}.${from + at}`).login(email, 'Wrong.Lathe.4'),
    );
    statuses.push(...(await Promise.all(guesses)).map(({ status }) => status));
  }
  return statuses;
}

describe('security 23: a reset code works only in the browser that asked for it', () => {
  it('wrong tries in other browsers do not use up the tries of a reset code', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const owner = visitor(app, '198.51.100.7');
    expect((await owner.askReset(email)).status).toBe(202);
    const code = await codeFor(app, email);

    const strangers = [
      visitor(app, '203.0.113.9'),
      visitor(app, '203.0.113.10'),
      visitor(app, '198.51.100.7'),
    ];
    // The second stranger has a cookie from another request.
    await strangers[1]?.askReset('nobody@mail.test');
    for (const stranger of strangers) {
      const right = await stranger.checkReset(email, code);
      expect([right.status, right.body.code]).toEqual([400, 'code_invalid']);
      for (let guess = 0; guess < 7; guess += 1) {
        expect((await stranger.checkReset(email, wrong(code))).status).toBe(400);
      }
    }
    // After too many tries in this browser, even the right code does not work.
    for (let guess = 0; guess < 10; guess += 1) await strangers[0]?.checkReset(email, wrong(code));
    expect((await strangers[0]?.checkReset(email, code))?.status).toBe(429);

    expect((await owner.checkReset(email, code)).status).toBe(200);
    expect((await owner.setPassword(NEW)).status).toBe(204);
    expect((await owner.login(email, NEW)).status).toBe(200);
  });

  it('each browser has its own reset code, and five wrong tries end only the code of the browser that made them', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const [first, second] = [visitor(app, '198.51.100.7'), visitor(app, '203.0.113.9')];
    await first.login(email, app.password);
    await first.askReset(email);
    const firstCode = await codeFor(app, email);
    app.clock.advance(1_000);
    await second.askReset(email);
    const secondCode = await codeFor(app, email);

    for (let guess = 0; guess < 5; guess += 1) await second.checkReset(email, wrong(secondCode));
    expect((await second.checkReset(email, secondCode)).body.code).toBe('code_invalid');
    expect((await first.checkReset(email, firstCode)).status).toBe(200);
    expect((await first.setPassword(NEW)).status).toBe(204);
  });

  it('a new password ends the reset codes of every browser', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const [first, second] = [visitor(app, '198.51.100.7'), visitor(app, '203.0.113.9')];
    await first.login(email, app.password);
    await first.askReset(email);
    const firstCode = await codeFor(app, email);
    app.clock.advance(1_000);
    expect(await second.reset(email, NEW)).toBe(204);
    expect((await first.checkReset(email, firstCode)).body.code).toBe('code_invalid');
  });

  it('if a browser asks for a reset code again, only the newest code works', async () => {
    const app = await testApp();
    const { email } = await app.person();
    const browser = visitor(app);
    await browser.login(email, app.password);
    await browser.askReset(email);
    const old = await codeFor(app, email);
    waitForLimits(app, 60);
    await browser.askReset(email);
    const code = await codeFor(app, email);
    if (old !== code) expect((await browser.checkReset(email, old)).status).toBe(400);
    expect((await browser.checkReset(email, code)).status).toBe(200);
  });

  it('security 22: the reset cookie is set whether the address has an account or not, and its content is unreadable', async () => {
    const app = await testApp();
    const { email } = await app.person();
    for (const address of [email, 'nobody@mail.test']) {
      const { status, headers } = await visitor(app).askReset(address);
      expect([status, headers.getSetCookie().length]).toEqual([202, 1]);
      expect(headers.getSetCookie()[0]).toMatch(
        /^reset_browser=[\w-]{43}; Max-Age=86400; Path=\/api\/auth\/reset-password; HttpOnly; SameSite=Strict$/,
      );
    }
    const { rows } = await app.platform.db.pool.query<{ all: string }>(
      "SELECT string_agg(t::text, ' ') AS all FROM (SELECT data::text FROM pgboss.job WHERE name LIKE 'account.%') t",
    );
    const browser = visitor(app);
    waitForLimits(app, 60);
    await browser.askReset(email);
    const kept = browser.cookies.get('reset_browser') ?? '';
    expect(kept).toMatch(/^[\w-]{43}$/);
    expect(rows[0]?.all).not.toContain(kept);
  });
});

describe('security 9: strangers cannot lock out the owner of an account', () => {
  it('when strangers have used up the tries of an account, its owner can still sign in from a known browser or after a reset', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const home = visitor(app, '198.51.100.20');
    await home.login(email, app.password);
    expect(await guessPasswords(app, email, 100, '203.0.113')).toEqual(Array(100).fill(401));
    const owner = visitor(app, '198.51.100.7');
    const strange = await owner.login(email, app.password);
    expect([strange.status, Number(strange.headers.get('retry-after')) <= 3600]).toEqual([429, true]);
    // A browser that the account knows by its address or by its cookie can still sign in.
    expect((await visitor(app, '198.51.100.20').login(email, app.password)).status).toBe(200);
    const travelling = visitor(app, '198.51.100.200');
    travelling.cookies.set('device', home.cookies.get('device') ?? '');
    expect((await travelling.login(email, app.password)).status).toBe(200);

    // So can a browser that confirmed a reset code, with the old password and with the new one.
    await owner.askReset(email);
    expect((await owner.checkReset(email, await codeFor(app, email))).status).toBe(200);
    expect((await owner.login(email, app.password)).status).toBe(200);
    expect((await owner.setPassword(NEW)).status).toBe(204);
    expect((await visitor(app, '203.0.113.202').login(email, NEW)).status).toBe(200);
    await guessPasswords(app, email, 104, '192.0.2');
    expect((await owner.login(email, NEW)).status).toBe(200);
    expect((await visitor(app, '198.51.100.8').login(email, NEW)).status).toBe(429);
  });

  it("a new password sets the number of the owner's wrong tries to zero", async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const owner = visitor(app, '198.51.100.7');
    for (let guess = 0; guess < 11; guess += 1) await owner.login(email, 'Wrong.Lathe.4');
    expect((await owner.login(email, app.password)).status).toBe(429);
    expect(await owner.reset(email, NEW)).toBe(204);
    expect((await owner.login(email, NEW)).status).toBe(200);
  });
});
