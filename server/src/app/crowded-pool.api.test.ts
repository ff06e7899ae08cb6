import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';

it('while too many requests wait for a database connection, the next one is answered 503 with Retry-After', async () => {
  const app = await testApp({ POOL_SIZE: '2', POOL_QUEUE: '1' });
  const { pool } = app.platform.db;
  const { token } = await app.person();
  const holders = await Promise.all([pool.connect(), pool.connect()]);
  const waiting = app.request('/api/me/tests', { token });
  await expect.poll(() => pool.waitingCount).toBe(1);
  const refused = await app.request('/api/me/tests', { token });
  for (const holder of holders) holder.release();
  expect((await waiting).status).toBe(200);
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: expect.stringMatching(/^More is being asked than we can answer/) },
  });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(app.logWatch.lines('too many requests wait for a connection')).toHaveLength(1);
  expect(app.logWatch.lines('the database does not answer')).toEqual([]);
  expect((await app.request('/api/me/tests', { token })).status).toBe(200);
});
