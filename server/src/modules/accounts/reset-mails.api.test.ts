import { describe, expect, it } from 'vitest';
import {
  FIREFOX,
  IPHONE,
  mailedCode,
  resetTurnComes,
  visitor,
  waitForLimits,
} from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { sweepAccounts } from './accounts.service.ts';

const NEW = 'Other.Lathe.5';
const behindProxy = () => testApp({ TRUST_PROXY: '1' });

/** Browsers in `count` networks ask for a reset code, each after the one before. */
async function strangersAsk(app: TestApp, email: string, count: number) {
  const strangers = Array.from({ length: count }, (_, place) => visitor(app, `203.0.${place}.9`));
  for (const stranger of strangers) {
    app.clock.advance(1_000);
    expect((await stranger.askReset(email)).status).toBe(202);
    await app.jobs.drain();
  }
}

/** The mails with valid reset codes. The inbox deletes all other mails. */
async function resetMails(app: TestApp, email: string) {
  await app.jobs.drain();
  return (await app.mails(email)).filter(({ subject }) => subject.includes('reset code'));
}

const codesIn = (text = '') => [...text.matchAll(/^ {4}(\d{6})$/gm)].map(([, code = '']) => code);

describe("security 9: strangers who ask for reset mails do not stop the owner's mail", () => {
  it('unknown browsers together cause at most four reset mails an hour, however many of them ask', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    await strangersAsk(app, email, 20);
    expect(await resetMails(app, email)).toHaveLength(1);
    const moments = new Set<string>();
    for (let minute = 0; minute < 60; minute += 15) {
      await resetTurnComes(app);
      await strangersAsk(app, email, 6);
      const mails = await resetMails(app, email);
      expect(mails).toHaveLength(1);
      for (const { at } of mails) moments.add(at);
    }
    expect(moments.size).toBe(4);
  });

  it('a known browser gets its reset mail at once, however many strangers ask', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const home = visitor(app, '198.51.100.7');
    expect((await home.login(email, app.password)).status).toBe(200);
    await strangersAsk(app, email, 6);
    // Strangers in the same network do not delay the reset mail of the known browser.
    for (let times = 0; times < 61; times += 1) {
      await visitor(app, '198.51.100.7').askReset(times === 0 ? email : `nobody-${times}@mail.test`);
    }
    expect(await home.reset(email, NEW)).toBe(204);
    // Three mails: for strangers, for a browser of the same name, and for the known browser.
    expect(await resetMails(app, email)).toHaveLength(3);
    // An address without an account gets the same answer.
    await strangersAsk(app, 'nobody@mail.test', 6);
    waitForLimits(app);
    expect((await home.askReset('nobody@mail.test')).status).toBe(202);
    expect(await resetMails(app, 'nobody@mail.test')).toEqual([]);
  });

  it('an owner on a new device gets a reset code within 15 minutes, and it works for ten minutes after it is mailed', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    await strangersAsk(app, email, 6);
    app.clock.advance(1_000);
    const owner = visitor(app, '198.51.100.7');
    expect((await owner.askReset(email)).status).toBe(202);
    expect(await resetMails(app, email)).toHaveLength(1);
    await resetTurnComes(app);
    const [mail, ...more] = await resetMails(app, email);
    expect(more).toEqual([]);
    // The mail has the newest requests of five networks.
    const codes = codesIn(mail?.text);
    expect(codes).toHaveLength(5);
    app.clock.advance(9 * 60_000);
    expect((await owner.checkReset(email, codes[0] ?? '')).status).toBe(200);
    expect((await owner.setPassword(NEW)).status).toBe(204);
    expect((await owner.login(email, NEW)).status).toBe(200);
  });

  it('a reset mail contains one code for each network, which belongs to the last browser there that asked', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    await strangersAsk(app, email, 1);
    const [early, late, other] = [
      visitor(app, '198.51.100.7'),
      visitor(app, '198.51.100.8'),
      visitor(app, '192.0.2.1'),
    ];
    for (const browser of [early, other, late]) {
      app.clock.advance(1_000);
      await browser.askReset(email);
    }
    await resetTurnComes(app);
    const [mail] = await resetMails(app, email);
    const [first = '', second = '', ...more] = codesIn(mail?.text);
    expect(more).toEqual([]);
    // Each reset code works only in its own browser.
    for (const browser of [early, other]) expect((await browser.checkReset(email, first)).status).toBe(400);
    expect((await late.checkReset(email, first)).status).toBe(200);
    expect((await other.checkReset(email, second)).status).toBe(200);
  });

  it('a reset mail names the browser of each code, without text that a mail program could make a link', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const ask = (address: string, agent: string) =>
      app.request('/api/auth/reset-password/request', {
        json: { email },
        headers: { 'user-agent': agent, 'x-forwarded-for': address },
      });
    const time = () => `${app.clock.now().toISOString().slice(11, 16)} UTC`;
    await ask('198.51.100.7', FIREFOX);
    const [alone] = await resetMails(app, email);
    expect(alone?.text).toMatch(
      new RegExp(
        `only in the browser in which it was asked for:\n\nFirefox on Linux, .* ${time()}\n\n {4}\\d{6}\n`,
      ),
    );
    app.clock.advance(60_000);
    await ask('192.0.2.1', 'evil.example/1.0 (now)');
    const evilAt = time();
    app.clock.advance(60_000);
    await ask('203.0.113.9', IPHONE);
    const phoneAt = time();
    await resetTurnComes(app);
    const [both] = await resetMails(app, email);
    expect(both?.text).toContain('was asked for in 2 browsers');
    expect(both?.text).toMatch(new RegExp(`Safari on iOS, .* ${phoneAt}\n\n {4}\\d{6}\n`));
    expect(both?.text).toMatch(
      new RegExp(`A browser that did not say its name, .* ${evilAt}\n\n {4}\\d{6}\n`),
    );
    expect(both?.text).not.toContain('evil');
  });

  it('reset mails are limited per mailbox: addresses that differ by +tag share the limit, and verified ones come first', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const tagged = email.replace('@', '+more@');
    // Anybody can register an address with a + part, but only the owner of the mailbox gets the code.
    const json = { firstName: 'A', lastName: 'B', email: tagged, password: 'Zebra.Lathe.4' };
    expect((await app.request('/api/auth/register', { json })).status).toBe(201);
    await strangersAsk(app, tagged, 1);
    expect(await resetMails(app, tagged)).toHaveLength(1);
    const owner = visitor(app, '198.51.100.7');
    await owner.askReset(email);
    waitForLimits(app, 60);
    await strangersAsk(app, tagged, 6);
    expect([(await resetMails(app, tagged)).length, (await resetMails(app, email)).length]).toEqual([1, 0]);
    await resetTurnComes(app);
    expect([(await resetMails(app, tagged)).length, (await resetMails(app, email)).length]).toEqual([0, 1]);
    expect((await owner.checkReset(email, await mailedCode(app, email))).status).toBe(200);
    await resetTurnComes(app);
    expect([(await resetMails(app, tagged)).length, (await resetMails(app, email)).length]).toEqual([1, 0]);
  });

  it('security 22: a reset request gives the same answer and writes the same rows, with and without an account', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const crowded = (await app.person()).email;
    await strangersAsk(app, crowded, 8);
    const written = async () => {
      const { rows } = await app.platform.db.pool.query<{ all: string | null }>(
        `WITH gone AS (DELETE FROM pgboss.job WHERE start_after <= now() RETURNING name)
         SELECT string_agg(name, ' ' ORDER BY name) AS all FROM gone`,
      );
      return rows[0]?.all;
    };
    const countAsks = async () => (await app.platform.db.pool.query('SELECT FROM reset_ask')).rowCount ?? 0;
    await written();
    const seen = new Set<string>();
    for (const address of ['nobody@mail.test', email, crowded]) {
      const asks = await countAsks();
      const answer = await visitor(app, '198.51.100.7').askReset(address);
      const headers = Object.fromEntries(answer.headers);
      for (const volatile of ['date', 'x-request-id']) delete headers[volatile];
      headers['set-cookie'] = (headers['set-cookie'] ?? '').replace(/=[\w-]{43};/, '=…;');
      const rows = [(await countAsks()) - asks, await written()];
      seen.add(JSON.stringify([answer.status, answer.body, headers, rows]));
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('account.reset-look');
  });

  it('the table of reset requests keeps no requests of unknown addresses or deleted accounts, and none that were mailed', async () => {
    const app = await behindProxy();
    const person = await app.person();
    const asks = async () =>
      (await app.platform.db.pool.query('SELECT email_normalized FROM reset_ask')).rows;
    await strangersAsk(app, 'nobody@mail.test', 3);
    await strangersAsk(app, person.email, 1);
    await app.jobs.drain();
    expect(await asks()).toEqual([]);
    waitForLimits(app, 60);
    await strangersAsk(app, person.email, 3);
    await app.jobs.drain();
    expect(await asks()).toHaveLength(3);
    const gone = await app.request('/api/me/deletion', {
      json: { current_password: app.password },
      token: person.token,
    });
    expect(gone.status).toBe(204);
    expect(await asks()).toEqual([]);
    // A nightly job deletes the other requests.
    await strangersAsk(app, 'nobody@mail.test', 1);
    app.clock.advance(3_601_000);
    await sweepAccounts(app.modules.accounts);
    expect(await asks()).toEqual([]);
    expect((await app.platform.db.pool.query('SELECT FROM reset_turn')).rowCount).toBe(0);
  });

  it('a mailbox gets no additional reset mails if many browsers ask and several processes handle the requests', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    const home = visitor(app, '198.51.100.7');
    await home.login(email, app.password);
    const strangers = Array.from({ length: 12 }, (_, place) => visitor(app, `203.0.${place}.9`));
    await Promise.all([...strangers, home].map((browser) => browser.askReset(email)));
    await Promise.all([app.jobs.drain(), app.jobs.drain(), app.jobs.drain()]);
    // There is one mail for the known browser, and one for five strangers.
    const codes = async () =>
      (await resetMails(app, email))
        .map(({ text }) => codesIn(text).length)
        .sort((one, other) => one - other);
    expect(await codes()).toEqual([1, 5]);
    await resetTurnComes(app);
    expect(await codes()).toEqual([5]);
  });

  it('if a job comes before the mailbox may get its next reset mail, the job is repeated later', async () => {
    const app = await behindProxy();
    const { email } = await app.person();
    await strangersAsk(app, email, 2);
    await app.jobs.drain();
    const { pool } = app.platform.db;
    await pool.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'account.reset-look'");
    const [first, ...none] = await resetMails(app, email);
    expect([codesIn(first?.text).length, none]).toEqual([1, []]);
    await resetTurnComes(app);
    const [second, ...more] = await resetMails(app, email);
    expect([codesIn(second?.text).length, more]).toEqual([1, []]);
    expect(second?.at).not.toBe(first?.at);
  });
});
