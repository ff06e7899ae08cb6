import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';

it('while too many requests wait for a connection, further ones are answered 503 with Retry-After at once', async () => {
  const app = await testApp({ POOL_SIZE: '2', POOL_QUEUE: '1' });
  const { pool } = app.platform.db;
  const { token } = await app.person();
  const holders = await Promise.all([pool.connect(), pool.connect()]);
  const waiting = pool.query('SELECT 1');
  const refused = await app.request('/api/me/tests', { token });
  for (const holder of holders) holder.release();
  await waiting;
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await app.request('/api/me/tests', { token })).status).toBe(200);
});
