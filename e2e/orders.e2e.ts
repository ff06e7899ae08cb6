import type { Page } from '@playwright/test';
import { call, expectFitLarge, main, newcomer } from './ordering.ts';
import { expect, mailTo, test } from './site.ts';
import { expectSound } from './sound.ts';

const AGREEMENT =
  'I confirm the provided details are accurate and I agree to the terms of service and testing policy.';

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' });
const agree = (page: Page) => page.getByRole('checkbox', { name: AGREEMENT });
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check();

test('sections 2, 4, 5, 7 and 8: a customer fills in the order form, pays, and sees the paid order', async ({
  page,
}) => {
  await test.step('section 2: the catalog of the order form shows name, description, sample, turnaround and price of a test', async () => {
    await page.goto('/request');
    const card = page.locator('label', { has: page.getByRole('radio', { name: /^BPC-157/ }) });
    await expect(card).toContainText('Identity by LC-MS');
    await expect(card).toContainText('Sample: 1 sealed vial');
    await expect(card).toContainText(/TAT: .+/);
    await expect(card).toContainText('$180.00');
  });
  const { token } = await newcomer(page);
  const orders = () =>
    call<{ data: { id: string; status: string; notes: string | null; batch_code: string | null }[] }>(
      page,
      'GET',
      '/api/orders',
      token,
    ).then(({ data }) => data);
  await page.goto('/request?sku=bpc-157');
  await page.getByLabel('Batch code').fill('  B-7  ');
  await page.getByLabel('Notes').fill('   ');
  await agree(page).check();

  let sent: { method: string; path: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && /^\/api\/(orders|checkout)/.test(path))
      sent.push({ method: request.method(), path, body: request.postDataJSON() });
  });

  await test.step('sections 5 and 7: a double click on checkout creates only one order, without empty fields', async () => {
    sent = [];
    await proceed(page).dblclick();
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
    const [first] = await orders();
    expect(await orders()).toHaveLength(1);
    expect(first).toMatchObject({ status: 'pending_payment', batch_code: 'B-7', notes: null });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/orders',
      `PUT /api/orders/${first?.id}/details`,
      'POST /api/checkout',
    ]);
    expect(sent[1]?.body).toEqual({
      visibility: 'private',
      public_discount_percent: 0,
      compound_name: 'BPC-157',
      batch_code: 'B-7',
    });
    expect(sent[2]?.body).toEqual({
      request_id: first?.id,
      provider: 'stripe',
      amount_cents: 18_000,
      currency: 'usd',
    });
  });

  await test.step('the success page confirms the payment, and the order form is empty when the customer opens it again', async () => {
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: /Dashboard/ })).toHaveAttribute('href', '/dashboard');
    await expect(main(page).getByRole('link', { name: /Request/ })).toHaveAttribute('href', '/request');
    await expect(main(page).getByRole('heading', { name: 'Now send the sample' })).toBeVisible();
    await expectSound(page);
    await expectFitLarge(page);
  });

  await test.step('the Back button after the payment changes neither the order nor its payment', async () => {
    const [paid] = await orders();
    await page.goBack();
    await page.goBack();
    if (new URL(page.url()).pathname === '/request') {
      if (await agree(page).isChecked()) {
        await proceed(page).click();
        await expect(main(page).getByText('The order you began earlier is in')).toBeVisible();
      }
    }
    expect(await orders()).toEqual([paid]);
  });

  await test.step("section 8: the success page without a session says 'No session ID provided'", async () => {
    await page.goto('/request/success');
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
    await expect(main(page)).toContainText('No session ID provided');
    await expect(main(page).getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/request');
    await page.goto('/request/success?session_id=cs_unknown');
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
  });
});

test('a customer pays an order in crypto, and the page waits for the slow confirmation', async ({ page }) => {
  const { email } = await newcomer(page);
  await page.goto('/request?sku=bpc-157');
  await choose(page, /^Crypto/);
  await agree(page).check();
  await proceed(page).click();
  await expect(page).toHaveURL(/\/sandbox\//);
  await expect(page.getByText('TEST MODE')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Pay late/ }).click();
  // The blockchain confirms the payment late. The page waits, then reports the confirmation.
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await mailTo(page, email, /send us your sample/);
  await page.goto('/dashboard/billing');
  await expect(main(page).getByText('Crypto')).toBeVisible();
  await main(page)
    .getByRole('link', { name: /^Receipt/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Receipt', level: 1 })).toBeVisible();
  await expect(main(page)).toContainText('$180.00');
  await expectSound(page);
  await test.step('an invoice breaks the long transaction hash, so that it fits the width of the page', async () => {
    await page.goBack();
    await main(page)
      .getByRole('link', { name: /^Invoice/ })
      .click();
    await expect(page.locator('.print-sheet')).toContainText(/0x[0-9a-f]{64}/);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
    await expectFitLarge(page);
  });
});
