import type { Page } from '@playwright/test';
import { alive, expect, origin, test } from './site.ts';
import { holdScripts, keyOf, listed, main, open } from './site-pages.ts';
import { expectSound } from './sound.ts';

// Verifying a certificate and the page of a test work before hydration and without scripts.

const result = (page: Page) => page.getByRole('region', { name: 'Verification' });

async function send(page: Page, task: string, key: string): Promise<void> {
  await page.getByLabel('Task number').fill(task);
  await page.getByLabel('Unique key').fill(key);
  await page.keyboard.press('Enter');
}

test.describe('a form of /verify that is sent without scripts or before hydration gets its answer', () => {
  test.use({ javaScriptEnabled: false });

  test('without scripts a page answers the form of /verify, and its address contains neither number nor key', async ({
    page,
  }) => {
    const [shown, hidden] = [await keyOf(page, 'public'), await keyOf(page, 'private')];
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/verify', { waitUntil: 'commit' });
    await send(page, '10001', '');
    await expect(page.locator('form').getByText('Please enter both fields.')).toBeInViewport();
    await expect(page.getByLabel('Task number')).toHaveValue('10001');
    await send(page, '10001', 'ABCD-EFGH-JKMN');
    await expect(page.locator('form').getByText('Invalid task number or key.')).toBeInViewport();
    await send(page, shown.task, shown.key);
    await expect(result(page).getByRole('heading', { level: 2 })).toHaveText('Verified (Public)');
    await expect(result(page).getByRole('heading', { level: 2 })).toBeInViewport();
    await send(page, hidden.task, hidden.key);
    await expect(result(page).getByRole('heading', { level: 2 })).toHaveText(
      'Verified (Private). Limited summary only.',
    );
    expect(page.url()).toBe(`${origin()}/verify`);
    await expect(main(page).getByText('Photo, screenshot or PDF', { exact: true })).toBeHidden();
    expect(await page.locator('form ~ noscript').textContent()).toContain('needs JavaScript for it.');
    await send(page, shown.task, shown.key);
    await result(page).getByText('Details', { exact: true }).click();
    await expect(result(page).getByText('SHA-256 of the certificate file')).toBeVisible();
    await expect(result(page).getByText('Compare your vial’s batch')).toBeHidden();
    await result(page).getByRole('link').click();
    await expect(page).toHaveURL(/\/tests\/.+/);
  });

  test('a reader can download the certificate of a public test and read the public log', async ({ page }) => {
    const found = await listed(page, 10_003);
    await page.goto(`/tests/${found.request_id}`, { waitUntil: 'commit' });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download Certificate of Analysis (PDF)' }).click();
    expect((await download).suggestedFilename()).toBe('coa-10003.pdf');
    for (const name of ['Copy link', 'Print', 'Copy task number'])
      await expect(main(page).getByRole('button', { name })).toHaveCount(0);

    await page.goto('/transparency', { waitUntil: 'commit' });
    await expect(page.getByRole('table', { name: 'The newest entries' })).toBeVisible();
    await expect(page.getByLabel('A state of the log that you saved')).toHaveCount(0);
    await expect(main(page).getByText('Drop the three files here')).toBeHidden();
  });

  test('the page says that a test does not exist', async ({ page }) => {
    for (const path of ['/tests', '/group-tests']) {
      const answer = await page.goto(`${path}/00000000-0000-4000-8000-000000000000`, { waitUntil: 'commit' });
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test Not Found');
      await expect(main(page).locator('[aria-busy]')).toHaveCount(0);
    }
  });
});

test('number and key that were sent before hydration are answered, and a reload keeps them in the form', async ({
  page,
}) => {
  const shown = await keyOf(page, 'public');
  const release = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  await send(page, shown.task, shown.key);
  await expect(result(page).getByRole('heading', { level: 2 })).toHaveText('Verified (Public)');
  release();
  await alive(page);
  await expect(page.getByLabel('Unique key')).toHaveValue(shown.key);
  await expect(result(page)).toBeVisible();
  // From now on the answer appears on the same page: the browser does not load the page again.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await send(page, shown.task, 'ABCD-EFGH-JKMN');
  await expect(page.getByText('Invalid task number or key.')).toBeVisible();
  await expect(result(page)).toHaveCount(0);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  await open(page, '/verify');
  await page.getByLabel('Task number').fill('10042');
  await page.getByLabel('Unique key').fill('WXYZ');
  await page.reload();
  await expect(page.getByLabel('Task number')).toHaveValue('10042');
  await expect(page.getByLabel('Unique key')).toHaveValue('WXYZ');
  expect(page.url()).toBe(`${origin()}/verify`);
});

test('a reader opens the certificate before hydration', async ({ page }) => {
  const found = await listed(page, 10_003);
  await holdScripts(page);
  await page.goto(`/tests/${found.request_id}`, { waitUntil: 'commit' });
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Certificate of Analysis (PDF)' }).click();
  expect((await download).suggestedFilename()).toBe('coa-10003.pdf');
});

const long = 'Pneumonoultramicroscopicsilicovolcanoconiosispolypeptidehydra';
const arabic = 'ببتيد تجريبي من المختبر';

test('long words, right-to-left words or empty fields of a test do not make its page scroll sideways', async ({
  page,
}) => {
  const found = await listed(page, 10_003);
  const path = `**/api/tests/${found.request_id}`;
  for (const words of [long, arabic, '']) {
    await open(page, '/tests?search=10003');
    await page.route(path, async (route) => {
      const { data } = await (await route.fetch()).json();
      const { result: measured } = data;
      const line = {
        ...measured.measurements[0],
        computed: undefined,
        analyte: words,
        method: words,
        value: words,
      };
      const measurements = words ? [{ ...line, unit: words, limit: words }] : [];
      Object.assign(data, {
        sku_name: words || 'Test',
        sku_description: words,
        compound_name: words || null,
        manufacturer: words || null,
        batch_code: words || null,
        dosage_text: words || null,
        result: { ...measured, title: words || 'Result', summary: words, measurements, metrics: {} },
      });
      if (!words) data.result.chromatogram = null;
      await route.fulfill({ json: { data } });
    });
    await main(page)
      .getByRole('article')
      .filter({ hasText: 'Task #10003' })
      .getByRole('heading')
      .getByRole('link')
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words || 'Test');
    await expectSound(page, `the test with '${words}'`);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.unroute(path);
  }
});
