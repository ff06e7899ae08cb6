import type { Page } from '@playwright/test';
import { newPerson } from './people.ts';
import { expect, origin } from './site.ts';

type Ordered = { id: string; task: string; email: string };

/** A new customer with this number of paid orders whose samples are awaited. */
export async function ordered(page: Page, count: number): Promise<Ordered[]> {
  const { email, session } = await newPerson(page, 'desk');
  const call = async <T>(method: 'get' | 'post' | 'put', path: string, data?: object, token?: string) => {
    const answer = await page.request[method](origin() + path, {
      ...(data ? { data } : {}),
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    });
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const token = session.access_token;
  const catalog = await call<{ data: { id: string; slug: string; base_price_cents: number }[] }>(
    'get',
    '/api/skus/catalog',
  );
  const sku = catalog.data.find(({ slug }) => slug === 'tb-500');
  const made: Ordered[] = [];
  for (let n = 0; n < count; n += 1) {
    const { data } = await call<{ data: { id: string; task_number: number } }>(
      'post',
      '/api/orders',
      { skuId: sku?.id, quantity: 1, paymentMethod: 'stripe' },
      token,
    );
    const path = `/api/orders/${data.id}`;
    await call('put', `${path}/details`, { visibility: 'private', compound_name: 'TB-500' }, token);
    const amount_cents = sku?.base_price_cents;
    const checkout = { request_id: data.id, provider: 'stripe', amount_cents, currency: 'usd' };
    const { url } = await call<{ url: string }>('post', '/api/checkout', checkout, token);
    await page.request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
    await expect
      .poll(async () => (await call<{ data: { status: string } }>('get', path, undefined, token)).data.status)
      .toBe('awaiting_sample');
    made.push({ id: data.id, task: String(data.task_number), email });
  }
  return made;
}
