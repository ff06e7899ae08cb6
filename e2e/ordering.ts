import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from './passwords.ts';
import { demoSession, keepSession } from './sessions.ts';
import { codeIn, expect, mailTo, origin } from './site.ts';

const PASSWORD = 'Right-horse-7';

type Session = {
  session: { access_token: string; refresh_token: string };
  user: { id: string; email: string };
};
type Order = { id: string; task: number };

/** Calls the API as a program does. */
export async function call<T>(
  page: Page,
  method: string,
  path: string,
  token?: string,
  data?: object,
): Promise<T> {
  const answer = await page.request.fetch(`${origin()}${path}`, {
    method,
    maxRedirects: 0,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(data ? { data } : {}),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A new user with a confirmed address, signed in in this page's browser. */
export async function newcomer(page: Page): Promise<Session & { token: string; email: string }> {
  const email = `orders-${crypto.randomUUID()}@example.test`;
  const names = { firstName: 'Order', lastName: 'Person' };
  await call(page, 'POST', '/api/auth/register', undefined, { ...names, email, password: PASSWORD });
  const code = codeIn(await mailTo(page, email, /code|verify|confirm/i));
  const session = await call<Session>(page, 'POST', '/api/auth/verify-email', undefined, { email, code });
  await keepSession(page, session);
  return { ...session, token: session.session.access_token, email };
}

/** The card of the test that is chosen on /request. */
export const chosenTest = (page: Page) => page.getByRole('region', { name: 'Chosen test' });

export async function staff(page: Page, role: 'analyst' | 'reviewer'): Promise<string> {
  return (await demoSession(page.request, `${role}@demo.test`)).session.access_token;
}

/** Creates an order with its details. When `paid` is true, pays it on the sandbox's page. */
export async function order(
  page: Page,
  token: string,
  { visibility = 'private', paid = true, slug = 'bpc-157' } = {},
): Promise<Order> {
  const { data: catalog } = await call<{ data: { id: string; slug: string }[] }>(
    page,
    'GET',
    '/api/skus/catalog',
  );
  const skuId = catalog.find((item) => item.slug === slug)?.id;
  const { data } = await call<{ data: { id: string; task_number: number } }>(
    page,
    'POST',
    '/api/orders',
    token,
    {
      skuId,
      quantity: 1,
      paymentMethod: 'stripe',
    },
  );
  const details = { visibility, compound_name: 'BPC-157', manufacturer: 'Orders Maker', batch_code: 'O-1' };
  const saved = await call<{ data: { final_price_cents: number } }>(
    page,
    'PUT',
    `/api/orders/${data.id}/details`,
    token,
    details,
  );
  if (paid) {
    const { url } = await call<{ url: string }>(page, 'POST', '/api/checkout', token, {
      request_id: data.id,
      provider: 'stripe',
      amount_cents: saved.data.final_price_cents,
      currency: 'usd',
    });
    await page.request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
    const standing = () =>
      call<{ data: { status: string } }>(page, 'GET', `/api/orders/${data.id}`, token).then(
        (answer) => answer.data.status,
      );
    await expect.poll(standing).toBe('awaiting_sample');
  }
  return { id: data.id, task: data.task_number };
}

export const intake = (page: Page, token: string, id: string) =>
  call(page, 'POST', `/api/lab/requests/${id}/intake`, token, {
    condition: 'Sealed and intact',
    note: '',
    accepted: true,
  });

export async function publish(page: Page, id: string): Promise<void> {
  const [analyst, reviewer] = [await staff(page, 'analyst'), await staff(page, 'reviewer')];
  const at = `/api/lab/requests/${id}`;
  await intake(page, analyst, id);
  const purity = {
    analyte: 'Purity',
    method: 'RP-HPLC-UV 214 nm',
    value: 99.1,
    unit: '% area',
    limit: '≥ 98.0',
    verdict: 'pass',
  };
  const result = {
    title: 'BPC-157 5 mg',
    summary: 'Identity confirmed.',
    measurements: [purity],
    version: 0,
  };
  await call(page, 'PUT', `${at}/result`, analyst, result);
  await call(page, 'POST', `${at}/submit`, analyst, { password: DEMO_PASSWORD, meaning: 'measured' });
  await call(page, 'POST', `${at}/publish`, reviewer, { password: DEMO_PASSWORD, meaning: 'released' });
}

export const main = (page: Page) => page.getByRole('main');

/** Checks that text of twice the size fits on the narrowest phone. */
export async function expectFitLarge(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const beyond = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const width = document.documentElement.scrollWidth - window.innerWidth;
    document.documentElement.style.fontSize = '';
    return width;
  });
  expect(beyond).toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}
