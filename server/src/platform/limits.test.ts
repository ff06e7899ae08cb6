import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';

it('A counter of tries keeps neither the address nor the account that it counts', async () => {
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
