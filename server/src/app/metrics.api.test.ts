import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { call } from '../testing/command.ts';
import { databaseProxy } from '../testing/database-proxy.ts';
import { newPath, settingsOf } from '../testing/installation.ts';
import { testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { withoutMailServer } from '../testing/unsent-mails.ts';
import { admin } from './commands/admin.ts';

const METRICS_TOKEN = 'a-token-for-figures';
const deploy = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));

async function watched(env: Record<string, string> = {}, options?: Parameters<typeof testApp>[1]) {
  const app = await testApp({ METRICS_TOKEN, ...env }, options);
  const scrape = async () => {
    const { status, body, headers } = await app.request<string>('/metrics', { token: METRICS_TOKEN });
    expect(status).toBe(200);
    return { text: body, headers };
  };
  return { app, scrape };
}

/** The value of a metric, found by how its line begins. */
const figureOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('/metrics answers a caller that has the token with numbers about the server', () => {
  it('/metrics exists only if a token is configured, and refuses requests without this token', async () => {
    const without = await testApp();
    expect((await without.request('/metrics', { token: METRICS_TOKEN })).status).toBe(404);
    const { app } = await watched();
    for (const token of [undefined, 'a-token-for-figurez', `${METRICS_TOKEN}x`]) {
      const refused = await app.request('/metrics', token ? { token } : {});
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('/metrics answers in the OpenMetrics format, whatever the Accept header says', async () => {
    const { scrape } = await watched();
    const { text, headers } = await scrape();
    expect(headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.endsWith('# EOF\n')).toBe(true);
  });

  it('/metrics counts requests by the pattern of their route, and not by the path that a client sent', async () => {
    const { app, scrape } = await watched();
    for (const id of ['one', 'two']) await app.request(`/api/tests/${id}`);
    await app.request('/api/tests/verify?taskNumber=10001&uniqueKey=AAAABBBBCCCC');
    await app.request('/api/secret-of-a-person');
    await app.request('/secret-of-a-person');
    await app.request('/api/tests?search=secret-of-a-person');
    await app.request('/api/tests', { method: 'PROPFIND' });
    const { text } = await scrape();
    const count = 'vialproof_request_duration_seconds_count';
    expect(figureOf(text, `${count}{method="GET",route="/api/tests/:id",status="4xx"}`)).toBe(2);
    expect(figureOf(text, `${count}{method="GET",route="unknown",status="4xx"}`)).toBe(2);
    expect(figureOf(text, `${count}{method="GET",route="/api/tests",status="2xx"}`)).toBe(1);
    expect(figureOf(text, `${count}{method="GET",route="/api/tests/verify",status="4xx"}`)).toBe(1);
    expect(text).toContain(`${count}{method="other"`);
    expect(text).not.toMatch(/secret-of-a-person|PROPFIND/);
  });

  it('/metrics contains figures of the connection pool, the ledger, the public log and the cache of public answers', async () => {
    const { app, scrape } = await watched({ POOL_SIZE: '7' });
    await app.platform.notifications.connect();
    for (let ask = 0; ask < 3; ask += 1) await app.request('/api/config');
    const { text } = await scrape();
    expect(figureOf(text, 'vialproof_pool_size')).toBe(7);
    expect(figureOf(text, 'vialproof_pool_waiting')).toBe(0);
    expect(figureOf(text, 'vialproof_database_up')).toBe(1);
    expect(figureOf(text, 'vialproof_ledger_findings')).toBe(0);
    expect(figureOf(text, 'vialproof_log_entries')).toBe(0);
    expect(figureOf(text, 'vialproof_public_cache_hits_total')).toBe(2);
    expect(figureOf(text, 'vialproof_public_cache_misses_total')).toBe(1);
    expect(figureOf(text, 'vialproof_public_cache_bytes')).toBeGreaterThan(0);
  });

  it('/metrics contains the age of the last backup and of the last doctor run, and what the doctor found', async () => {
    const { app, scrape } = await watched();
    const run = (...words: string[]) => call(admin, settingsOf(app), ...words);
    const before = (await scrape()).text;
    for (const name of ['backup_age_seconds', 'doctor_age_seconds', 'doctor_faults'])
      expect(figureOf(before, `vialproof_${name}`)).toBeUndefined();
    expect(await run('backup', await newPath('backup.tgz'))).toMatchObject({ status: 0 });
    expect(await run('doctor')).toMatchObject({ status: 0 });
    app.clock.advance(3_600_000);
    const after = (await scrape()).text;
    for (const name of ['vialproof_backup_age_seconds', 'vialproof_doctor_age_seconds']) {
      expect(figureOf(after, name)).toBeGreaterThan(3_000);
      expect(figureOf(after, name)).toBeLessThanOrEqual(3_600);
    }
    expect(figureOf(after, 'vialproof_doctor_faults')).toBe(0);
    await call(admin, { ...settingsOf(app), POOL_SIZ: '7' }, 'doctor');
    expect(figureOf((await scrape()).text, 'vialproof_doctor_faults')).toBe(1);
    expect(figureOf(after, 'vialproof_wal_archive_failing')).toBe(0);
  });

  it("while the database does not answer, /metrics contains only figures of the server's process", async () => {
    const proxy = await databaseProxy(await testDatabase());
    const { scrape } = await watched({ STATEMENT_TIMEOUT_MS: '500' }, { databaseUrl: proxy.url });
    onTestFinished(() => proxy.speak());
    await scrape();
    proxy.silence();
    const { text } = await scrape();
    expect(figureOf(text, 'vialproof_database_up')).toBe(0);
    expect(figureOf(text, 'vialproof_pool_size')).toBe(10);
    for (const name of [
      'vialproof_ledger_findings',
      'vialproof_log_entries',
      'vialproof_payments_unsettled',
    ]) {
      expect(figureOf(text, name)).toBeUndefined();
    }
    expect(text).not.toContain('vialproof_queue_jobs{');
  });
});

it('/metrics contains the numbers of waiting mails, open payments and failed jobs', async () => {
  const { app, ordered, weeksPass, tryAll } = await withoutMailServer({ METRICS_TOKEN });
  const scrape = async () => (await app.request<string>('/metrics', { token: METRICS_TOKEN })).body;
  await ordered();
  await tryAll();
  app.clock.advance(3_600_000);
  const waiting = await scrape();
  expect(figureOf(waiting, 'vialproof_mail_oldest_unsent_seconds')).toBeGreaterThanOrEqual(3_600);
  expect(waiting).toMatch(/vialproof_queue_jobs\{queue="notifications.request-mail",state="waiting"\} [1-9]/);
  await weeksPass();
  const failed = await scrape();
  expect(failed).toContain('vialproof_queue_failed_jobs{queue="notifications.request-mail"} 1');
  expect(figureOf(failed, 'vialproof_mail_oldest_unsent_seconds')).toBe(0);
});

describe('the alerting rules and dashboards in deploy/ fit /metrics', () => {
  test('/metrics contains every figure that the alerting rules and dashboards use', async () => {
    const { scrape } = await watched();
    const { text } = await scrape();
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const dashboard = readFileSync(deploy('dashboard.json'), 'utf8');
    for (const source of [dashboard, readFileSync(deploy('alerts.yaml'), 'utf8')]) {
      const named = [...source.matchAll(/\b(?:vialproof|nodejs|process)_\w+/g)].map(([name]) => name);
      expect(named.length).toBeGreaterThan(10);
      const family = (name: string) =>
        known.has(name) ? name : name.replace(/_(?:bucket|count|sum|total)$/, '');
      expect(named.filter((name) => !known.has(family(name)))).toEqual([]);
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  test.skipIf(!hasPromtool)(
    'promtool accepts the alerting rules, and each rule fires in its condition',
    () => {
      for (const words of [
        ['check', 'rules', deploy('alerts.yaml')],
        ['test', 'rules', deploy('alerts.test.yaml')],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
        expect(status, stdout + stderr).toBe(0);
      }
    },
  );
});
