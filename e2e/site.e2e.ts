import type { Locator } from '@playwright/test';
import { alive, expect, origin, test } from './site.ts';
import { follow, holdScripts, listed, main, open, provoked, stopClock } from './site-pages.ts';

// The home page, the text pages and what all public pages share (sections 2, 8 and 9 of the specification). The test
// gives the answers for rare states.
test.use({ provoked });

test('section 2, Home: the page shows the headline, the benefits that follow the scrolling, and About', async ({
  page,
}) => {
  await open(page, '/');
  await expect(main(page).getByRole('link', { name: 'Request a test' }).first()).toHaveAttribute(
    'href',
    '/request',
  );
  const benefits = main(page).locator('section[aria-labelledby="benefits"]');
  const items = benefits.getByRole('listitem');
  const said = [
    /accurate and reliable results/i,
    /verified accuracy with two unique codes/i,
    /pay-to-display.*weekly views.*renewal/i,
  ];
  for (const [place, words] of said.entries()) {
    const item = items.nth(place);
    await expect(item).toContainText(words);
    await item.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(item).toHaveAttribute('data-active', 'true');
  }
  await expect(main(page).getByText(/^About /)).toBeVisible();
});

test('sections 2 and 9, Home: the four steps advance every 4 s, and the reader can stop them', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await open(page, '/');
  // On a busy machine the check before a step would otherwise come after it.
  await stopClock(page);
  const journey = page.getByRole('region', { name: 'The journey of a test' });
  const shown = journey.locator('li[data-shown="true"]').getByRole('heading');
  const steps = ['Submit request', 'Send sample', 'Laboratory analysis', 'Receive results'] as const;
  const pauseAtStart = async () => {
    await journey.getByRole('button', { name: `Step 1: ${steps[0]}` }).click();
    await expect(shown).toHaveText(steps[0]);
  };

  // A pointer over the four steps stops them. When it leaves, a full interval starts.
  await pauseAtStart();
  await page.clock.fastForward(9_000);
  await expect(shown).toHaveText(steps[0]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.move(2, 2);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(5, 400);
  for (const step of [...steps.slice(1), steps[0]]) {
    await page.clock.fastForward(3_700);
    await expect(shown).not.toHaveText(step);
    await page.clock.fastForward(400);
    await expect(shown).toHaveText(step);
  }

  // The keyboard focus stops the steps too.
  await journey.getByRole('button', { name: 'Next step' }).focus();
  await page.clock.fastForward(9_000);
  const held = await shown.textContent();
  await page.keyboard.press('Enter');
  const names: readonly string[] = steps;
  const after = names[(names.indexOf(held ?? '') + 1) % 4] ?? '';
  await expect(shown).toHaveText(after);
  await journey.getByRole('button', { name: 'Previous step' }).click();
  await expect(shown).toHaveText(held ?? '');
  await journey.getByRole('button', { name: `Step 4: ${steps[3]}` }).click();
  await expect(shown).toHaveText(steps[3]);
  await journey.getByRole('button', { name: 'Next step' }).click();
  await expect(shown).toHaveText(steps[0]);
});

test('section 2, Home: the four steps do not advance by themselves if the reader prefers reduced motion', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, '/');
  const shown = page.getByRole('region', { name: 'The journey of a test' }).locator('li[data-shown="true"]');
  await page.clock.fastForward(20_000);
  await expect(shown.getByRole('heading')).toHaveText('Submit request');
});

test('sections 2 and 8, Home: the cards show real results, samples without results, or an error', {
  tag: '@every-width',
}, async ({ page }) => {
  await open(page, '/');
  const strip = page.getByRole('region', { name: 'Discoveries' });
  const card = strip.getByRole('article').first();
  const [, task] = /Task #(\d+)/.exec(await card.innerText()) ?? [];
  const newest = await listed(page, Number(task));
  const { result, sku_name: sku, manufacturer, batch_code: batch } = newest;
  for (const words of [result?.title ?? 'missing', sku, manufacturer ?? 'Unknown', batch ?? `${task}`])
    await expect(card).toContainText(words);
  await expect(card.getByRole('link')).toHaveAttribute('href', `/tests/${newest.request_id}`);

  const isNewest = '**/api/discoveries';
  await open(page, '/terms');
  await page.route(isNewest, (route) => route.fulfill({ json: { data: { results: [], showcased: [] } } }));
  await follow(page, '/');
  await expect(strip.getByText('SAMPLE').first()).toBeVisible();
  for (const label of ['Test type', 'Manufacturer', 'Batch', 'Task #'])
    await expect(strip.getByRole('article').first()).toContainText(label);

  await open(page, '/terms');
  await page.unroute(isNewest);
  await page.route(isNewest, (route) =>
    route.fulfill({ status: 422, json: { status: 422, code: 'invalid_fields', detail: 'No.' } }),
  );
  await follow(page, '/');
  await expect(strip.getByText('Unable to load discoveries at this time.')).toBeVisible();
});

test('section 2, Routes: how it works, policies, order success and not found have their addresses', async ({
  page,
}) => {
  const pages: [string, string, number][] = [
    ['/how-it-works', 'How it works', 200],
    ['/terms', 'Terms of service', 200],
    ['/privacy', 'Privacy', 200],
    ['/testing-policy', 'Testing policy', 200],
    ['/order-success', 'Order Successful', 200],
    ['/no/such/page', 'Page not found', 404],
  ];
  for (const [path, heading, status] of pages) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await open(page, '/terms');
  await page.route('**/api/group-tests?*', (route) => route.fulfill({ json: { items: [] } }));
  await follow(page, '/group-tests');
  await expect(main(page).getByText('No tests here yet.')).toBeVisible();
});

test('a reader uses the header and the filters, and reaches a test and its peaks, by keyboard alone', async ({
  page,
}) => {
  const found = await listed(page, 10003);
  await open(page, '/tests?search=10003');
  const focused = page.locator(':focus');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveRole('searchbox');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel).toBeVisible();
  await panel.getByLabel('Only Public').focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/onlyPublic=true/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(focused).toContainText('FILTERS');
  while ((await focused.getAttribute('href')) !== `/tests/${found.request_id}`)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(found.sku_name);
  // A reader opens the folded part with the peaks, and goes on to the first one.
  const fold = main(page).locator('summary', {
    hasText: 'Peaks, and how they were measured',
  });
  const peak = page.getByRole('button', { name: 'Show peak 1 from near' });
  const tabTo = async (control: Locator) => {
    let presses = 0;
    while (presses < 60 && !(await control.evaluate((own) => own === document.activeElement))) {
      await page.keyboard.press('Tab');
      presses += 1;
    }
  };
  await tabTo(fold);
  await page.keyboard.press('Enter');
  await tabTo(peak);
  await expect(peak).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Whole run' })).toBeEnabled();
});

test('without style sheets, words on a page stay separate and drawings stay small', {
  tag: '@every-width',
}, async ({ page }) => {
  await page.route(/\.css$/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  const found = await listed(page, 10003);
  for (const path of ['/', '/pricing', `/tests/${found.request_id}`, '/verify']) {
    await open(page, path);
    const widest = await page
      .locator('header a svg, main p svg, main span svg, main button svg')
      .evaluateAll((all) => Math.max(0, ...all.map((drawing) => drawing.getBoundingClientRect().width)));
    expect(widest, path).toBeLessThan(60);
    await expect(page.getByRole('banner')).toContainText(/Home\s+Request a test\s+Pricing\s+Tests/);
  }
});

test('without scripts, a reader can read every page, follow links and search', async ({ browser }, info) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: origin(),
    viewport: info.project.use.viewport ?? null,
  });
  const page = await context.newPage();
  await page.goto('/');
  for (const words of [
    'Know what is',
    'Verified accuracy',
    'Submit request',
    'Receive results',
    'Discoveries',
  ])
    await expect(main(page).getByText(words).first()).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peptide Tests');
  await main(page).getByRole('searchbox').fill('demo-tirz-03');
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('article')).toHaveCount(1);
  await main(page).getByRole('article').getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Measurements' })).toBeVisible();
  const file = page.getByRole('link', { name: 'Download Certificate of Analysis (PDF)' });
  expect((await page.request.get((await file.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
    'application/pdf',
  );
  await expect(page.getByRole('img', { name: /^Chromatogram with/ })).toBeVisible();
  await main(page).getByText('Peaks, and how they were measured').click();
  await expect(page.getByRole('table', { name: 'Peaks of the chromatogram' })).toBeVisible();
  await page.goto('/pricing');
  await main(page).getByRole('link', { name: 'LOAD MORE' }).click();
  await expect(main(page).getByRole('region', { name: 'All tests' }).getByRole('article')).toHaveCount(24);
  await page.goto('/verify');
  await main(page).getByText('How do I know that I am on the right site?').click();
  await expect(main(page).getByText('Type the address yourself')).toBeVisible();
  await context.close();
});

test('the page keeps text that a reader typed before hydration', { tag: '@every-width' }, async ({
  page,
}) => {
  let release = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  await page.getByLabel('Task number').fill('10001');
  await page.getByLabel('Unique key').fill('0000-0000-0000');
  release();
  // After hydration, the page sends the number and key that the reader typed into the boxes.
  await alive(page);
  await page.getByRole('main').getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Invalid task number or key.')).toBeVisible();
  await expect(page.getByLabel('Task number')).toHaveValue('10001');

  release = await holdScripts(page);
  await page.goto('/tests', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('10003');
  release();
  await expect(page).toHaveURL(/search=10003/);
  await expect(page.getByRole('searchbox')).toHaveValue('10003');
});
