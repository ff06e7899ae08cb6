import type { SignedIn } from '@vialproof/contract/accounts';
import type { MyWatch, WatchFigures } from '@vialproof/contract/watches';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { type Laid, type LaidTest, layTests } from '../../testing/lay-tests.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { linkIn, watching } from '../../testing/watches.ts';
import { askForDigests, sweepWatches } from './watches.service.ts';

const HOUR = 3_600_000;
const EMAIL = 'reader@mail.test';
const MAKERS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** An application with public results of BPC-157, Test Maker and its batch T-1. */
async function watched(env: Record<string, string> = {}) {
  const app: TestApp = await labApp(env);
  const lab = await laboratory(app);
  const lay = (...tests: Omit<LaidTest, 'sku'>[]) =>
    layTests(
      app,
      tests.map((test) => ({ sku: 'bpc-157', ...test })),
    );
  return { app, lab, watch: watching(app), lay };
}

/** Publishes a received sample (`save`) or a correction (`amend`). People are signed in anew. */
async function released(app: TestApp, order: { id: string }, work: 'save' | 'amend' = 'save'): Promise<void> {
  const lab = await laboratory(app);
  const analyst = await app.person('analyst');
  await must(lab[work](analyst, order));
  await must(lab.submit(analyst, order));
  await must(lab.publish(await app.person('reviewer'), order));
}

describe('a reader gets e-mail alerts about a subject', { timeout: 120_000 }, () => {
  it('an e-mail alert starts with a confirmation mail, sends news once a day, and ends by a link', async () => {
    const { app, lab, watch, lay } = await watched();
    const asked = await watch.ask('compound', 'bpc-157', ' Reader@Mail.TEST ');
    expect([asked.status, asked.body]).toEqual([202, {}]);
    await app.jobs.drain();
    const [optIn, ...others] = await watch.mails(EMAIL);
    expect([optIn?.subject, others]).toEqual(['Confirm: mails about “BPC-157”', []]);

    // A mail server that opens links must not confirm an alert.
    const confirm = linkIn(optIn?.text ?? '', 'confirm');
    for (let times = 0; times < 2; times += 1) {
      const shown = await watch.page(confirm);
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(shown.html).toContain('Watch BPC-157?');
    }
    const early = await lab.inReview();
    await must(lab.publish(lab.reviewer, early));
    for (let times = 0; times < 2; times += 1) {
      const done = await watch.page(confirm, 'POST');
      expect(done.html).toContain('You watch BPC-157');
      expect(done.html).toContain('href="/compounds/bpc-157"');
    }
    expect((await watch.page(confirm)).html).toContain('You watch BPC-157');
    await watch.morning();
    expect(await watch.news(EMAIL)).toEqual([]);

    const [one, other] = (await lay(
      { compound: 'bpc 157', maker: 'Acme', batch: 'L3' },
      { compound: 'Semaglutide', maker: 'Zenith', batch: 'Z2' },
    )) as [Laid, Laid];
    await released(app, one);
    await released(app, other);
    const two = await lab.inReview();
    await must(lab.publish(await app.person('reviewer'), two));
    await app.jobs.drain();
    expect(await watch.news(EMAIL)).toEqual([]);
    await watch.morning();
    const [digest, ...more] = await watch.news(EMAIL);
    expect([digest?.subject, more]).toEqual(['2 new results of what you watch', []]);
    for (const { id } of [one, two]) expect(digest?.text).toContain(`/tests/${id}`);
    expect(digest?.text).not.toContain(early.id);
    expect(digest?.text).toMatch(
      /New result: BPC-157\nMaker: Test Maker\nBatch: T-1\nPurity: 99.1 % area\nTask number: \d+\nYou watch: BPC-157\n/,
    );
    expect(digest?.text).not.toContain('Semaglutide');

    // A change after this mail is in the mail of the next day.
    await released(app, one, 'amend');
    await askForDigests(app.modules.watches);
    await app.jobs.drain();
    expect(await watch.news(EMAIL)).toHaveLength(1);
    await watch.morning();
    expect((await watch.news(EMAIL)).at(-1)?.subject).toBe('New revision: bpc 157 from Acme');
    await watch.morning();
    expect(await watch.news(EMAIL)).toHaveLength(2);

    await must(lab.retract(await app.person('reviewer'), two, 'The vials were swapped.'));
    await app.jobs.drain();
    const withdrawn = (await watch.news(EMAIL)).at(-1);
    expect(withdrawn?.subject).toBe(`Withdrawn: result of BPC-157 from Test Maker, task ${two.taskNumber}`);
    expect(withdrawn?.text).toContain('> The vials were swapped.');

    const stop = linkIn(withdrawn?.text ?? '', 'stop');
    expect((await watch.page(stop)).html).toContain('Stop watching BPC-157?');
    expect((await watch.page(stop)).html).toContain('Stop watching BPC-157?');
    expect((await watch.page(stop, 'POST')).html).toContain('No more mails come about BPC-157');
    const again = await watch.page(stop, 'POST');
    expect([again.status, again.html.includes('There is nothing to stop')]).toEqual([200, true]);
    expect((await watch.page(confirm, 'POST')).html).toContain('This link is not good any more');
    await released(app, await lab.received());
    await watch.morning();
    expect(await watch.news(EMAIL)).toHaveLength(3);
    // An address is deleted with its last alert.
    expect(await watch.whereIs(EMAIL)).toEqual(['public.dev_mail']);
  });

  it('a private result causes no mail; a result that becomes public is mailed as new', async () => {
    const { app, lab, watch } = await watched();
    const shown = await lab.published();
    await watch.begin('maker', 'test-maker', EMAIL);
    const hidden = await lab.inReview({ visibility: 'private' });
    await must(lab.publish(lab.reviewer, hidden));
    await must(lab.retract(lab.reviewer, await lab.published({ visibility: 'private' })));
    await watch.morning();
    expect(await watch.news(EMAIL)).toEqual([]);
    const { rows } = await app.platform.db.pool.query('SELECT FROM watch_notice');
    expect(rows).toEqual([]);

    const opener = await sessionOf(app, lab.customer.email);
    const path = `/api/me/tests/${hidden.id}/publish-publicly`;
    expect((await app.request(path, { method: 'POST', token: opener })).status).toBe(200);
    await watch.morning();
    const [digest] = await watch.news(EMAIL);
    expect(digest?.subject).toBe('New result: BPC-157 from Test Maker');
    expect(digest?.text).toContain(`/tests/${hidden.id}`);
    expect(digest?.text).not.toContain(shown.id);
  });

  it('a daily mail leaves out withdrawn results, and lists each result once', async () => {
    const { app, lab, watch } = await watched();
    const task = await lab.received();
    await watch.begin('compound', 'bpc-157', EMAIL);
    await watch.begin('maker', 'test-maker', EMAIL);
    await watch.begin('batch', 'test-maker/t-1', EMAIL);
    await watch.begin('task', `#${task.taskNumber}`, EMAIL);
    await released(app, task);
    const gone = await lab.inReview();
    await must(lab.publish(lab.reviewer, gone));
    await must(lab.retract(lab.reviewer, gone));
    await app.jobs.drain();
    expect((await watch.news(EMAIL)).map(({ subject }) => subject)).toEqual([
      `Withdrawn: result of BPC-157 from Test Maker, task ${gone.taskNumber}`,
    ]);
    await watch.morning();
    const [, digest, ...more] = await watch.news(EMAIL);
    expect([digest?.subject, more]).toEqual(['New result: BPC-157 from Test Maker', []]);
    expect(digest?.text).toContain(
      `You watch: batch T-1 of Test Maker, BPC-157, Test Maker, test #${task.taskNumber}\n`,
    );
    expect(digest?.text.match(/Stop watching/g)).toHaveLength(4);
    // One link stops all alerts of the address.
    const all = linkIn(digest?.text ?? '', 'stop', -1);
    expect((await watch.page(all)).html).toContain('Stop all mails about what you watch?');
    expect(await watch.whereIs(EMAIL)).toContain('public.watcher');
    expect((await watch.page(all, 'POST')).html).toContain('No more mails come about anything');
    expect((await watch.page(all, 'POST')).html).toContain('There is nothing to stop');
    expect(await watch.whereIs(EMAIL)).toEqual(['public.dev_mail']);
  });

  it('an alert about a merged maker continues, and an alert about a compound covers all its spellings', async () => {
    const { app, lab, watch, lay } = await watched();
    const [, , next] = (await lay(
      { compound: 'BPC 157', maker: 'Acme Ltd', batch: 'L1', publishedOn: '2025-06-01' },
      { compound: 'BPC-157', maker: 'Acme', batch: 'L1', publishedOn: '2025-06-01' },
      { compound: 'bpc157', maker: 'Acme', batch: 'L1' },
    )) as [Laid, Laid, Laid];
    await watch.begin('maker', 'acme-ltd', EMAIL);
    await watch.begin('batch', 'acme-ltd/l1', 'batch@mail.test');
    await watch.begin('compound', 'bpc-157', 'compound@mail.test');
    const ids = await app.platform.db.pool.query<{ name: string; id: string; version: number }>(
      "SELECT name, id, version FROM named_record WHERE kind = 'maker'",
    );
    const idOf = (name: string) => ids.rows.find((row) => row.name === name)?.id ?? '';
    const merged = await app.request(`/api/lab/makers/${idOf('Acme Ltd')}/merge`, {
      json: { into: idOf('Acme'), version: 1 },
      token: lab.admin.token,
    });
    expect(merged.status).toBe(200);
    await released(app, next);
    await watch.morning();
    for (const [email, label] of [
      [EMAIL, 'Acme'],
      ['batch@mail.test', 'batch L1 of Acme'],
      ['compound@mail.test', 'BPC-157'],
    ] as const) {
      const [digest] = await watch.news(email);
      expect([email, digest?.text.includes(`You watch: ${label}\n`)]).toEqual([email, true]);
    }
  });

  it('an account can list, stop, export, move and delete the alerts of its address', async () => {
    const { app, lab, watch } = await watched();
    const owner = await app.person();
    const other = await app.person();
    await watch.begin('compound', 'bpc-157', owner.email.toUpperCase());
    await watch.begin('batch', 'test-maker/t-1', owner.email);
    await watch.ask('maker', 'test-maker', owner.email);
    await app.jobs.drain();
    const list = await watch.mine(owner.token);
    expect(list.map(({ kind, name, path }) => [kind, name, path]).toSorted()).toEqual([
      ['batch', 'T-1 of Test Maker', '/batches/test-maker/t-1'],
      ['compound', 'BPC-157', '/compounds/bpc-157'],
      ['maker', 'Test Maker', '/makers/test-maker'],
    ]);
    expect(list.map(({ confirmed_at }) => confirmed_at !== null)).toEqual(
      list.map(({ kind }) => kind !== 'maker'),
    );
    expect(await watch.mine(other.token)).toEqual([]);

    const batch = list.find(({ kind }) => kind === 'batch');
    const stop = (token: string, id = batch?.id) =>
      app.request(`/api/me/watches/${id}`, { method: 'DELETE', token });
    expect((await stop(other.token)).status).toBe(404);
    expect((await stop(owner.token, 'no-id')).status).toBe(404);
    expect((await stop(owner.token)).status).toBe(204);
    expect((await stop(owner.token)).status).toBe(404);
    expect(await watch.mine(owner.token)).toHaveLength(2);
    const { body } = await app.request<{ watches: { kind: string; confirmed_at: string | null }[] }>(
      '/api/me/export',
      { token: owner.token },
    );
    expect(body.watches.map(({ kind }) => kind).toSorted()).toEqual(['compound', 'maker']);

    // The new address keeps its own alerts too.
    const fresh = 'fresh@mail.test';
    await watch.begin('maker', 'test-maker', fresh);
    await changeAddress(app, owner, fresh);
    const moved = await watch.mine(owner.token);
    expect(moved.map(({ kind, confirmed_at }) => [kind, confirmed_at !== null]).toSorted()).toEqual([
      ['compound', true],
      ['maker', true],
    ]);
    await must(lab.publish(lab.reviewer, await lab.inReview()));
    await watch.morning();
    const digests = async (email: string) =>
      (await watch.news(email)).filter(({ subject }) => subject.startsWith('New result'));
    expect(await digests(fresh)).toHaveLength(1);
    expect(await digests(owner.email)).toEqual([]);

    const token = await sessionOf(app, fresh);
    const deletion = { json: { current_password: app.password }, token };
    expect((await app.request('/api/me/deletion', deletion)).status).toBe(204);
    const { rows } = await app.platform.db.pool.query('SELECT FROM watcher');
    expect(rows).toEqual([]);
  });

  it('admins see how many alerts exist, and no address', async () => {
    const { app, lab, watch } = await watched();
    const order = await lab.published();
    await watch.begin('compound', 'bpc-157', EMAIL);
    await watch.begin('compound', 'bpc-157', 'second@mail.test');
    await watch.begin('maker', 'test-maker', EMAIL);
    await watch.ask('task', String(order.taskNumber), EMAIL);
    await must(lab.retract(lab.reviewer, order));
    await app.jobs.drain();
    const { token } = lab.admin;
    const figures = await app.request<{ data: WatchFigures }>('/api/lab/watches', { token });
    const day = app.clock.now().toISOString().slice(0, 10);
    expect(figures.body.data).toEqual({
      kinds: [
        { kind: 'compound', confirmed: 2, waiting: 0 },
        { kind: 'maker', confirmed: 1, waiting: 0 },
        { kind: 'task', confirmed: 0, waiting: 1 },
      ],
      addresses: 2,
      notices: 0,
      most_watched: [
        { kind: 'compound', name: 'BPC-157', path: '/compounds/bpc-157', watchers: 2 },
        { kind: 'maker', name: 'Test Maker', path: '/makers/test-maker', watchers: 1 },
      ],
      days: [{ day, opt_ins: 4, digests: 0, retractions: 2 }],
    });
  });
});

/** Signs a person in with the usual password. */
async function sessionOf(app: TestApp, email: string): Promise<string> {
  const { body } = await app.request<SignedIn>('/api/auth/login', {
    json: { email, password: app.password },
  });
  return body.session.access_token;
}

async function changeAddress(
  app: TestApp,
  { email, token }: { email: string; token: string },
  fresh: string,
): Promise<void> {
  await app.request('/api/me/email-change', {
    json: { email: fresh, current_password: app.password },
    token,
  });
  await app.jobs.drain();
  const codeIn = async (to: string) => /^ {4}(\w{6})$/m.exec((await app.mails(to))[0]?.text ?? '')?.[1] ?? '';
  const json = { current_code: await codeIn(email), new_code: await codeIn(fresh) };
  const { status, body } = await app.request('/api/me/email-change/confirm', { json, token });
  expect([status, body]).toEqual([200, expect.anything()]);
}

describe('a reader gets e-mail alerts only after a confirmation, and few mails', { timeout: 120_000 }, () => {
  it('every request gets the same answer, but for an unknown or private subject no mail is sent', async () => {
    const { app, lab, watch, lay } = await watched();
    const shown = await lab.published();
    const [hidden] = await lay({
      compound: 'Hiddentide',
      maker: 'Hidden',
      isPrivate: true,
      publishedOn: '2025-06-01',
    });
    const unpaid = (await lab.drafted({ compound: 'Drafttide' })).ordered;
    for (const [kind, subject] of [
      ['task', String(hidden?.taskNumber)],
      ['task', String(unpaid.taskNumber)],
      ['task', '99999999'],
      ['task', '1e4'],
      ['task', '999999999999999'],
      ['task', shown.id],
      ['compound', 'hiddentide'],
      ['compound', 'no-such-thing'],
      ['compound', "'; DROP TABLE watch; --"],
      ['compound', 'a/b'],
      ['compound', '🧪'],
      ['maker', 'hidden'],
      ['batch', 'test-maker'],
      ['batch', 'test-maker/'],
      ['batch', '/t-1'],
      ['batch', 'test-maker/t-1/t-1'],
      ['batch', 'test-maker/l9'],
    ] as const) {
      const { status, body } = await watch.ask(kind, subject, EMAIL);
      expect([subject, status, body]).toEqual([subject, 202, {}]);
    }
    await app.jobs.drain();
    expect(await watch.mails(EMAIL)).toEqual([]);
    expect(await watch.whereIs(EMAIL)).toEqual([]);
    for (const wrong of [
      { kind: 'compound', subject: 'x'.repeat(10_000), email: EMAIL },
      { kind: 'compound', subject: ' ', email: EMAIL },
      { kind: 'compound', subject: 'bpc-157\u0000', email: EMAIL },
      { kind: 'compound', subject: 'bpc-157', email: 'nobody' },
      { kind: 'compound', subject: 'bpc-157', email: `a@mail.test\r\nBcc: all@mail.test` },
      { kind: 'compound', subject: 'bpc-157', email: [EMAIL] },
      { kind: 'order', subject: '1', email: EMAIL },
      { kind: 'compound', subject: 157, email: EMAIL },
      {},
    ]) {
      expect((await app.request('/api/watches', { json: wrong })).status).toBe(422);
    }
    const foreign = await app.request('/api/watches', {
      json: { kind: 'compound', subject: 'bpc-157', email: EMAIL },
      headers: { origin: 'https://evil.test' },
    });
    expect(foreign.status).toBe(403);
    expect(await watch.whereIs(EMAIL)).toEqual([]);
  });

  it('a mailbox gets at most one confirmation mail a day per subject, and at most five a day', async () => {
    const { app, watch, lay } = await watched({ TRUST_PROXY: '1' });
    await lay(...MAKERS.map((maker) => ({ compound: 'BPC-157', maker, publishedOn: '2025-06-01' })));
    let visitor = 0;
    const ask = (kind: string, subject: string, email = EMAIL) => {
      visitor += 1;
      return app.request('/api/watches', {
        json: { kind, subject, email },
        headers: { 'x-forwarded-for': `203.0.113.${visitor}` },
      });
    };
    for (let times = 0; times < 3; times += 1) expect((await ask('maker', 'one')).status).toBe(202);
    await app.jobs.drain();
    expect(await watch.mails(EMAIL)).toHaveLength(1);
    for (const maker of ['two', 'three', 'four', 'five', 'six']) {
      expect((await ask('maker', maker)).status).toBe(202);
    }
    await app.jobs.drain();
    expect(await watch.mails(EMAIL)).toHaveLength(5);
    // An address with a + part is the same mailbox.
    const [name, host] = EMAIL.split('@');
    for (let n = 0; n < 5; n += 1) await ask('maker', 'six', `${name}+t${n}@${host}`);
    await app.jobs.drain();
    for (let n = 0; n < 5; n += 1) expect(await watch.mails(`${name}+t${n}@${host}`)).toEqual([]);
    await watch.forgetLimits();
    // For the same subject there is only one mail a day.
    await ask('maker', 'one');
    await app.jobs.drain();
    expect(await watch.mails(EMAIL)).toHaveLength(5);
    // For a confirmed alert, the server sends no mail.
    await watch.page(linkIn((await watch.mails(EMAIL))[0]?.text ?? '', 'confirm'), 'POST');
    app.clock.advance(24 * HOUR);
    await ask('maker', 'one');
    await app.jobs.drain();
    expect(await watch.mails(EMAIL)).toHaveLength(5);
    await ask('maker', 'two');
    await app.jobs.drain();
    expect(await watch.mails(EMAIL)).toHaveLength(6);

    // One visitor has a limit for all subjects together.
    const statuses = new Set<number>();
    for (let times = 0; times < 31; times += 1) {
      visitor = 200;
      statuses.add((await ask('compound', `nothing-${times}`, `other${times}@mail.test`)).status);
    }
    expect([...statuses]).toEqual([202, 429]);
  });

  it('requests by strangers do not use up the mails of a signed-in person', async () => {
    const { app, watch, lay } = await watched({ TRUST_PROXY: '1' });
    await lay(...MAKERS.map((maker) => ({ compound: 'BPC-157', maker, publishedOn: '2025-06-01' })));
    const { email, token } = await app.person();
    for (const maker of MAKERS) {
      expect((await watch.ask('maker', maker.toLowerCase(), email)).body).toEqual({});
    }
    await app.jobs.drain();
    expect(await watch.optIns(email)).toHaveLength(5);
    const other = email.replace('@', '+news@');
    const asked = async (subject: string, as: { token?: string }) => {
      const json = { kind: 'maker', subject, email: other };
      expect((await app.request('/api/watches', { json, ...as })).body).toEqual({});
      await app.jobs.drain();
      return (await watch.optIns(other)).map(({ subject }) => subject);
    };
    expect(await asked('one', {})).toEqual([]);
    // Another signed-in person is a stranger to this address.
    expect(await asked('one', { token: (await app.person()).token })).toEqual([]);
    expect(await asked('one', { token })).toEqual(['Confirm: mails about “One”']);
    // For the same subject there is no second mail today.
    expect(await asked('one', { token })).toHaveLength(1);
    expect(await asked('six', { token })).toEqual([
      'Confirm: mails about “One”',
      'Confirm: mails about “Six”',
    ]);
  });

  it('a signed-in person gets an alert to the own address at once, without a confirmation mail', async () => {
    const { app, lab, watch, lay } = await watched();
    const [hidden] = await lay({ compound: 'Hiddentide', isPrivate: true, publishedOn: '2025-06-01' });
    const [owner, other] = [await app.person(), await app.person()];
    const ask = (kind: string, subject: string, email: string, token?: string) =>
      app.request<{ watch?: MyWatch }>('/api/watches', {
        json: { kind, subject, email },
        ...(token ? { token } : {}),
      });
    // Other people learn nothing about the address, and begin no alert for it.
    for (const token of [undefined, other.token]) {
      const { status, body } = await ask('maker', 'test-maker', owner.email, token);
      expect([status, body]).toEqual([202, {}]);
    }
    expect((await watch.mine(owner.token)).map(({ confirmed_at }) => confirmed_at)).toEqual([null]);
    await app.jobs.drain();
    const mails = await watch.optIns(owner.email);
    expect(mails).toHaveLength(1);

    const { status, body } = await ask('maker', 'test-maker', ` ${owner.email.toUpperCase()} `, owner.token);
    expect([status, body.watch]).toMatchObject([
      202,
      { kind: 'maker', name: 'Test Maker', path: '/makers/test-maker' },
    ]);
    expect(body.watch?.confirmed_at).not.toBeNull();
    // A repeated call changes nothing, and the link in the earlier mail still works.
    expect((await ask('maker', 'test-maker', owner.email, owner.token)).body).toEqual(body);
    expect(await watch.mine(owner.token)).toEqual([body.watch]);
    expect((await watch.page(linkIn(mails[0]?.text ?? '', 'confirm'))).html).toContain(
      'You watch Test Maker',
    );
    expect(await watch.mine(other.token)).toEqual([]);

    // If there are no alerts about something, the answer is the same as for a visitor.
    for (const [kind, subject] of [
      ['task', String(hidden?.taskNumber)],
      ['task', '99999999'],
      ['compound', 'hiddentide'],
    ] as const) {
      expect((await ask(kind, subject, owner.email, owner.token)).body).toEqual({});
    }
    await app.jobs.drain();
    expect(await watch.optIns(owner.email)).toEqual(mails);

    await must(lab.publish(lab.reviewer, await lab.inReview()));
    await watch.morning();
    expect((await watch.news(owner.email)).at(-1)?.subject).toBe('New result: BPC-157 from Test Maker');
    const token = await sessionOf(app, owner.email);
    const undone = await app.request(`/api/me/watches/${body.watch?.id}`, { method: 'DELETE', token });
    expect([undone.status, await watch.mine(token)]).toEqual([204, []]);
  });

  it('an unconfirmed alert ends after 48 hours, and an address can have at most a hundred alerts', async () => {
    const { app, watch } = await watched();
    await watch.ask('maker', 'test-maker', EMAIL);
    await app.jobs.drain();
    const confirm = linkIn((await watch.mails(EMAIL))[0]?.text ?? '', 'confirm');
    app.clock.advance(48 * HOUR - 1);
    await sweepWatches(app.modules.watches);
    expect((await watch.page(confirm)).html).toContain('Watch Test Maker?');
    app.clock.advance(1);
    expect((await watch.page(confirm)).html).toContain('This link is not good any more');
    expect((await watch.page(confirm, 'POST')).html).toContain('This link is not good any more');
    app.clock.advance(1);
    await sweepWatches(app.modules.watches);
    expect(await watch.whereIs(EMAIL)).toEqual(['public.dev_mail']);

    await watch.begin('maker', 'test-maker', EMAIL);
    await app.platform.db.pool.query(`
      INSERT INTO watch (id, watcher_id, kind, subject, key, created_at, confirmed_at)
      SELECT gen_random_uuid(), id, 'compound', 'no ' || n, '', now(), now() FROM watcher, generate_series(1, 99) AS n`);
    expect((await watch.ask('compound', 'bpc-157', EMAIL)).status).toBe(202);
    await app.jobs.drain();
    expect((await watch.optIns(EMAIL)).map(({ subject }) => subject)).not.toContain(
      'Confirm: mails about “BPC-157”',
    );
    // An alert that exists is not counted twice.
    expect((await watch.ask('maker', 'test-maker', EMAIL)).status).toBe(202);
  });

  it('incomplete links are refused with the same answer', async () => {
    const { app, watch } = await watched();
    await watch.begin('maker', 'test-maker', EMAIL);
    await watch.begin('compound', 'bpc-157', 'second@mail.test');
    const [first, second] = await Promise.all(
      [EMAIL, 'second@mail.test'].map(async (email) => {
        const link = linkIn((await watch.optIns(email))[0]?.text ?? '', 'confirm');
        return new URLSearchParams(link.split('?')[1]);
      }),
    );
    const [id, key] = [first?.get('watch') ?? '', second?.get('key') ?? ''];
    const nobody = crypto.randomUUID();
    const queries = [
      '',
      `?watch=${id}`,
      `?watch=${id}&key=`,
      `?watch=${id}&key=${key}`,
      `?watch=${nobody}&key=${key}`,
      `?watch=no-id&key=${key}`,
      `?all=${id}&key=${first?.get('key')}`,
      `?all=${nobody}&key=${key}`,
      `?watch=${id}&key=%27%3B--&watch=${nobody}`,
    ];
    for (const path of ['confirm', 'stop']) {
      const answers = await Promise.all(
        queries.flatMap((query) => [
          watch.page(`/watches/${path}${query}`),
          watch.page(`/watches/${path}${query}`, 'POST'),
        ]),
      );
      expect(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    }
    const { rows } = await app.platform.db.pool.query('SELECT FROM watch WHERE confirmed_at IS NOT NULL');
    expect(rows).toHaveLength(2);
    for (const path of ['confirm', 'stop']) {
      expect((await watch.page(`/watches/${path}`, 'DELETE')).status).toBe(404);
    }
  });

  it('a body of more than 16 kB is refused, also if its length is not announced', async () => {
    const { app } = await watched();
    const big = new Uint8Array(17_000);
    for (const path of ['confirm', 'stop']) {
      for (const body of [big, new Blob([big]).stream()]) {
        const answer = await fetch(`${app.platform.ownAddress()}/watches/${path}`, {
          method: 'POST',
          body,
          duplex: 'half',
        });
        expect(answer.status).toBe(413);
      }
    }
  });

  it('a mail program can stop an alert with one POST request', async () => {
    const { app, watch } = await watched();
    await watch.begin('maker', 'test-maker', EMAIL);
    const confirm = linkIn((await watch.optIns(EMAIL))[0]?.text ?? '', 'confirm');
    const answer = await app.raw(confirm.replace('/confirm?', '/stop?'), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      headers: { origin: 'https://mail-program.test', 'sec-fetch-site': 'cross-site' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await watch.whereIs(EMAIL)).toEqual(['public.dev_mail']);
  });
});
