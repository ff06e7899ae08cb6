import type { Page } from '@playwright/test';
import { call, chosenTest, newcomer } from './ordering.ts';
import { fillLogin, newAccount, PASSWORD } from './people.ts';
import { expect, test } from './site.ts';
import { holdScripts } from './site-pages.ts';

// The browser keeps the input on /request until the order is paid, also during the sign-in.

type Order = { status: string; payment_method: string };
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' });
const changeTest = (page: Page) => page.getByText('Change', { exact: true }).click();
const agree = (page: Page) => page.getByRole('checkbox', { name: /^I confirm the provided details/ });

test('the form on /request keeps text and choices that the user entered before hydration', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/request?sku=bpc-157', { waitUntil: 'commit' });
  await page.getByLabel('Batch code').fill('EARLY-1');
  await page.getByLabel('Compound name').fill('My own blend');
  await page.getByRole('radio', { name: /^Public/ }).check();
  await page.getByRole('radio', { name: /^Crypto/ }).check();
  await changeTest(page);
  await page.getByRole('radio', { name: /^TB-500/ }).check();
  await agree(page).check();
  await expect(proceed(page)).toBeDisabled();
  release();
  await expect(proceed(page)).toBeEnabled();
  await expect(page.getByLabel('Batch code')).toHaveValue('EARLY-1');
  await expect(page.getByLabel('Compound name')).toHaveValue('My own blend');
  for (const name of [/^Public/, /^Crypto/]) {
    await expect(page.getByRole('radio', { name })).toBeChecked();
  }
  await expect(chosenTest(page)).toContainText('TB-500');
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Public test, 10 % off');
  // The user has not typed anything since hydration.
  await page.reload();
  await expect(page.getByLabel('Batch code')).toHaveValue('EARLY-1');
  await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked();
  await expect(chosenTest(page)).toContainText('TB-500');
});

test('text that was typed before hydration survives the sign-in, even if the user types nothing more', async ({
  page,
}) => {
  const email = await newAccount(page, 'early-order');
  const release = await holdScripts(page);
  await page.goto('/request?sku=bpc-157', { waitUntil: 'commit' });
  await changeTest(page);
  await page.getByRole('searchbox', { name: 'Find a test' }).fill('TB-5');
  await page.getByLabel('Batch code').fill('EARLY-2');
  await agree(page).check();
  release();
  await expect(proceed(page)).toBeEnabled();
  await expect(page.getByRole('searchbox', { name: 'Find a test' })).toHaveValue('TB-5');
  await expect(page.getByRole('radio', { name: /^BPC-157/ })).toBeHidden();
  // Enter in the search field does not submit the order form.
  await page.evaluate(() => document.addEventListener('submit', () => document.body.classList.add('sent')));
  await page.getByRole('searchbox', { name: 'Find a test' }).press('Enter');
  expect(await page.locator('body.sent').count()).toBe(0);
  await proceed(page).click();
  await expect(page).toHaveURL(/\/login\?next=%2Frequest%3Fsku%3Dbpc-157&why=order$/);
  await fillLogin(page, email, PASSWORD);
  await expect(page).toHaveURL('/request?sku=bpc-157');
  await expect(page.getByLabel('Batch code')).toHaveValue('EARLY-2');
  await expect(chosenTest(page)).toContainText('BPC-157');
  await expect(proceed(page)).toBeEnabled();
});

test('a laboratory test that was chosen before hydration is still chosen after a reload', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/request?sku=bpc-157', { waitUntil: 'commit' });
  await changeTest(page);
  await page.getByRole('radio', { name: /^TB-500/ }).check();
  release();
  await expect(page.getByLabel('Compound name')).toHaveValue('TB-500');
  await expect(page).toHaveURL('/request?sku=tb-500');
  await page.reload();
  await expect(chosenTest(page)).toContainText('TB-500');
});

test('a user who returns from the payment page and chooses another payment method continues the same order', async ({
  page,
}) => {
  const { token } = await newcomer(page);
  await page.goto('/request?sku=bpc-157');
  await agree(page).check();
  await proceed(page).click();
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await page.goto('/request');
  await page.getByRole('radio', { name: /^Crypto/ }).check();
  await proceed(page).click();
  await expect(page).toHaveURL(/\/sandbox\//);
  const { data } = await call<{ data: Order[] }>(page, 'GET', '/api/orders', token);
  expect(data).toMatchObject([{ status: 'pending_payment', payment_method: 'coinbase' }]);
});
