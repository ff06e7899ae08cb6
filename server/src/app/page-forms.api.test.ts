import { beforeAll, describe, expect, it } from 'vitest';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import { laboratory } from '../testing/lab.ts';
import { labApp, type TestApp, testApp } from '../testing/test-app.ts';
import { type FrontEnd, loadPages } from './pages.ts';

let pages: FrontEnd;

beforeAll(async () => {
  await ensurePagesBuilt({ log: { info: () => undefined } });
  pages = await loadPages({ production: false });
}, 300_000);

type Typed = { taskNumber?: string | number; uniqueKey?: string };

/** Sends the form of /verify like a browser without scripts. */
async function send(app: TestApp, typed: Typed, headers: Record<string, string> = {}, path = '/verify') {
  const body = new URLSearchParams(
    Object.entries(typed).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const answer = await app.raw(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  const html = await answer.text();
  const shown = html.replace(/<script[\s\S]*?<\/script>/g, '');
  return { status: answer.status, headers: answer.headers, html, shown };
}

describe('the form of /verify works without scripts', () => {
  it('/verify answers number and key with a page of facts, with a link to the result if the result is public', async () => {
    const app = await labApp({}, { pages });
    const lab = await laboratory(app);
    const [open, hidden] = [await lab.published(), await lab.published({ visibility: 'private' })];
    const found = await send(app, open);
    expect(found.status).toBe(200);
    expect(found.shown).toContain('Verified (Public)');
    expect(found.shown).toContain(`href="/tests/${open.id}"`);
    // The page contains the text that the visitor typed, so it must not be cached.
    expect(found.shown).toContain(`value="${open.uniqueKey}"`);
    expect(found.headers.get('cache-control')).toBe('no-store');
    expect(found.headers.get('referrer-policy')).toBe('no-referrer');
    expect(found.headers.get('content-security-policy')).toContain("form-action 'self'");

    const limited = await send(app, hidden);
    expect(limited.shown).toContain('Verified (Private). Limited summary only.');
    expect(limited.html).not.toContain(hidden.id);
    // A page that was loaded again contains no typed text.
    const empty = await (await app.raw('/verify')).text();
    expect(empty).not.toContain(open.uniqueKey);
    expect(empty).not.toContain('Verified (');
  });

  it('/verify shows the same error messages with and without scripts', async () => {
    const app = await labApp({}, { pages });
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const cases: [Typed, number, string][] = [
      [{}, 422, 'Please enter both fields.'],
      [{ taskNumber: order.taskNumber, uniqueKey: ' ' }, 422, 'Please enter both fields.'],
      [{ taskNumber: order.taskNumber, uniqueKey: 'AAAA-AAAA-AAAA' }, 404, 'Invalid task number or key.'],
      [{ taskNumber: 'x'.repeat(21), uniqueKey: order.uniqueKey }, 404, 'Invalid task number or key.'],
      [{ taskNumber: '"><b>', uniqueKey: '</script><b>' }, 404, 'Invalid task number or key.'],
    ];
    for (const [typed, status, words] of cases) {
      const answer = await send(app, typed);
      expect([answer.status, answer.shown.includes(words)], JSON.stringify(typed)).toEqual([status, true]);
      expect(answer.html).not.toContain('<b>');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await send(app, { ...order, taskNumber: `#${order.taskNumber}` })).status).toBe(200);
  });

  it('each visitor has a limited number of tries at /verify, by form and by API together', async () => {
    const app = await testApp({ TRUST_PROXY: '1' }, { pages });
    const from = (place: number) => ({ 'x-forwarded-for': `203.0.113.${place}` });
    const wrong = { taskNumber: 1, uniqueKey: 'AAAA' };
    for (let tries = 0; tries < 9; tries += 1) expect((await send(app, wrong, from(1))).status).toBe(404);
    await app.request('/api/tests/verify?taskNumber=1&uniqueKey=AAAA', { headers: from(1) });
    const refused = await send(app, wrong, from(1));
    expect(refused.status).toBe(429);
    expect(refused.shown).toMatch(/Too many tries\. Please wait \d+ s\./);
    expect((await send(app, wrong, from(2))).status).toBe(404);
  });

  it('if the database fails, the form shows an error, and the log does not contain the key', async () => {
    const app = await testApp({}, { pages });
    app.logWatch.note('SECR-ETKE-YAAA');
    app.platform.db.pool.query = (() =>
      Promise.reject(new Error('down'))) as typeof app.platform.db.pool.query;
    const { status, shown } = await send(app, { taskNumber: 10_001, uniqueKey: 'SECR-ETKE-YAAA' });
    expect(status).toBe(500);
    expect(shown.includes('Something went wrong on our side.')).toBe(true);
    expect(app.logWatch.says('/api/tests/verify')).toBe(true);
    expect(app.logWatch.leaks()).toEqual([]);
  });

  it('the form refuses requests from other sites and invalid or large bodies; other pages accept no form', async () => {
    const app = await testApp({}, { pages });
    const typed = { taskNumber: 1, uniqueKey: 'AAAA' };
    const site = (value: string) => ({ 'sec-fetch-site': value });
    expect((await send(app, typed, site('cross-site'))).status).toBe(403);
    expect((await send(app, typed, site('same-site'))).status).toBe(403);
    // A browser without a referrer sends Origin null also for our own form.
    expect((await send(app, typed, { ...site('same-origin'), origin: 'null' })).status).toBe(404);
    expect((await send(app, typed, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(app, { taskNumber: 'x'.repeat(20_000) })).status).toBe(413);
    for (const path of ['/', '/tests', '/nothing-here', '/verify.data', '/%E0%A4%A']) {
      const answer = await send(app, typed, {}, path);
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  });
});
