import type { Page } from '@playwright/test';
import { deafButtons, PUBLIC } from './deaf-buttons.ts';
import { blankPicture } from './pictures.ts';
import { alive, expect, origin, test } from './site.ts';
import { dataOf, holdScripts, keyOf, type Listed, main } from './site-pages.ts';
import { expectSound } from './sound.ts';

// Before hydration and without scripts, every control of the public pages works by a click, a key or a tap.

const PHONE = { width: 360, height: 740 };

type Control = {
  name: string;
  path: string;
  use: (page: Page) => Promise<void>;
  /** A check that holds at once without scripts, and also after hydration. */
  holds: (page: Page) => Promise<void>;
};

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

const onPhone: Control[] = [
  {
    name: 'the menu opens',
    path: '/',
    use: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
    holds: (page) => expect(menu(page).getByRole('link', { name: 'PRICING' })).toBeVisible(),
  },
  {
    name: 'a link of the menu leads on',
    path: '/terms',
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
    name: 'the popular tests scroll',
    path: '/pricing',
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
    name: 'the discoveries are swiped',
    path: '/',
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

const onScreen: Control[] = [
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
      await expect(main(page).getByRole('article')).toHaveCount(1);
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
];

for (const { width, viewport, controls } of [
  { width: 'on a phone', viewport: PHONE, controls: onPhone },
  { width: 'on a wide screen', viewport: { width: 1280, height: 900 }, controls: onScreen },
]) {
  test.describe(width, () => {
    test.use({ viewport });

    test('each control already works before hydration', async ({ page }) => {
      for (const { name, path, use, holds } of controls)
        await test.step(name, async () => {
          const release = await holdScripts(page);
          await page.goto(path, { waitUntil: 'commit' });
          await use(page);
          await holds(page);
          release();
          await alive(page);
          await holds(page);
        });
    });

    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false });

      test('each control works', async ({ page }) => {
        for (const { name, path, use, holds } of controls)
          await test.step(name, async () => {
            await page.goto(path);
            await use(page);
            await holds(page);
          });
      });
    });
  });
}

test('a toggle that was set before hydration changes the list after hydration', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/tests?search=10007', { waitUntil: 'commit' });
  await main(page).getByRole('button', { name: 'FILTERS' }).click();
  await panel(page).getByLabel('Only Public').check();
  release();
  await expect(page).toHaveURL(/onlyPublic=true/);
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByLabel('Only Public')).toBeChecked();
});

test('before hydration, no enabled button on a public page needs scripts', async ({ page }) => {
  const tests = await dataOf<Listed[]>(page, '/tests?limit=100');
  const groups: { items: { id: string }[] } = await (
    await page.request.get(`${origin()}/api/group-tests`)
  ).json();
  const shown = ['public', 'private'].map((visibility) =>
    tests.find((each) => each.result !== null && each.visibility === visibility),
  );
  const named = shown.map((each) => `/tests/${each?.request_id}`);
  const compared = `/compare?ids=${tests
    .filter(({ result }) => result)
    .slice(0, 2)
    .map(({ request_id }) => request_id)
    .join('&ids=')}`;
  await page.goto('/robots.txt');
  const deaf: Record<string, string[]> = {};
  for (const path of [...PUBLIC, ...named, compared, `/group-tests/${groups.items[0]?.id}`]) {
    const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text();
    // The server sends a page as a whole, so this is all that a browser shows before hydration.
    expect(html, path).toContain('</footer>');
    const found = await deafButtons(page, html);
    if (found.length > 0) deaf[path] = found;
  }
  expect(deaf).toEqual({});
});

test('before hydration, no enabled button that appears with the answer for a test needs scripts', async ({
  page,
}) => {
  await holdScripts(page);
  for (const visibility of ['public', 'private']) {
    const { task, key } = await keyOf(page, visibility);
    await page.goto('/verify', { waitUntil: 'commit' });
    await page.getByLabel('Task number').fill(task);
    await page.getByLabel('Unique key').fill(key);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Verification' })).toContainText('Verified');
    expect(await deafButtons(page, await page.content()), visibility).toEqual([]);
  }
});

test('the camera button is disabled until hydration, then its first click opens the dialog, which says that there is no camera', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', (window as { refusal?: string }).refusal ?? 'NotAllowedError');
    };
  });
  const release = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  const camera = page.getByRole('button', { name: 'Use the camera' });
  await expect(camera).toBeDisabled();
  release();
  await camera.click();
  const dialog = page.getByRole('dialog', { name: 'Scan with the camera' });
  await expect(dialog).toContainText(/may not use the camera.*choose a picture from a file/);
  await expectSound(page);
  await page.evaluate(() => Object.assign(window, { refusal: 'NotFoundError' }));
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(dialog).toContainText('No camera is connected to this device.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(camera).toBeFocused();
  await camera.press('Enter');
  await expect(dialog).toBeVisible();
});

test('a picture of a vial that the user chose before hydration is read after hydration', async ({ page }) => {
  const { task, key } = await keyOf(page, 'public');
  const release = await holdScripts(page);
  await page.goto('/verify', { waitUntil: 'commit' });
  await page.getByLabel('Task number').fill(task);
  await page.getByLabel('Unique key').fill(key);
  await page.keyboard.press('Enter');
  const buffer = await blankPicture(64, 64);
  await main(page).getByText('Compare your vial’s batch').click();
  await page.getByLabel('From a picture').setInputFiles({ name: 'vial.png', mimeType: 'image/png', buffer });
  release();
  await expect(main(page)).toContainText('No code was found. Type what the vial says');
});
