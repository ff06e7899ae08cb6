import { describe, expect, it } from 'vitest';
import { asRequest, newDatabaseUse } from '../platform/postgres/bounded-pool.ts';
import { call } from '../testing/command.ts';
import { figureOf, METRICS_TOKEN, scrape } from '../testing/figures.ts';
import { settingsOf } from '../testing/installation.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { admin } from './commands/admin.ts';

type Line = Record<string, unknown> & { statement?: string };
const linesOf = ({ logWatch }: TestApp, message: string) =>
  logWatch.lines(`"msg":"${message}"`).map((line) => JSON.parse(line) as Line);

describe('a request that takes long is logged with what its statements have cost', () => {
  it('the line has the id, the pattern of the route and the costs, and nothing that the client wrote', async () => {
    // Every request that reads the database takes a millisecond.
    const app = await testApp({ SLOW_REQUEST_MS: '1' });
    const headers = { 'x-request-id': 'my-own-request-1' };
    await app.request('/api/tests/verify?taskNumber=10001&uniqueKey=AAAABBBBCCCC', { headers });
    await expect.poll(() => linesOf(app, 'slow request')).toHaveLength(1);
    const [line] = linesOf(app, 'slow request');
    expect(line).toEqual({
      level: 40,
      time: expect.any(String),
      msg: 'slow request',
      requestId: 'my-own-request-1',
      method: 'GET',
      route: '/api/tests/verify',
      status: 404,
      ms: expect.any(Number),
      databaseMs: expect.any(Number),
      statements: expect.any(Number),
    });
    expect(line?.statements).toBeGreaterThan(0);
  });

  it('answers from the cache and short requests have no line, and 0 switches all off', async () => {
    const app = await testApp({ SLOW_REQUEST_MS: '1', SLOW_QUERY_MS: '0' });
    await app.platform.notifications.connect();
    for (let ask = 0; ask < 3; ask += 1) await app.request('/api/config');
    await expect.poll(() => linesOf(app, 'slow request')).toHaveLength(1);
    await app.platform.db.pool.query('SELECT pg_sleep(0.05)');
    expect(linesOf(app, 'slow statement')).toEqual([]);
    const usual = await testApp({ SLOW_REQUEST_MS: '600000' });
    await usual.request('/api/config');
    expect(linesOf(usual, 'slow request')).toEqual([]);
    const off = await testApp({ SLOW_REQUEST_MS: '0' });
    await off.request('/api/config');
    expect(linesOf(off, 'slow request')).toEqual([]);
  });
});

describe('a statement that takes long is logged without its values', () => {
  const SLOW = 'SELECT pg_sleep(0.05),\n  $1::text AS word';

  it('the line has the text, the rows and the id of the request, also in a transaction and after a failure', async () => {
    const app = await testApp({ SLOW_QUERY_MS: '40' });
    const { db } = app.platform;
    await asRequest(() => db.pool.query(SLOW, ['what a person wrote']), newDatabaseUse('my-own-request-1'));
    await db.transaction((tx) => tx.execute('SELECT pg_sleep(0.05) FROM generate_series(1, 2)'));
    await db.pool.query(`${SLOW}, 1 / (random() * 0)::int`, ['']).catch(() => undefined);
    const lines = linesOf(app, 'slow statement');
    expect(lines.map(({ statement, rows, requestId }) => ({ statement, rows, requestId }))).toEqual([
      { statement: 'SELECT pg_sleep(0.05), $1::text AS word', rows: 1, requestId: 'my-own-request-1' },
      { statement: 'SELECT pg_sleep(0.05) FROM generate_series(1, 2)', rows: 2 },
      { statement: 'SELECT pg_sleep(0.05), $1::text AS word, 1 / (random() * 0)::int' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('what a person wrote');
  });

  it('the log has five lines a second at most; the next says how many were left out, and /metrics counts all', async () => {
    const app = await testApp({ METRICS_TOKEN, SLOW_QUERY_MS: '40' });
    const { pool } = app.platform.db;
    await Promise.all(Array.from({ length: 7 }, () => pool.query(SLOW, [''])));
    expect(linesOf(app, 'slow statement')).toHaveLength(5);
    app.clock.advance(1_000);
    await pool.query(SLOW, ['']);
    expect(linesOf(app, 'slow statement').at(-1)).toMatchObject({ leftOut: 2 });
    expect(figureOf(await scrape(app), 'vialproof_slow_statements_total')).toBe(8);
  });

  it('commands have no such lines, because cron sends what they write by mail', async () => {
    const app = await testApp();
    const { status, said } = await call(admin, { ...settingsOf(app), SLOW_QUERY_MS: '1' }, 'doctor');
    expect([status, said]).toEqual([0, expect.not.stringContaining('slow statement')]);
  });
});
