import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './people.ts';
import { demoSession } from './sessions.ts';
import { origin } from './site.ts';

/** Calls the API with a person's token. An unsuccessful answer fails the test. */
export async function call<T>(
  request: APIRequestContext,
  [method, path]: [method: string, path: string],
  token?: string,
  data?: object,
): Promise<T> {
  const answer = await request.fetch(origin() + path, {
    method,
    ...(data && { data }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** The access token of one of the people of the demo. */
export async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  return (await demoSession(request, email)).session.access_token;
}

/** Creates a paid order of second@demo.test whose sample is received. Returns the task number. */
export async function receivedSample(
  request: APIRequestContext,
  visibility: 'public' | 'private' = 'private',
): Promise<string> {
  const customer = await tokenOf(request, 'second@demo.test');
  const analyst = await tokenOf(request, 'analyst@demo.test');
  const { data: catalog } = await call<{ data: { id: string; slug: string }[] }>(request, [
    'GET',
    '/api/skus/catalog',
  ]);
  const skuId = catalog.find(({ slug }) => slug === 'bpc-157')?.id;
  const { data } = await call<{ data: { id: string; task_number: number } }>(
    request,
    ['POST', '/api/orders'],
    customer,
    { skuId, quantity: 1, paymentMethod: 'stripe' },
  );
  const details = await call<{ data: { final_price_cents: number } }>(
    request,
    ['PUT', `/api/orders/${data.id}/details`],
    customer,
    { visibility, compound_name: 'BPC-157' },
  );
  const { url } = await call<{ url: string }>(request, ['POST', '/api/checkout'], customer, {
    request_id: data.id,
    provider: 'stripe',
    amount_cents: details.data.final_price_cents,
    currency: 'usd',
  });
  await request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
  await expect
    .poll(async () =>
      call<{ data: { status: string } }>(request, ['GET', `/api/orders/${data.id}`], customer).then(
        (answer) => answer.data.status,
      ),
    )
    .toBe('awaiting_sample');
  await call(request, ['POST', `/api/lab/requests/${data.id}/intake`], analyst, {
    condition: 'Sealed and intact',
    note: '',
    accepted: true,
  });
  return String(data.task_number);
}

/** Creates a received sample whose result waits for a second person. Returns the task number. */
export async function sampleInReview(request: APIRequestContext): Promise<string> {
  const task = await receivedSample(request);
  const analyst = await tokenOf(request, 'analyst@demo.test');
  const path = `/api/lab/requests/${task}`;
  const water = { analyte: 'Water', method: 'Karl Fischer', value: 3, unit: '%', limit: '', verdict: null };
  const result = { title: 'Water of a vial', summary: '', measurements: [water], version: 0 };
  await call(request, ['PUT', `${path}/result`], analyst, result);
  const signed = { password: DEMO_PASSWORD, meaning: 'measured' };
  await call(request, ['POST', `${path}/submit`], analyst, signed);
  return task;
}

/** Signs with the password in the laboratory's dialog. */
export async function sign(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
}
