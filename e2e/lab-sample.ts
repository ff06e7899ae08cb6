import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from './people.ts';
import { expect, origin } from './site.ts';

/** A call of the API as one of the demo's people. */
export async function callAs<T>(
  request: APIRequestContext,
  email: string,
  [method, path]: [method: string, path: string],
  data?: object,
): Promise<T> {
  const login = { email, password: DEMO_PASSWORD };
  const signedIn = await request.post(`${origin()}/api/auth/login`, { data: login });
  const { session } = (await signedIn.json()) as { session: { access_token: string } };
  const answer = await request.fetch(origin() + path, {
    method,
    ...(data && { data }),
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** A paid order of another person, taken in; answers its task number. */
export async function sample(request: APIRequestContext): Promise<string> {
  const call = async <T>(method: string, path: string, token?: string, data?: object): Promise<T> => {
    const answer = await request.fetch(origin() + path, {
      method,
      ...(data && { data }),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const tokenOf = async (email: string) =>
    (
      await call<{ session: { access_token: string } }>('POST', '/api/auth/login', undefined, {
        email,
        password: DEMO_PASSWORD,
      })
    ).session.access_token;
  const [customer, analyst] = [await tokenOf('second@demo.test'), await tokenOf('analyst@demo.test')];
  const { data: catalog } = await call<{ data: { id: string; slug: string }[] }>('GET', '/api/skus/catalog');
  const order = {
    skuId: catalog.find(({ slug }) => slug === 'bpc-157')?.id,
    quantity: 1,
    paymentMethod: 'stripe',
  };
  const { data } = await call<{ data: { id: string; task_number: number } }>(
    'POST',
    '/api/orders',
    customer,
    order,
  );
  const details = await call<{ data: { final_price_cents: number } }>(
    'PUT',
    `/api/orders/${data.id}/details`,
    customer,
    { visibility: 'private', compound_name: 'BPC-157' },
  );
  const { url } = await call<{ url: string }>('POST', '/api/checkout', customer, {
    request_id: data.id,
    provider: 'stripe',
    amount_cents: details.data.final_price_cents,
    currency: 'usd',
  });
  await request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
  await expect
    .poll(async () =>
      call<{ data: { status: string } }>('GET', `/api/orders/${data.id}`, customer).then(
        (answer) => answer.data.status,
      ),
    )
    .toBe('awaiting_sample');
  await call('POST', `/api/lab/requests/${data.id}/intake`, analyst, {
    condition: 'Sealed and intact',
    note: '',
    accepted: true,
  });
  return String(data.task_number);
}

/** The panel of the trace. */
export const chromatogram = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Chromatogram', exact: true }) });

/** What the table says of a peak, column by column. */
export const rowOf = (page: Page, peak: number) =>
  chromatogram(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Choose peak ${peak}`, exact: true }) })
    .getByRole('cell')
    .allInnerTexts();

export const upload = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  chromatogram(page).locator('input[type=file]').setInputFiles(file);
