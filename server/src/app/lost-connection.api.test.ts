import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import { expect, it } from 'vitest';
import { crashingWrites } from '../testing/crashing-writes.ts';
import { databaseProxy } from '../testing/database-proxy.ts';
import { laboratory } from '../testing/lab.ts';
import { type Answer, type TestApp, testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';

type Answered = Answer<ProblemBody & { data: unknown }>;

const AWAY = { status: 503, body: { code: 'unavailable' } };

async function skuOf(app: TestApp): Promise<string | undefined> {
  const { body } = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  return body.data.find(({ slug }) => slug === 'bpc-157')?.id;
}

it('a request whose transaction loses its database connection is answered 503 with Retry-After', async () => {
  const proxy = await databaseProxy(await testDatabase());
  const app = await testApp({}, { databaseUrl: proxy.url });
  const lab = await laboratory(app);
  const { token } = lab.customer;
  const skuId = await skuOf(app);
  const { ordered: order, price } = await lab.drafted();
  const reviewed = await lab.inReview();
  const calls: [string, () => Promise<Answered>][] = [
    [
      'order',
      () => app.request('/api/orders', { json: { skuId, quantity: 1, paymentMethod: 'stripe' }, token }),
    ],
    [
      'details',
      () =>
        app.request(`/api/orders/${order.id}/details`, {
          method: 'PUT',
          json: { visibility: 'public', compound_name: 'BPC-157' },
          token,
        }),
    ],
    [
      'checkout',
      () =>
        app.request('/api/checkout', {
          json: { request_id: order.id, provider: 'stripe', amount_cents: price, currency: 'usd' },
          token,
        }),
    ],
    ['publish', () => lab.publish(lab.reviewer, reviewed) as Promise<Answered>],
  ];
  const death = await crashingWrites(app);
  const expectAway = (answer: Answered, where: string) => {
    expect(answer, where).toMatchObject(AWAY);
    expect(answer.headers.get('retry-after'), where).toBe('5');
  };
  for (const [name, call] of calls) {
    proxy.state.death = 'before';
    expectAway(await call(), `${name} at its COMMIT`);
    proxy.state.death = undefined;
    let died = 0;
    for (let write = 1; ; write += 1) {
      await death.at(write);
      const answer = await call();
      if (!(await death.over())) {
        expect([200, 201], `${name}: ${answer.body.code}`).toContain(answer.status);
        break;
      }
      died += 1;
      expectAway(answer, `${name} at write ${write}`);
    }
    expect(died, name).toBeGreaterThan(0);
  }
});

it('if COMMIT gets no answer, the request is not reported as done, although its changes are stored', async () => {
  const proxy = await databaseProxy(await testDatabase());
  const app = await testApp({}, { databaseUrl: proxy.url });
  const { token } = await app.person();
  const json = { skuId: await skuOf(app), quantity: 1, paymentMethod: 'stripe' };
  proxy.state.death = 'after';
  const lost = await app.request<ProblemBody>('/api/orders', { json, token });
  proxy.state.death = undefined;
  expect(lost).toMatchObject(AWAY);
  const { body } = await app.request<{ data: unknown[] }>('/api/orders', { token });
  expect(body.data).toHaveLength(1);
});
