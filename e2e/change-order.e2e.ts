import type { Page } from '@playwright/test';
import { call, expectFitLarge, main, newcomer, order } from './ordering.ts';
import { fillLogin, newAccount, PASSWORD } from './people.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

type Order = {
  id: string;
  status: string;
  payment_method: string;
  batch_code: string | null;
  final_price_cents: number;
};

test('a customer changes the payment method and the details of an unpaid order, and no second order is created', async ({
  page,
}) => {
  const { token } = await newcomer(page);
  const orders = async () => (await call<{ data: Order[] }>(page, 'GET', '/api/orders', token)).data;
  await page.goto('/request?sku=bpc-157');
  await page.getByRole('checkbox', { name: /^I confirm the provided details/ }).check();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  const firstPage = page.url();
  const [before] = await orders();
  expect(before).toMatchObject({
    status: 'pending_payment',
    payment_method: 'stripe',
    final_price_cents: 18_000,
  });

  await page.goto(`/dashboard/tests/${before?.id}`);
  await main(page).getByRole('link', { name: 'Change payment or details' }).click();
  await expect(page.getByRole('heading', { name: 'Change the order', level: 1 })).toBeVisible();
  await expectSound(page);
  await page.getByRole('radio', { name: /^Crypto/ }).check();
  await page.getByRole('radio', { name: /^Public/ }).check();
  await page.getByLabel('Batch code').fill('CHANGED-1');
  await main(page).getByRole('button', { name: 'Save and Pay $162.00' }).click();
  await expect(page).toHaveURL(/\/sandbox\//);
  expect(page.url()).not.toBe(firstPage);
  const all = await orders();
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({
    id: before?.id,
    payment_method: 'coinbase',
    batch_code: 'CHANGED-1',
    final_price_cents: 16_200,
  });

  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const receipt = main(page);
  await expect(receipt).toContainText('$162.00');
  await expect(receipt.getByRole('heading', { name: 'Now send the sample' })).toBeVisible();
  await expect(receipt.getByRole('button', { name: 'Copy address' })).toBeVisible();
  await expect(receipt.getByRole('link', { name: 'Packing slip' })).toBeVisible();
  await expectSound(page);
  await receipt.getByRole('link', { name: 'Open This Order' }).click();
  await expect(page).toHaveURL(`/dashboard/tests/${before?.id}`);
  await expect(main(page).getByRole('link', { name: 'Change payment or details' })).toHaveCount(0);
  await page.goto(`/dashboard/tests/${before?.id}/change`);
  await expect(main(page)).toContainText('This order can no longer be changed');
  await expectSound(page);
});

/** Creates an unpaid order through the API, as if its owner had left the payment page. */
async function pending(page: Page, token: string, provider = 'stripe') {
  const { id } = await order(page, token, { paid: false });
  const json = { request_id: id, provider, amount_cents: 18_000, currency: 'usd' };
  const { url } = await call<{ url: string }>(page, 'POST', '/api/checkout', token, json);
  return { id, url };
}

const press = (page: Page, url: string, outcome: string) =>
  page.request.post(url, { form: { outcome }, maxRedirects: 0 });

test('an order that was paid while its customer changed it says so, and links back to its page', async ({
  page,
}) => {
  const { token } = await newcomer(page);
  const { id, url } = await pending(page, token);
  // No event arrives: the page learns of the payment only by its own API call.
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
  await page.goto(`/dashboard/tests/${id}/change`);
  await page.getByLabel('Batch code').fill('TOO-LATE');
  await expectFitLarge(page);
  await press(page, url, 'pay');
  const status = () =>
    call<{ data: { status: string } }>(page, 'GET', `/api/orders/${id}`, token).then(
      ({ data }) => data.status,
    );
  await expect.poll(status).toBe('awaiting_sample');
  await main(page)
    .getByRole('button', { name: /^Save and Pay/ })
    .click();
  await expect(main(page)).toContainText('It is paid. Its page shows what is next.');
  await expectSound(page);
  await expectFitLarge(page);
  await main(page).getByRole('link', { name: 'Back to the order' }).last().click();
  await expect(main(page).getByRole('heading', { name: 'Send your sample' })).toBeVisible();
});

test('an underpaid order waits until an admin decides', async ({ page }) => {
  const { token } = await newcomer(page);
  const { id, url } = await pending(page, token, 'coinbase');
  await page.goto(`/dashboard/tests/${id}/change`);
  await expect(main(page).getByRole('button', { name: /^Save and Pay/ })).toBeVisible();
  await press(page, url, 'underpay');
  await expect(main(page)).toContainText('Less than the price has arrived');
  await expect(main(page)).toContainText('Please do not pay again');
  await expect(main(page).getByRole('button', { name: /^Save and Pay/ })).toHaveCount(0);
});

test('a signed-out customer follows the link in a mail, signs in, and reaches the payment and the change of the order', async ({
  page,
}) => {
  const email = await newAccount(page, 'reminded');
  const { session } = await call<{ session: { access_token: string } }>(
    page,
    'POST',
    '/api/auth/login',
    undefined,
    { email, password: PASSWORD },
  );
  const { id } = await order(page, session.access_token, { paid: false });
  await page.goto(`/dashboard/tests/${id}`);
  await expect(page).toHaveURL(/\/login\?next=.+&why=page$/);
  await fillLogin(page, email, PASSWORD);
  await expect(page).toHaveURL(`${origin()}/dashboard/tests/${id}`);
  await expect(main(page).getByRole('button', { name: 'Pay $180.00' })).toBeVisible();
  await expectFitLarge(page);
  await main(page).getByRole('link', { name: 'Change payment or details' }).click();
  await expect(page.getByLabel('Batch code')).toHaveValue('O-1');
});
