import type { Page } from '@playwright/test';
import { expect, origin, test } from './site.ts';
import { follow, isTelephone, main, open } from './site-pages.ts';

// Long names, large text, keyboard, screen readers, and a lost network.
test.use({ provoked: /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/ });

const PHONE = { width: 360, height: 740 };
const names = [
  'x'.repeat(60),
  'Methoxypolyethyleneglycol'.repeat(5).slice(0, 120),
  'אבגדהוזחטיכלמנסעפצקרשת'.repeat(3).slice(0, 60),
];
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('long names without spaces do not stick out of the cards of lists and discoveries', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.route(
    (url) => url.pathname === '/api/tests' || url.pathname === '/api/discoveries',
    async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const { data } = body;
      const tests = Array.isArray(data) ? data : [...data.results, ...data.showcased];
      for (const [place, test] of tests.entries()) {
        const name = names[place % names.length];
        Object.assign(test, { manufacturer: name, batch_code: name, sku_name: name });
        if (test.result) test.result.title = name;
      }
      await route.fulfill({ json: body });
    },
  );
  for (const path of ['/tests', '/']) {
    await open(page, '/terms');
    await follow(page, path);
    const card = main(page)
      .getByRole('article')
      .filter({ hasText: names[1] ?? '' })
      .first();
    await expect(card).toBeVisible();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
    const beyond = await main(page)
      .getByRole('article')
      .evaluateAll((cards) => cards.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(beyond, path).toBe(0);
  }
});

test('at 360 px and twice the text size, no page scrolls sideways', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const paths = [
    '/',
    '/pricing',
    '/tests?search=demo',
    '/how-it-works',
    '/group-tests',
    '/terms',
    '/nope',
    '/request?sku=bpc-157',
    '/transparency',
  ];
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test('the menu closes when the user goes back, and when the window becomes wide enough for the links', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, '/terms');
  await follow(page, '/pricing');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(menu).toBeHidden();
});

test('the page reports a lost network, a clicked link waits for the network, and typed input stays', async ({
  page,
  context,
}) => {
  await open(page, '/verify');
  await page.getByLabel('Task number').fill('10001');
  await context.setOffline(true);
  await expect(page.getByText('What you have typed stays here.')).toBeVisible();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Privacy' })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByText('opens as soon as the network is back')).toBeVisible();
  await expect(page).toHaveURL(`${origin()}/verify`);
  await expect(page.getByLabel('Task number')).toHaveValue('10001');
  await context.setOffline(false);
  await expect(page).toHaveURL(`${origin()}/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
});

test('the moving row of results stops under focus or pointer, and the focused card stays visible', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/');
  const strip = page.getByRole('region', { name: 'Discoveries' });
  const row = strip.getByRole('list');
  const at = () => row.evaluate((list) => list.scrollLeft);
  await strip.scrollIntoViewIfNeeded();
  await page.mouse.move(5, 5);
  await expect.poll(at).toBeGreaterThan(20);
  await strip.getByRole('button', { name: 'Pause' }).click();
  const stopped = await at();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await at()).toBe(stopped);
  await strip.getByRole('button', { name: 'Play' }).click();
  for (const card of [strip.getByRole('link').first(), strip.getByRole('link').last()]) {
    await card.focus();
    await expect(card).toBeInViewport({ ratio: 0.9 });
  }
});

test('a printout of the home page contains all steps of the journey', async ({ page }) => {
  test.skip(isTelephone(page));
  await open(page, '/');
  await page.emulateMedia({ media: 'print' });
  for (const step of ['Submit request', 'Send sample', 'Laboratory analysis', 'Receive results'])
    await expect(main(page).getByRole('heading', { name: step })).toBeVisible();
  await expect(main(page).getByRole('button')).toHaveCount(0);
});
