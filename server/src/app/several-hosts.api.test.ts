import { expect, it } from 'vitest';
import { databaseProxy } from '../testing/database-proxy.ts';
import { testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';

it('an application moves to the other host of its database, with notifications and jobs, and answers only 503 meanwhile', async () => {
  const url = await testDatabase();
  const [one, two] = [await databaseProxy(url), await databaseProxy(url)];
  two.goAway();
  const { host } = new URL(url);
  const several = `${url.replace(host, `${new URL(one.url).host},${new URL(two.url).host}`)}?target_session_attrs=read-write`;
  const app = await testApp({ STATEMENT_TIMEOUT_MS: '4000' }, { databaseUrl: several });
  const { notifications } = app.platform;
  const { token } = await app.person();
  const order = async () => {
    const { body } = await app.request<{ data?: { id: string }[] }>('/api/skus/catalog');
    const json = { skuId: body.data?.[0]?.id, quantity: 1, paymentMethod: 'stripe' };
    return (await app.request('/api/orders', { json, token })).status;
  };
  expect(await order()).toBe(201);
  one.goAway();
  await expect.poll(order).toBe(503);
  two.comeBack();
  await expect.poll(order, { timeout: 20_000 }).toBe(201);
  await expect.poll(notifications.isConnected, { timeout: 20_000 }).toBe(true);
  await expect.poll(async () => (await app.request('/readyz')).status, { timeout: 20_000 }).toBe(200);
  await app.jobs.drain();
});
