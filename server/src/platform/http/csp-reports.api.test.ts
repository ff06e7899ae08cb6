import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { cases } from '../../testing/property-runs.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { DIRECTIVES } from './csp-reports.ts';

const METRICS_TOKEN = 'a-token-for-figures';
const KEY = 'AAAABBBBCCCC';
const SAID = 'Content-Security-Policy of a page refused';

const reportUri = (directive: string, blocked = 'https://elsewhere.example/a.js?secret=1') => ({
  'csp-report': {
    'document-uri': `https://lab.example/api/tests/${KEY}?uniqueKey=${KEY}`,
    'violated-directive': `${directive} 'self'`,
    'effective-directive': directive,
    'blocked-uri': blocked,
  },
});
const reportTo = (effectiveDirective: string, blockedURL = 'inline') => ({
  type: 'csp-violation',
  age: 10,
  url: `https://lab.example/api/tests/${KEY}?uniqueKey=${KEY}`,
  user_agent: 'a browser',
  body: { effectiveDirective, blockedURL, documentURL: `https://lab.example/api/tests/${KEY}?x#y` },
});

async function watched(env: Record<string, string> = {}) {
  const app = await testApp({ METRICS_TOKEN, ...env });
  const send = (type: string, body: string, headers: Record<string, string> = {}) =>
    app.request('/csp-reports', { method: 'POST', body, headers: { 'content-type': type, ...headers } });
  return {
    app,
    send,
    single: (body: unknown) => send('application/csp-report', JSON.stringify(body)),
    batch: (body: unknown) => send('application/reports+json', JSON.stringify(body)),
    counts: () => countsOf(app),
    lines: () => app.logWatch.lines(SAID).map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** The counted reports by directive; those with the count 0 are left out. */
async function countsOf(app: TestApp): Promise<Record<string, number>> {
  const { body } = await app.request<string>('/metrics', { token: METRICS_TOKEN });
  const counts = [...body.matchAll(/^vialproof_csp_reports_total\{directive="([^"]*)"\} (\d+)/gm)];
  expect(counts.map(([, directive]) => directive)).toEqual([...DIRECTIVES]);
  return Object.fromEntries(
    counts.map(([, directive, count]) => [directive, Number(count)]).filter(([, count]) => count !== 0),
  );
}

it('reports of both formats are accepted without a token, also from another site, and counted by directive', async () => {
  const { send, batch, counts } = await watched();
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const body = JSON.stringify(reportUri('img-src'));
  expect(await send('application/csp-report; charset=utf-8', body, foreign)).toMatchObject({
    status: 204,
    body: '',
  });
  const { status } = await batch([
    reportTo('script-src-elem'),
    reportTo('script-src-elem'),
    reportTo('img-src'),
  ]);
  expect(status).toBe(204);
  expect(await counts()).toEqual({ 'img-src': 2, 'script-src-elem': 2 });
});

it('a report of an older browser, which names only the line of the policy, is counted by its directive', async () => {
  const { single, counts } = await watched();
  await single({ 'csp-report': { 'violated-directive': "font-src 'self' data:" } });
  expect(await counts()).toEqual({ 'font-src': 1 });
});

it('the log names the pattern of the page and the origin of what was refused, and no path, query or word of a report', async () => {
  const { app, single, batch, lines } = await watched();
  const blocked = [
    ['https://elsewhere.example/mara@mail.test?secret=1', 'https://elsewhere.example'],
    ['chrome-extension://abcdef/x.js', 'chrome-extension'],
    ['data', 'data'],
    ['mara@mail.test', 'other'],
    ['', 'other'],
  ] as const;
  for (const [address, logged] of blocked) {
    await single(reportUri('connect-src', address));
    expect(lines().at(-1)).toMatchObject({
      directive: 'connect-src',
      page: '/api/tests/:id',
      blocked: logged,
    });
    app.clock.advance(1_000);
  }
  await batch([reportTo('mara@mail.test', `https://${'x'.repeat(5_000)}.example/`)]);
  const last = lines().at(-1);
  expect(last).toMatchObject({ directive: 'other', page: '/api/tests/:id' });
  expect(String(last?.blocked).length).toBeLessThanOrEqual(100);
  expect(app.logWatch.lines(KEY)).toEqual([]);
  expect(app.logWatch.lines('mara@mail.test')).toEqual([]);
  expect(app.logWatch.lines('secret=1')).toEqual([]);
});

it('the log gets at most one line a second, with the number of reports since the line before, and the access log none', async () => {
  const { app, batch, lines } = await watched({ ACCESS_LOG: '1' });
  for (let report = 0; report < 6; report += 1) await batch([reportTo('img-src'), reportTo('img-src')]);
  expect(lines().map(({ reports }) => reports)).toEqual([1]);
  app.clock.advance(1_000);
  await batch([reportTo('img-src')]);
  expect(lines().map(({ reports }) => reports)).toEqual([1, 12]);
  // The access log has these requests only at the debug level.
  const levels = () => app.logWatch.lines('"msg":"request"').map((line) => JSON.parse(line).level);
  await vi.waitFor(() => expect(levels()).toEqual(Array.from({ length: 7 }, () => 20)), 20_000);
});

it('a report uses no connection to the database', async () => {
  const { app, single } = await watched({ POOL_SIZE: '2' });
  const { pool } = app.platform.db;
  // Whatever needs a connection waits now, and is refused at last.
  const held = [await pool.connect(), await pool.connect()];
  expect((await single(reportUri('img-src'))).status).toBe(204);
  for (const client of held) client.release();
});

it('more than 16 kB are refused, also without an announced length, and of a body at most 20 reports are read', async () => {
  const { app, send, batch, counts } = await watched();
  const large = JSON.stringify([reportTo('img-src', 'x'.repeat(16_000))]);
  expect((await send('application/reports+json', large)).status).toBe(413);
  const { status } = await fetch(`${app.platform.ownAddress()}/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/reports+json' },
    body: new Blob([large]).stream(),
    duplex: 'half',
  });
  expect(status).toBe(413);
  expect(await counts()).toEqual({});
  const many = Array.from({ length: 100 }, () => ({
    type: 'csp-violation',
    body: { effectiveDirective: 'img-src' },
  }));
  expect((await batch(many)).status).toBe(204);
  expect(await counts()).toEqual({ 'img-src': 20 });
});

it('other content types and bodies that are no JSON are refused, and other methods do not exist', async () => {
  const { app, send, counts } = await watched();
  expect((await send('application/json', JSON.stringify(reportUri('img-src')))).status).toBe(415);
  expect((await send('text/plain', '')).status).toBe(415);
  expect((await send('application/csp-report', '{')).status).toBe(400);
  expect((await app.request('/csp-reports')).status).toBe(404);
  expect(await counts()).toEqual({});
});

it('while too many forms and reports of one address wait, further reports are refused', async () => {
  const { app, single } = await watched();
  const { forms } = app.platform.turns;
  for (let place = 0; place < 8; place += 1) await forms.take('others');
  for (let wait = 0; wait < 60; wait += 1) void forms.take('127.0.0.1');
  expect((await single(reportUri('img-src'))).status).toBe(429);
});

it('property: whatever a body contains, it causes no error and no new label', async () => {
  const { app, single, batch, counts } = await watched();
  const directive = fc.oneof(fc.string(), fc.constantFrom(...DIRECTIVES, '__proto__', 'constructor'));
  const body = fc.oneof(
    fc.jsonValue(),
    fc.array(
      fc.record({ type: fc.constant('csp-violation'), body: fc.record({ effectiveDirective: directive }) }),
    ),
    fc.record({ 'csp-report': fc.record({ 'effective-directive': directive, 'document-uri': fc.webUrl() }) }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      expect((await single(value)).status).toBe(204);
      expect((await batch(value)).status).toBe(204);
    }),
    { numRuns: cases(100) },
  );
  // Fails for a label that is not in the list.
  await counts();
  expect(app.logWatch.lines('a request failed')).toEqual([]);
});
