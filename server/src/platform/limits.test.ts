import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { refuse } from './refusal.ts';

it('a counter of tries stores neither an address nor an account', async () => {
  const app = await testApp({ TRUST_PROXY: '1' });
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  const pair = { taskNumber: '10001', uniqueKey: 'AAAA-BBBB-CCCC' };
  await app.request(`/api/tests/verify?${new URLSearchParams(pair)}`, { headers });
  await app.request('/api/tests/verify/compare', { json: pair, headers });
  await app.request(`/api/certificates/${'ab'.repeat(32)}`, { headers });
  await app.request('/api/auth/login', {
    json: { email: 'nobody@example.test', password: 'Wrong-pass-1' },
    headers,
  });
  const { rows } = await app.platform.db.pool.query<{ key: string }>('SELECT key FROM rate_limit');
  const names = new Set(rows.map(({ key }) => key.split(':')[0]));
  for (const name of ['verify', 'verify-compare', 'certificate-record', 'login-place'])
    expect([name, names.has(name)]).toEqual([name, true]);
  for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/);
});

it('a try counts even if the caller’s transaction is rolled back', async () => {
  const { platform } = await testApp();
  const twice = { points: 2, seconds: 60 };
  const take = () => platform.limits.take('test', 'key', twice);
  const look = async () => (await platform.limits.look(['test', 'key', twice]))[0];
  await platform.db.transaction(async () => (await take()) ?? refuse('wrong_state'));
  expect([await look(), await look(), await take()]).toEqual([undefined, undefined, undefined]);
  expect(await look()).toMatchObject({ code: 'rate_limited' });
  expect(await take()).toMatchObject({ code: 'rate_limited' });
});

it("a limit ends by the server's own clock", async () => {
  const { platform, clock } = await testApp();
  const once = { points: 1, seconds: 60 };
  const take = () => platform.limits.take('test', 'key', once);
  expect(await take()).toBeUndefined();
  clock.advance(59_000);
  expect(await take()).toMatchObject({ extra: { retryAfterSeconds: 1 } });
  clock.advance(1_000);
  expect(await take()).toBeUndefined();
});
