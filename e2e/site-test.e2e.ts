import type { Page } from '@playwright/test';
import { expect, origin, test } from './site.ts';
import { listed, main, open } from './site-pages.ts';
import { expectToast } from './toasts.ts';

// The page of one test, with the texts in sections 2, 5, 8 and 9 of the specification.

/** Opens a folded part of the page, as a reader does. */
const openFold = (page: Page, title: string) => main(page).locator('summary', { hasText: title }).click();

test('section 2, Test detail: the page of a published test shows its whole content', async ({
  page,
  context,
}) => {
  const found = await listed(page, 10003);
  await open(page, `/tests/${found.request_id}`);
  const content = main(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(found.sku_name);
  for (const words of ['Task #10003', 'COMPLETE', found.sku_description, found.result?.summary ?? 'missing'])
    await expect(content).toContainText(words);
  // The page shows the purity as one large number with its limit and verdict. The table contains every number too.
  const { value: purity, rest } = found.result?.purity ?? { value: 'missing', rest: '' };
  expect(rest).toBe('± 0.24 % area');
  await expect(
    content.locator('section', { has: page.getByRole('heading', { name: 'Chromatogram' }) }).first(),
  ).toContainText(new RegExp(`Purity${purity}\\s*± 0\\.24\\s*% areaLimit ≥ 98Pass`));
  for (const [name, value] of Object.entries(found.result?.metrics ?? {})) {
    const row = content.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    // A value with an uncertainty has as many decimals as the uncertainty.
    await expect(row).toContainText(value.split(' ')[0] ?? value);
  }
  await expect(content.getByRole('row').filter({ hasText: 'Purity' })).toContainText(
    `${purity} ± 0.24 % area (k = 2)`,
  );
  // The table has values, limits and verdicts in words, and the measured mass beside the computed one.
  const measurements = content.getByRole('table', { name: 'Measurements' });
  await expect(measurements).toContainText('90 to 110 % of label claim');
  await expect(measurements.getByText('Fail')).toBeVisible();
  await openFold(page, 'The mass, expected and observed');
  await expect(content.getByText('Theoretical', { exact: true })).toBeVisible();
  await expect(content.getByRole('definition').filter({ hasText: '−0.04' })).toContainText('−27 ppm');
  await openFold(page, 'Revision history');
  await expect(content.getByText('Revision 1')).toBeVisible();
  // The exact terms of the verdicts are folded.
  const terms = content.getByText('simple acceptance, ISO/IEC 17025:2017, 7.8.6');
  await expect(terms).toBeHidden();
  await openFold(page, 'How the values were judged');
  await expect(terms).toBeVisible();
  // The page says how to check the certificate with our site and without our site.
  await openFold(page, 'Check the certificate yourself');
  await expect(content.getByText(/^Registered before measurement on/)).toBeVisible();
  const proof = page.waitForEvent('download');
  await content.getByRole('link', { name: 'Download the proof' }).click();
  expect((await proof).suggestedFilename()).toBe('coa-10003-r1.tlog-proof');
  await expect(content.getByRole('link', { name: 'public log' })).toHaveAttribute('href', '/transparency');

  const certificate = page.waitForEvent('download');
  await content.getByRole('link', { name: 'Download Certificate of Analysis (PDF)' }).click();
  expect((await certificate).suggestedFilename()).toBe('coa-10003.pdf');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expectToast(page, 'Link copied.', () => content.getByRole('button', { name: 'Copy link' }).click());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await content.getByRole('link', { name: 'Back to Tests' }).click();
  await expect(page).toHaveURL(`${origin()}/tests`);
});

const longName = `${'chromatogram'.repeat(8)}.csv`;

test('section 2, Test detail: attachments are links, and the server’s HTML stays while the code loads', async ({
  page,
}) => {
  const found = await listed(page, 10003);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(measured|record)-sections-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/tests/${found.request_id}`);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Measurements' })).toBeVisible();
  await openFold(page, 'Check the certificate yourself');
  await openFold(page, 'Revision history');
  await expect(main(page).getByText('Revision 1')).toBeVisible();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Copy fingerprint' })).toBeEnabled();

  await open(page, '/tests?search=10003');
  await page.route(`**/api/tests/${found.request_id}`, async (route) => {
    const { data } = await (await route.fetch()).json();
    data.result.files = [
      {
        url: '/api/attachments/one',
        name: 'Report 1.pdf',
        content_type: 'application/pdf',
        bytes: 1_240_000,
      },
      { url: '/api/attachments/two', name: longName, content_type: 'text/csv', bytes: 15 },
    ];
    await route.fulfill({ json: { data } });
  });
  await main(page)
    .getByRole('article')
    .filter({ hasText: 'Task #10003' })
    .getByRole('heading')
    .getByRole('link')
    .click();
  const files = main(page).locator('section', { has: page.getByRole('heading', { name: 'Attachments' }) });
  await expect(files.getByRole('listitem')).toHaveText([
    'Report 1.pdf PDF, 1.2 MB',
    `${longName} CSV, 15 bytes`,
  ]);
  const link = files.getByRole('link', { name: longName });
  await expect(link).toHaveAttribute('href', '/api/attachments/two');
  await expect(link).toHaveAttribute('download', longName);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('section 2, Test detail: the chromatogram can be used, and is connected with its table of peaks', async ({
  page,
}) => {
  const found = await listed(page, 10006);
  await open(page, `/tests/${found.request_id}`);
  // The chromatogram can be used when it comes near the screen. On a phone its table is one screen below.
  await page.getByRole('img', { name: /^Chromatogram with/ }).scrollIntoViewIfNeeded();
  const out = page.getByRole('button', { name: 'Zoom out' });
  await expect(out).toBeDisabled();
  const peaks = page.getByRole('table', { name: 'Peaks of the chromatogram' });
  await openFold(page, 'Peaks, and how they were measured');
  const second = peaks.getByRole('button', { name: 'Show peak 2 from near' });
  await second.focus();
  await expect(peaks.getByRole('row').nth(2)).toHaveAttribute('class', /bg-accent-soft/);
  await page.keyboard.press('Enter');
  await expect(out).toBeEnabled();
  await page.getByRole('button', { name: 'Whole run' }).click();
  await expect(out).toBeDisabled();
  await page.getByRole('button', { name: 'Baseline ×20' }).click();
  await expect(page.getByRole('button', { name: 'Baseline ×20' })).toHaveAttribute('aria-pressed', 'true');
  // When the pointer is over the main peak in the plot, the peak's row is marked.
  const plot = page.locator('.u-over');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error('no plot');
  await page.mouse.move(box.x + box.width * (12.02 / 20), box.y + box.height / 2);
  await expect(peaks.getByRole('row').filter({ hasText: 'main' })).toHaveAttribute('class', /bg-accent-soft/);
  await expect(page.getByText(/^1[12]\.\d\d min · \d+\.\d mAU$/)).toBeVisible();
});

test('sections 2 and 8, Test detail: the page says that a test does not exist', {
  tag: '@every-width',
}, async ({ page }) => {
  for (const path of ['/tests/not-an-id', '/tests/00000000-0000-4000-8000-000000000000']) {
    const answer = await open(page, path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test Not Found');
    await expect(main(page)).toContainText('The requested test could not be found.');
    await expect(main(page).getByRole('link', { name: 'Back to Tests' })).toHaveAttribute('href', '/tests');
  }
});
