import type { Page } from '@playwright/test';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSoundEverywhere } from './sound.ts';

const PUBLIC = [
  '/',
  '/pricing',
  '/tests',
  '/tests?search=nothing-like-it',
  '/request',
  '/request?sku=bpc-157',
  '/request/success',
  '/verify',
  '/how-it-works',
  '/group-tests',
  '/group-tests/request',
  '/login',
  '/register',
  '/verify-email?email=a%40example.test',
  '/reset-password',
  '/order-success',
  '/terms',
  '/privacy',
  '/testing-policy',
  '/transparency',
  '/watch?kind=compound&subject=bpc-157',
  '/not/there',
];
const SIGNED_IN = [
  '/dashboard',
  '/dashboard/tests',
  '/dashboard/watches',
  '/dashboard/profile',
  '/dashboard/billing',
];

/**
 * An open page always has a connection for events, so the network never rests. The page is loaded when no element in it
 * is busy.
 */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

// The pages are split into parts, so that several parts run in parallel.
for (const [part, paths] of Object.entries({
  first: PUBLIC.slice(0, 8),
  second: PUBLIC.slice(8, 15),
  third: PUBLIC.slice(15),
}))
  test(`the ${part} part of the public pages is accessible and fits the width of the window`, async ({
    page,
  }) => {
    for (const path of paths) {
      await page.goto(path);
      await expectLoaded(page);
      await expectSoundEverywhere(page, path);
    }
  });

test('the page of a test is accessible and fits the width of the window', async ({ page }) => {
  await page.goto('/tests?search=demo-mt2-05');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Melanotan 2 10 mg/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Melanotan 2');
  for (const fold of await page.getByRole('main').locator('summary').all()) await fold.click();
  await expect(page.getByRole('table', { name: 'Peaks of the chromatogram' })).toBeVisible();
  await expectLoaded(page);
  await expectSoundEverywhere(page, '/tests/{id}');
});

test('the pages for signed-in users are accessible and fit the width of the window', async ({ page }) => {
  await openAs(page, 'customer@demo.test', '/dashboard');
  for (const path of SIGNED_IN) {
    await page.goto(path);
    await expectLoaded(page);
    await expectSoundEverywhere(page, path);
  }
  await page.goto('/dashboard/tests');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View task/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/tests\/[^/]+$/);
  await expectLoaded(page);
  await expectSoundEverywhere(page, '/dashboard/tests/{id}');
});

test('the pages of the laboratory are accessible and fit the width of the window; customers get Not Found', async ({
  page,
}) => {
  await openAs(page, 'analyst@demo.test', '/lab');
  await expectLoaded(page);
  await expectSoundEverywhere(page, '/lab');
  // A complete test, a received test, and a test that awaits its sample.
  for (const task of ['10001', '10071', '10072']) {
    await page.goto(`/lab/requests/${task}`);
    await expectLoaded(page);
    await expectSoundEverywhere(page, `/lab/requests/${task}`);
  }
  await page.evaluate(() => localStorage.clear());
  await openAs(page, 'customer@demo.test', '/dashboard');
  await page.goto('/lab');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/scan|queue/i);
});

test('without scripts, the server’s HTML of public pages has content, title and description', async ({
  request,
}) => {
  const words: [string, RegExp][] = [
    ['/', /Know what is/],
    ['/pricing', /Semaglutide/],
    ['/tests', /Peptide Tests/],
    ['/verify', /unique key/i],
    ['/request', /BPC-157/],
  ];
  for (const [path, said] of words) {
    const answer = await request.get(path);
    const html = await answer.text();
    expect(answer.status()).toBe(200);
    expect(html).toMatch(said);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="description"/);
    const scripts = /script-src ([^;]*)/.exec(answer.headers()['content-security-policy'] ?? '')?.[1];
    expect(scripts).toMatch(/'(nonce|sha256)-/);
    expect(scripts).not.toContain('unsafe');
  }
  for (const path of ['/tests/not-an-id', '/not/there']) expect((await request.get(path)).status()).toBe(404);
  for (const path of ['/favicon.png.php', '/.well-known/nothing.txt', '/.git/config']) {
    expect((await request.get(path)).status()).toBe(404);
  }
});
