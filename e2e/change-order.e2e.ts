import { call, main, newcomer } from './ordering.ts';
import { expect, test } from './site.ts';
import { holdScripts } from './site-pages.ts';
import { expectSound } from './sound.ts';

type Order = {
  id: string;
  status: string;
  payment_method: string;
  batch_code: string | null;
  final_price_cents: number;
};

test('what was typed and chosen on /request before its scripts came is kept', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/request?sku=bpc-157', { waitUntil: 'commit' });
  await page.getByLabel('Batch code').fill('EARLY-1');
  await page.getByLabel('Compound name').fill('My own blend');
  await page.getByRole('radio', { name: /^Public/ }).check();
  await page.getByRole('radio', { name: /^Crypto/ }).check();
  await page.getByRole('radio', { name: /^TB-500/ }).check();
  await page.getByRole('checkbox', { name: /^I confirm the provided details/ }).check();
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
  release();
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeEnabled();
  await expect(page.getByLabel('Batch code')).toHaveValue('EARLY-1');
  await expect(page.getByLabel('Compound name')).toHaveValue('My own blend');
  for (const name of [/^Public/, /^Crypto/, /^TB-500/]) {
    await expect(page.getByRole('radio', { name })).toBeChecked();
  }
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Public test, 10 % off');
  // Over the sign-in, too: nobody has changed anything since the scripts came.
  await page.reload();
  await expect(page.getByLabel('Batch code')).toHaveValue('EARLY-1');
  await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked();
});

test('an order that is not paid changes its method and details in place', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 });
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
