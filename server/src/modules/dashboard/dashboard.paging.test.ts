import type { GroupTest } from '@vialproof/contract/group-tests';
import type { MyTest, OrderSummary, Stats } from '@vialproof/contract/orders';
import type { Pagination } from '@vialproof/contract/primitives';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Page<T> = { items: T[]; pagination: Pagination };

/** Inserts `count` orders of a person, one second apart. */
async function insertOrders({ platform }: TestApp, customerId: string, count: number): Promise<void> {
  await platform.db.pool.query(
    `INSERT INTO test_request (id, unique_key, customer_id, sku_id, payment_method, status, base_price_cents,
       final_price_cents, created_at, updated_at, expires_at)
     SELECT gen_random_uuid(), md5(n::text), $1, (SELECT id FROM sku LIMIT 1), 'stripe', 'draft', 18000, 18000,
       now() + n * interval '1 second', now(), now() + interval '1 day'
     FROM generate_series(1, $2) AS n`,
    [customerId, count],
  );
}

describe('a customer reads the list of the own tests', () => {
  it('each page of the list has at most a hundred tests, newest first, and each test is on one page', async () => {
    const app = await testApp();
    const { id, token } = await app.person();
    await insertOrders(app, id, 250);
    const ask = async (query: string) =>
      (await app.request<Page<MyTest>>(`/api/me/tests${query}`, { token })).body;
    const first = await ask('');
    expect(first.pagination).toEqual({ page: 1, limit: 100, total: 250 });
    const pages = [first, await ask('?page=2'), await ask('?page=3'), await ask('?page=4')];
    expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 50, 0]);
    const numbers = pages.flatMap(({ items }) => items.map((test) => test.task_number));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => other - one));
    expect((await ask(`?q=${numbers[7]}&limit=5`)).pagination).toEqual({ page: 1, limit: 5, total: 1 });
    expect((await ask('?status=complete')).pagination.total).toBe(0);
    for (const wrong of ['page=0', 'limit=101', 'limit=x']) {
      expect((await app.request(`/api/me/tests?${wrong}`, { token })).status).toBe(422);
    }

    const orders = await app.request<{ data: OrderSummary[]; pagination: Pagination }>('/api/orders?page=3', {
      token,
    });
    expect([orders.body.data.length, orders.body.pagination.total]).toEqual([50, 250]);
    const stats = await app.request<Stats>('/api/me/stats', { token });
    expect(stats.body).toMatchObject({ awaiting_payment: 250, recent: { length: 5 } });
    // The data export contains all of these orders.
    const exported = await app.request<{ orders: unknown[] }>('/api/me/export', { token });
    expect(exported.body.orders).toHaveLength(250);
    const others = await app.request<Page<MyTest>>('/api/me/tests', { token: (await app.person()).token });
    expect(others.body.pagination.total).toBe(0);
  });
});

describe('a member reads the list of group tests', () => {
  it('the list of group tests has pages, and the last group is on the last page', async () => {
    const { app, people, create } = await groupApp();
    const [organizer] = await people(1);
    for (let count = 0; count < 5; count += 1) await create(organizer, {});
    const ask = async (query: string) =>
      (await app.request<Page<GroupTest>>(`/api/group-tests${query}`)).body;
    expect((await ask('')).pagination).toEqual({ page: 1, limit: 100, total: 5 });
    const pages = [await ask('?limit=2'), await ask('?limit=2&page=2'), await ask('?limit=2&page=3')];
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });
});
