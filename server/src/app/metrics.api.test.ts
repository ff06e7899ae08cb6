import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { call } from '../testing/command.ts';
import { databaseProxy } from '../testing/database-proxy.ts';
import { figureOf, METRICS_TOKEN, scrape } from '../testing/figures.ts';
import { newPath, settingsOf } from '../testing/installation.ts';
import { laboratory } from '../testing/lab.ts';
import { testApp } from '../testing/test-app.ts';
import { asOwner, testDatabase } from '../testing/test-database.ts';
import { withoutMailServer } from '../testing/unsent-mails.ts';
import { admin } from './commands/admin.ts';

const deploy = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));

async function watched(env: Record<string, string> = {}, options?: Parameters<typeof testApp>[1]) {
  const app = await testApp({ METRICS_TOKEN, ...env }, options);
  return { app, read: () => scrape(app) };
}

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
    const { app } = await watched();
    const { body, headers } = await app.request<string>('/metrics', { token: METRICS_TOKEN });
    expect(headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.endsWith('# EOF\n')).toBe(true);
  });

  it('/metrics counts requests by the pattern of their route, and not by the path that a client sent', async () => {
    const { app, read } = await watched();
    for (const id of ['one', 'two']) await app.request(`/api/tests/${id}`);
    await app.request('/api/tests/verify?taskNumber=10001&uniqueKey=AAAABBBBCCCC');
    await app.request('/api/secret-of-a-person');
    await app.request('/secret-of-a-person');
    await app.request('/api/tests?search=secret-of-a-person');
    await app.request('/api/tests', { method: 'PROPFIND' });
    const text = await read();
    const count = 'vialproof_request_duration_seconds_count';
    expect(figureOf(text, `${count}{method="GET",route="/api/tests/:id",status="4xx"}`)).toBe(2);
    expect(figureOf(text, `${count}{method="GET",route="unknown",status="4xx"}`)).toBe(2);
    expect(figureOf(text, `${count}{method="GET",route="/api/tests",status="2xx"}`)).toBe(1);
    expect(figureOf(text, `${count}{method="GET",route="/api/tests/verify",status="4xx"}`)).toBe(1);
    expect(text).toContain(`${count}{method="other"`);
    expect(text).not.toMatch(/secret-of-a-person|PROPFIND/);
  });

  it('/metrics contains figures of the connection pool, the ledger, the public log and the cache of public answers', async () => {
    const { app, read } = await watched({ POOL_SIZE: '7' });
    await app.platform.notifications.connect();
    for (let ask = 0; ask < 3; ask += 1) await app.request('/api/config');
    const text = await read();
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
    const { app, read } = await watched();
    const run = (...words: string[]) => call(admin, settingsOf(app), ...words);
    const before = await read();
    for (const name of ['backup_age_seconds', 'doctor_age_seconds', 'doctor_faults'])
      expect(figureOf(before, `vialproof_${name}`)).toBeUndefined();
    expect(await run('backup', await newPath('backup.tgz'))).toMatchObject({ status: 0 });
    expect(await run('doctor')).toMatchObject({ status: 0 });
    app.clock.advance(3_600_000);
    const after = await read();
    for (const name of ['vialproof_backup_age_seconds', 'vialproof_doctor_age_seconds']) {
      expect(figureOf(after, name)).toBeGreaterThan(3_000);
      expect(figureOf(after, name)).toBeLessThanOrEqual(3_600);
    }
    expect(figureOf(after, 'vialproof_doctor_faults')).toBe(0);
    await call(admin, { ...settingsOf(app), POOL_SIZ: '7' }, 'doctor');
    expect(figureOf(await read(), 'vialproof_doctor_faults')).toBe(1);
    expect(figureOf(after, 'vialproof_wal_archive_failing')).toBe(0);
  });

  it('/metrics contains the release, the disk, the database and the days until the signing certificate ends', async () => {
    const { app, read } = await watched({ BUILD_COMMIT: '0123456789abcdef' });
    const text = await read();
    expect(text).toMatch(/^vialproof_build_info\{version="\d+\.\d+\.\d+",commit="0123456789ab"\} 1$/m);
    const free = figureOf(text, 'vialproof_disk_free_bytes') ?? 0;
    expect(free).toBeGreaterThan(0);
    expect(figureOf(text, 'vialproof_disk_size_bytes')).toBeGreaterThanOrEqual(free);
    expect(figureOf(text, 'vialproof_database_size_bytes')).toBeGreaterThan(1_000_000);
    const days = 'vialproof_signing_certificate_days';
    const left = figureOf(text, days) ?? 0;
    expect(left).toBeGreaterThan(1_000);
    app.clock.advance(86_400_000);
    expect(figureOf(await read(), days)).toBeCloseTo(left - 1, 3);
  });

  it('/metrics counts orders, publications, jobs by queue, and refused sign-ins by reason', async () => {
    const { app, read } = await watched();
    expect(figureOf(await read(), 'vialproof_newest_task_number')).toBeUndefined();
    const lab = await laboratory(app);
    const { taskNumber } = await lab.published();
    for (const password of ['Wrong-horse-7', 'Wrong-horse-8'])
      await app.request('/api/auth/login', { json: { email: lab.customer.email, password } });
    const text = await read();
    expect(figureOf(text, 'vialproof_newest_task_number')).toBe(taskNumber);
    expect(figureOf(text, 'vialproof_publications_total')).toBe(1);
    expect(figureOf(text, 'vialproof_sign_ins_refused_total{reason="invalid_credentials"}')).toBe(2);
    const jobs = 'vialproof_job_duration_seconds_count{queue="payment.event",outcome="done"}';
    expect(figureOf(text, jobs)).toBeGreaterThan(0);
  });

  it("while the database does not answer, /metrics contains only figures of the server's process", async () => {
    const proxy = await databaseProxy(await testDatabase());
    const { read } = await watched({ STATEMENT_TIMEOUT_MS: '500' }, { databaseUrl: proxy.url });
    onTestFinished(() => proxy.speak());
    await read();
    proxy.silence();
    const text = await read();
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

  it('a database that answers, but not for its figures, is up, and the log says why they are missing', async () => {
    const { app, read } = await watched();
    await asOwner(app, 'ALTER TABLE log_head RENAME TO log_head_away');
    const text = await read();
    expect(figureOf(text, 'vialproof_database_up')).toBe(1);
    expect(figureOf(text, 'vialproof_database_size_bytes')).toBeUndefined();
    const [line] = app.logWatch.lines('the figures of the database could not be read');
    expect(line).toContain('log_head');
  });
});

it('/metrics contains the numbers of waiting mails, open payments and failed jobs', async () => {
  const { app, ordered, weeksPass, tryAll } = await withoutMailServer({ METRICS_TOKEN });
  await ordered();
  await tryAll();
  app.clock.advance(3_600_000);
  const waiting = await scrape(app);
  expect(figureOf(waiting, 'vialproof_mail_oldest_unsent_seconds')).toBeGreaterThanOrEqual(3_600);
  const durations = 'vialproof_job_duration_seconds_count{queue="notifications.request-mail"';
  expect(figureOf(waiting, `${durations},outcome="failed"}`)).toBeGreaterThan(0);
  expect(figureOf(waiting, `${durations},outcome="done"}`)).toBeUndefined();
  expect(waiting).toMatch(/vialproof_queue_jobs\{queue="notifications.request-mail",state="waiting"\} [1-9]/);
  await weeksPass();
  const failed = await scrape(app);
  expect(failed).toContain('vialproof_queue_failed_jobs{queue="notifications.request-mail"} 1');
  expect(figureOf(failed, 'vialproof_mail_oldest_unsent_seconds')).toBe(0);
});

describe('the alerting rules and dashboards in deploy/ fit /metrics', () => {
  test('/metrics contains every figure that the alerting rules and dashboards use', async () => {
    // Figures of the replica exist only with its address; nothing answers there.
    const { read } = await watched({
      DATABASE_URL: 'postgres://127.0.0.1:1/lab',
      READ_DATABASE_URL: 'postgres://127.0.0.1:1/lab',
    });
    const text = await read();
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
