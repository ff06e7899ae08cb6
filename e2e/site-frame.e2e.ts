import { expect, origin, test } from './site.ts';
import { open, signInDemo } from './site-pages.ts';

// The frame of every public page, in section 2 of the specification: the header and the menu. This file sets the widths
// itself.

test('section 2, Navigation: the header links to each part of the site, and shows who is signed in', async ({
  page,
}) => {
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
  await page.reload();
  await expect(page.getByRole('banner').getByText(email)).toBeVisible();
  expect(await targets()).toEqual(['/', '/dashboard', ...rest]);
  // On a small screen the menu shows the links of the signed-in user in place of REGISTER and LOGIN.
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

test('translated words in the header that are too long for one line take a second line and do not overlap', async ({
  page,
}) => {
  await signInDemo(page);
  for (const width of [1120, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/how-it-works');
    const touching = await page.getByRole('banner').evaluate((header) => {
      const parts = [...header.querySelectorAll<HTMLElement>('a, button, nav [title]')].filter(
        (part) => part.offsetParent,
      );
      const meets = () => {
        const all = parts.map((part) => part.getBoundingClientRect());
        const beyond = all.filter(({ right }) => right > window.innerWidth).length;
        const over = all.filter((one, place) =>
          all
            .slice(place + 1)
            .some(
              (other) =>
                one.left < other.right &&
                other.left < one.right &&
                one.top < other.bottom &&
                other.top < one.bottom,
            ),
        ).length;
        return { beyond, over };
      };
      const before = { ...meets(), isLow: header.getBoundingClientRect().height < 70 };
      for (const part of parts) {
        const words = part.querySelector('span') ?? part;
        const text = words.textContent;
        words.textContent = text + text.slice(0, Math.ceil(text.length * 0.6));
      }
      return { before, after: meets() };
    });
    expect(touching, `${width} px`).toMatchObject({
      before: { beyond: 0, over: 0, isLow: true },
      after: { beyond: 0, over: 0 },
    });
  }
});

test('section 2, Navigation: on a small screen a button opens and closes the menu with the links', async ({
  page,
}) => {
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
  // The menu has the full height of the window, is at the right edge, and lies in front of everything.
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

  // While the menu is open, the page does not scroll and the focus stays in the menu.
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

  // The menu's icon rotates when the menu opens and closes, unless the user prefers reduced motion.
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
