import { expect, origin, test } from './site.ts';
import { fail, follow, main, open, provoked, signInDemo, stopClock } from './site-pages.ts';

// What stands around every public page, of the specification's sections 2, 8 and 9: header, footer, menu, and how pages ask
// for what they show. The widths that matter are set here.
test.describe.configure({ timeout: 60_000 });
test.use({ provoked });

test('2 Navigation: the header', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/');
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
  const targets = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const rest = ['/request', '/pricing', '/tests', '/group-tests', '/verify', '/how-it-works'];
  expect(await targets()).toEqual(['/', ...rest, '/register', '/login']);

  const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' });
  await expect(logout).toHaveCount(0);

  const email = 'customer@demo.test';
  await signInDemo(page);
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('banner').getByText(email)).toBeVisible();
  expect(await targets()).toEqual(['/', '/dashboard', ...rest]);
  // On a small screen the menu has the person's own links in the place of REGISTER and LOGIN.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'DASHBOARD' })).toHaveAttribute('href', '/dashboard');
  await expect(menu.getByText(email)).toBeVisible();
  await expect(menu.getByRole('button', { name: 'LOGOUT' })).toBeVisible();
  await expect(menu.getByRole('link', { name: /REGISTER|LOGIN/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await logout.click();
  await expect(page).toHaveURL(`${origin()}/login`);
  expect(await targets()).toContain('/register');
});

test('2 Navigation: the footer', async ({ page }) => {
  await open(page, '/privacy');
  const footer = page.getByRole('contentinfo');
  await expect(footer.locator('a[href="/request"]')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'PEPCHAT', exact: true })).toHaveAttribute('href', /./);
  await expect(footer.getByRole('link', { name: 'DISCORD', exact: true })).toHaveAttribute('href', /./);
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
});

test('2 Navigation: the menu of small screens', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, '/terms');
  const button = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const bars = button.locator('span > span');
  const turned = () => bars.first().evaluate((bar) => getComputedStyle(bar).rotate);

  expect(await turned()).toBe('none');
  await button.click();
  await expect(menu).toBeVisible();
  expect(await turned()).not.toBe('none');
  // Over the full height at the right edge, in front of everything.
  await expect
    .poll(async () => {
      const { x = 0, width = 0, height } = (await menu.boundingBox()) ?? {};
      return [x + width, height];
    })
    .toEqual([await page.evaluate(() => document.documentElement.getBoundingClientRect().width), 900]);
  const entries = await menu
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  expect(entries.slice(1)).toEqual([
    ['HOME', '/'],
    ['PRICING', '/pricing'],
    ['TESTS', '/tests'],
    ['GROUP TESTS', '/group-tests'],
    ['VERIFY TEST', '/verify'],
    ['HOW IT WORKS', '/how-it-works'],
    ['REGISTER', '/register'],
    ['LOGIN', '/login'],
    ['REQUEST A TEST', '/request'],
  ]);

  // Scroll locked, focus kept.
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 800);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await menu.getByRole('link').first().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(menu.getByRole('link', { name: 'REQUEST A TEST' })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  expect(await turned()).toBe('none');
  await button.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.mouse.click(20, 450);
  await expect(menu).toBeHidden();
  await button.click();
  await menu.getByRole('link', { name: 'PRICING' }).click();
  await expect(page).toHaveURL(`${origin()}/pricing`);
  await expect(menu).toBeHidden();

  // The icon turns, both ways, for who wants motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const own = window as unknown as { turns: number };
    own.turns = 0;
    document.addEventListener('transitionrun', ({ propertyName, target }) => {
      const isIcon = target instanceof Element && target.closest('button')?.ariaLabel === 'Open menu';
      if (isIcon && propertyName === 'rotate') own.turns += 1;
    });
  });
  const turns = () => page.evaluate(() => (window as unknown as { turns: number }).turns);
  await button.click();
  await expect.poll(turns).toBe(2);
  await page.keyboard.press('Escape');
  await expect.poll(turns).toBe(4);
});

test('2 Tests, 8 and 9: spinner, three retries with growing waits, the error and Try Again', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, '/terms');
  let asked = 0;
  let refused = 0;
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/tests?')) refused += 1;
  });
  let broken = true;
  const stopped = Promise.withResolvers<void>();
  await page.route('**/api/tests?*', async (route) => {
    asked += 1;
    await stopped.promise;
    await (broken ? fail(route) : route.continue());
  });
  await follow(page, '/tests');
  await expect(main(page).getByText('Loading tests')).toBeVisible();
  await expect(main(page).getByRole('status').locator('svg')).toBeVisible();
  await stopClock(page);
  stopped.resolve();
  const panel = main(page).getByRole('alert');
  for (const wait of [1_000, 2_000, 4_000]) {
    const known = asked;
    // The refusal has to be read by the page before its next wait begins: another call goes there and back.
    await expect.poll(() => refused).toBe(known);
    await page.evaluate(() => fetch('/api/config').then((answer) => answer.text()));
    await page.clock.runFor(wait - 100);
    expect(asked).toBe(known);
    await page.clock.runFor(200);
    await expect.poll(() => asked).toBe(known + 1);
  }
  await expect.poll(() => refused).toBe(4);
  await page.clock.resume();
  await expect(panel).toContainText('The database is away.');
  expect(asked).toBe(4);
  broken = false;
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(main(page).getByRole('status')).toHaveText(/^Showing/);

  // A refusal without a sentence of its own.
  await page.unroute('**/api/tests?*');
  await page.route('**/api/tests?*', (route) => route.fulfill({ status: 422, json: { detail: '' } }));
  await main(page).getByRole('searchbox').fill('refused');
  await expect(panel).toContainText('Failed to fetch tests');
});

test('9: a call that is not answered in 10 s has failed', async ({ page }) => {
  await page.clock.install();
  await open(page, '/terms');
  await page.route('**/api/skus/catalog', () => undefined);
  await page.evaluate(() => {
    // The browser's own timer of AbortSignal.timeout is out of the clock's reach: measure what it is asked for.
    const original = AbortSignal.timeout;
    const asked = window as unknown as { waits: number[] };
    asked.waits = [];
    AbortSignal.timeout = (wait) => {
      asked.waits.push(wait);
      return original.call(AbortSignal, 50);
    };
  });
  await follow(page, '/pricing');
  const panel = main(page).getByRole('alert');
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return panel.isVisible();
    })
    .toBe(true);
  await expect(panel).toContainText('The server did not answer');
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
  expect(waits.length).toBeGreaterThanOrEqual(4);
  expect(waits.every((wait) => wait === 10_000)).toBe(true);
});

test('9: what was fetched is kept for 5 min after its last use', async ({ page }) => {
  await page.clock.install();
  await open(page, '/terms');
  await follow(page, '/pricing');
  const cards = page.getByRole('region', { name: 'All tests' }).getByRole('article');
  // The address changes before the page does, and the time runs from when the prices are gone.
  const away = async () => {
    await follow(page, '/terms');
    await expect(cards).toHaveCount(0);
  };
  await expect(cards.first()).toBeVisible();
  await away();
  await page.clock.fastForward(4 * 60_000);
  // From now on nothing is answered: what shows is what was kept.
  await page.route('**/api/skus/catalog', () => undefined);
  await follow(page, '/pricing');
  await expect(cards.first()).toBeVisible();
  await away();
  await page.clock.fastForward(5 * 60_000 + 1_000);
  await follow(page, '/pricing');
  await expect(main(page).locator('[aria-busy="true"]')).toContainText('Loading prices');
  await expect(cards).toHaveCount(0);
});
