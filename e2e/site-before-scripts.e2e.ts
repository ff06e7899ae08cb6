import type { Page } from '@playwright/test';
import { expect, origin, test } from './site.ts';
import { main } from './site-pages.ts';

// Every control of the pages for everybody, in the seconds in which the page is seen and its scripts are not here, and
// without scripts: a click, a key or a finger does its work.
test.describe.configure({ timeout: 60_000 });

const PHONE = { width: 360, height: 740 };

type Control = {
  name: string;
  path: string;
  viewport?: { width: number; height: number };
  use: (page: Page) => Promise<void>;
  /** What holds right after, without scripts, and still holds when they have come. */
  holds: (page: Page) => Promise<void>;
};

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const articles = (page: Page) => main(page).getByRole('article');

const controls: Control[] = [
  {
    name: 'the menu opens',
    path: '/',
    viewport: PHONE,
    use: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
    holds: (page) => expect(menu(page).getByRole('link', { name: 'PRICING' })).toBeVisible(),
  },
  {
    name: 'a link of the menu leads on',
    path: '/terms',
    viewport: PHONE,
    use: async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await menu(page).getByRole('link', { name: 'PRICING' }).click();
    },
    holds: async (page) => {
      await expect(page).toHaveURL(`${origin()}/pricing`);
      await expect(menu(page)).toBeHidden();
    },
  },
  {
    name: 'FILTERS of the tests, a toggle and Apply',
    path: '/tests?search=10007',
    use: async (page) => {
      await main(page).getByRole('button', { name: 'FILTERS' }).click();
      await panel(page).getByLabel('Only Public').check();
      await panel(page).getByRole('button', { name: 'Apply' }).click();
    },
    holds: async (page) => {
      await expect(page).toHaveURL(/search=10007&onlyPublic=true/);
      await expect(main(page).getByRole('status')).toHaveText('No tests found');
    },
  },
  {
    name: 'Reset of the filters',
    path: '/tests?search=10007&onlyPublic=true',
    use: async (page) => {
      await main(page).getByRole('button', { name: 'FILTERS' }).click();
      await panel(page).getByRole('link', { name: 'Reset' }).click();
    },
    holds: (page) => expect(page).toHaveURL(`${origin()}/tests?search=10007`),
  },
  {
    name: 'the search of the tests by Enter keeps the filter',
    path: '/tests?onlyPublic=true',
    use: async (page) => {
      await main(page).getByRole('searchbox').fill('10003');
      await page.keyboard.press('Enter');
    },
    holds: async (page) => {
      await expect(page).toHaveURL(/search=10003&onlyPublic=true/);
      await expect(articles(page)).toHaveCount(1);
    },
  },
  {
    name: 'LOAD MORE of the tests',
    path: '/tests',
    use: (page) => main(page).getByRole('link', { name: 'LOAD MORE' }).click(),
    holds: async (page) => {
      await expect(page).toHaveURL(/\/tests\?page=2#page-2$/);
      await expect(main(page).getByRole('status')).toHaveText(/^Showing 1[0-8] of/);
    },
  },
  {
    name: 'LOAD MORE of the prices',
    path: '/pricing',
    use: (page) => main(page).getByRole('link', { name: 'LOAD MORE' }).click(),
    holds: async (page) => {
      await expect(page).toHaveURL(/\/pricing\?page=2#page-2$/);
      await expect(page.getByRole('region', { name: 'All tests' }).getByRole('article')).toHaveCount(24);
    },
  },
  {
    name: 'FILTERS of the prices',
    path: '/pricing',
    use: async (page) => {
      await main(page).getByRole('button', { name: 'FILTERS' }).click();
      await panel(page)
        .getByRole('radio', { name: /^Hormones/ })
        .check();
      await panel(page).getByRole('button', { name: 'Apply' }).click();
    },
    holds: async (page) => {
      await expect(page).toHaveURL(/family=Hormones/);
      await expect(page.getByRole('region', { name: 'All tests' }).getByRole('article')).toHaveCount(4);
    },
  },
  {
    name: 'the popular tests scroll',
    path: '/pricing',
    viewport: PHONE,
    use: (page) =>
      page
        .getByRole('region', { name: 'Popular tests' })
        .getByRole('listitem')
        .nth(3)
        .evaluate((card) => card.scrollIntoView({ inline: 'start', block: 'nearest' })),
    holds: (page) =>
      expect(
        page.getByRole('region', { name: 'Popular tests' }).getByRole('listitem').nth(3),
      ).toBeInViewport(),
  },
  {
    name: 'a tab of the groups',
    path: '/group-tests',
    use: (page) => main(page).getByRole('link', { name: 'Completed' }).click(),
    holds: async (page) => {
      await expect(page).toHaveURL(/category=completed/);
      await expect(main(page).locator('nav [aria-current=page]')).toHaveText('Completed');
    },
  },
  {
    name: 'a question of /verify',
    path: '/verify',
    use: (page) => main(page).getByText('How do I know that I am on the right site?').click(),
    holds: (page) => expect(main(page).getByText('Type the address yourself')).toBeVisible(),
  },
  {
    name: 'the discoveries are swiped',
    path: '/',
    viewport: PHONE,
    use: (page) =>
      page
        .getByRole('region', { name: 'Discoveries' })
        .getByRole('article')
        .last()
        .evaluate((card) => card.scrollIntoView({ inline: 'end', block: 'nearest' })),
    holds: (page) =>
      expect(page.getByRole('region', { name: 'Discoveries' }).getByRole('article').last()).toBeInViewport(),
  },
];

for (const { name, path, viewport, use, holds } of controls) {
  test(`before the scripts come: ${name}`, async ({ page }) => {
    if (viewport) await page.setViewportSize(viewport);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await use(page);
    await holds(page);
    release();
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
    );
    await holds(page);
  });

  test(`without scripts: ${name}`, async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: origin(),
      ...(viewport ? { viewport } : {}),
    });
    const page = await context.newPage();
    await page.goto(path);
    await use(page);
    await holds(page);
    await context.close();
  });
}

test('a toggle set before the scripts come changes the list when they are here', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/tests?search=10007', { waitUntil: 'commit' });
  await main(page).getByRole('button', { name: 'FILTERS' }).click();
  await panel(page).getByLabel('Only Public').check();
  release();
  await expect(page).toHaveURL(/onlyPublic=true/);
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByLabel('Only Public')).toBeChecked();
});
