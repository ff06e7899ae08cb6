import { expect, origin, test } from './site.ts';
import {
  dataOf,
  follow,
  type Item,
  isTelephone,
  listed,
  main,
  open,
  provoked,
  stopClock,
} from './site-pages.ts';

// The price list and the list of tests, with the texts in sections 2, 8 and 9 of the specification. Lists of more than
// nine tests need faked answers of the server.
test.use({ provoked });

test('section 2, Pricing: the row of popular cards scrolls, and its counter follows', async ({ page }) => {
  await open(page, '/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
  const popular = page.getByRole('region', { name: 'Popular tests' });
  const items = (await dataOf<Item[]>(page, '/skus/catalog'))
    .filter((item) => item.popular_rank !== null)
    .sort((one, other) => (one.popular_rank ?? 0) - (other.popular_rank ?? 0));
  const names = items.map((item) => item.name);
  expect(names).toHaveLength(6);
  const row = popular.getByRole('list');
  // Returns the names of the cards that are visible in the row.
  const inView = () =>
    row.evaluate((list) => {
      const { left, right } = list.getBoundingClientRect();
      return [...list.children]
        .filter((card) => {
          const at = card.getBoundingClientRect();
          return at.width > 0 && at.left > left - 1 && at.right < right + 1;
        })
        .map((card) => card.querySelector('h3')?.textContent);
    });
  const width = isTelephone(page) ? 1 : 3;
  await expect.poll(inView).toEqual(names.slice(0, width));
  await expect(popular.getByText('01 / 06')).toBeVisible();
  await popular.getByRole('button', { name: 'Next popular test' }).click();
  await expect(popular.getByText('02 / 06')).toBeVisible();
  await expect.poll(inView).toEqual(names.slice(1, 1 + width));
  await popular.getByRole('button', { name: 'Previous popular test' }).click();
  await popular.getByRole('button', { name: 'Previous popular test' }).click();
  await expect(popular.getByText('06 / 06')).toBeVisible();
  await expect.poll(inView).toEqual([...names, ...names].slice(5, 5 + width));
  // A finger or a wheel also scrolls the cards.
  await row.evaluate((list, cards) => list.scrollTo({ left: list.clientWidth / cards + 20 }), width);
  await expect(popular.getByText('02 / 06')).toBeVisible();
  await expect.poll(inView).toEqual(names.slice(1, 1 + width));
});

test('sections 2 and 9, Pricing: the price list can be searched and filtered, and LOAD MORE adds entries', async ({
  page,
}) => {
  await open(page, '/pricing');
  const list = page.getByRole('region', { name: 'All tests' });
  const cards = list.getByRole('article');
  const before = await cards.count();
  while (await list.getByRole('link', { name: 'LOAD MORE' }).isVisible()) {
    const had = await cards.count();
    await list.getByRole('link', { name: 'LOAD MORE' }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(had);
  }
  await expect(page).toHaveURL(/page=/);
  expect(await cards.count()).toBeGreaterThan(before);
  const prices: Record<string, number> = {
    Semaglutide: 300,
    Tirzepatide: 300,
    Retatrutide: 300,
    'Blind GLP-1 screening': 300,
    'Common AAS quantitative': 120,
    'AAS identification only': 60,
    'SARMs and related': 170,
    'Somatropin amount and purity': 300,
    'Somatropin amount, purity and dimer': 420,
    'T3/T4': 120,
    'PT-141': 180,
    'Melanotan 2': 180,
    'BPC-157': 180,
    'TB-500': 180,
    'TB-4': 180,
    'GHRP-2': 180,
    'GHRP-6': 180,
    'CJC-1295 with DAC': 180,
    'CJC-1295 without DAC': 180,
    'HGH fragment': 180,
    'AOD-9604': 180,
    Ipamorelin: 180,
    'hCG HPLC': 180,
    Cagrilintide: 380,
    'Melanotan 1': 380,
    '5-Amino-1-methylquinolinium': 380,
    Tesofensine: 380,
    'LL-37': 380,
    'AOD-9604 with DMSO': 200,
    'AOD-9604 with 5% acetic acid': 200,
  };
  const said = await cards.evaluateAll((all) =>
    all.map((card) => [
      card.querySelector('h3')?.textContent ?? '',
      /\$\d+\.\d\d/.exec(card.textContent ?? '')?.[0],
      card.querySelector('a')?.getAttribute('href'),
    ]),
  );
  const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  // Other tests at the same time add their own entries to the price list, at any place.
  expect(said.filter(([name]) => name && name in prices)).toEqual(
    Object.entries(prices).map(([name, dollars]) => [
      name,
      `$${dollars.toFixed(2)}`,
      `/request?sku=${slug(name)}`,
    ]),
  );

  await list.getByPlaceholder('Search peptide...', { exact: true }).fill('gHrP');
  await expect(cards).toHaveCount(2);
  await expect(page).toHaveURL(/search=gHrP/);
  await list.getByPlaceholder('Search peptide...').fill('%\'"💊');
  await expect(list.getByRole('status')).toHaveText('No tests found');
  await list.getByPlaceholder('Search peptide...').fill('');
  await expect(cards).toHaveCount(before);

  await list.getByRole('button', { name: 'FILTERS' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByRole('radio', { name: /^Hormones/ }).check();
  await expect(cards).toHaveCount(4);
  await panel.getByRole('link', { name: 'Reset' }).click();
  await expect(cards).toHaveCount(before);
  await panel.getByRole('radio', { name: /^AAS/ }).check();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeHidden();
  await expect(cards).toHaveCount(3);
});

test('section 2, Tests: the list has cards, a count and filters, and searches 300 ms after the last key', async ({
  page,
}) => {
  await page.clock.install();
  const status = main(page).getByRole('status');
  const cards = main(page).getByRole('article');
  const result = await listed(page, 10003);
  await open(page, '/tests?search=10003');
  const card = cards.filter({ hasText: 'Task #10003' });
  await expect(card.getByRole('heading')).toHaveText(result.result?.title ?? 'missing');
  await expect(card.getByRole('heading').getByRole('link')).toHaveAttribute(
    'href',
    `/tests/${result.request_id}`,
  );
  const reduced = await listed(page, 10007);
  await open(page, '/tests?search=10007');
  const hidden = cards.filter({ hasText: 'Task #10007' });
  await expect(hidden.getByRole('heading')).toHaveText(reduced.sku_name);
  await expect(hidden.getByRole('definition')).toHaveText([reduced.sku_name, 'Unknown', '10007']);

  await open(page, '/tests');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peptide Tests');
  await expect(status).toHaveText(/^Showing \d+ of \d+\+? tests$/);

  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/tests') asked.push(url.search);
  });
  const box = main(page).getByRole('searchbox');
  await stopClock(page);
  await box.fill('zzzz');
  await page.clock.runFor(250);
  await box.fill('demo-bpc-11');
  await page.clock.runFor(250);
  expect(asked).toEqual([]);
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect(cards).toHaveCount(1);
  expect(asked).toEqual(['?page=1&limit=9&search=demo-bpc-11']);
  await expect(page).toHaveURL(`${origin()}/tests?search=demo-bpc-11`);
  await expect(status).toHaveText('Showing 1 of 1 tests');
  await box.fill('nothing like it');
  await expect(status).toHaveText('No tests found');
  await box.fill('10007');
  await expect(hidden).toBeVisible();

  await main(page).getByRole('button', { name: 'FILTERS' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Only Public').check();
  await expect(page).toHaveURL(/onlyPublic=true/);
  await expect(hidden).toHaveCount(0);
  await panel.getByLabel('Only Sterility').check();
  await expect(page).toHaveURL(/onlySterility=true/);
  await expect(status).toHaveText('No tests found');
  await page.goBack();
  await expect(page).toHaveURL(`${origin()}/tests?search=10007&onlyPublic=true`);
  await expect(panel.getByLabel('Only Sterility')).not.toBeChecked();
  await expect(panel.getByLabel('Only Public')).toBeChecked();
  await panel.getByRole('link', { name: 'Reset' }).click();
  await expect(page).toHaveURL(`${origin()}/tests?search=10007`);
  await expect(hidden).toBeAttached();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeHidden();
  await main(page).getByRole('button', { name: 'FILTERS' }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  if (isTelephone(page)) await page.setViewportSize({ width: 768, height: 740 });
  await main(page).getByRole('button', { name: 'FILTERS' }).click();
  await page.mouse.click(20, 300);
  await expect(panel).toBeHidden();
});

test('section 2, Tests: LOAD MORE adds nine tests to the list, and Back restores the scroll position', async ({
  page,
}) => {
  const sample = await listed(page, 10001);
  const many = Array.from({ length: 21 }, (_, place) => ({ ...sample, task_number: 20_000 + place }));
  await page.route(
    (url) => url.pathname === '/api/tests' && url.searchParams.get('limit') === '9',
    async (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page'));
      await route.fulfill({
        json: {
          data: many
            .slice((at - 1) * 9, at * 9)
            .map((each) => ({ ...each, request_id: sample.request_id + at + each.task_number })),
          pagination: { page: at, limit: 9, total: 21, total_relation: 'exact' },
        },
      });
    },
  );
  await page.route(/\/api\/tests\/[^?]+$/, (route) =>
    route.fulfill({
      json: {
        data: {
          ...sample,
          retracted: null,
          received_at: null,
          dosage_text: null,
          result: null,
          certificates: [],
        },
      },
    }),
  );
  await open(page, '/terms');
  await follow(page, '/tests');
  const status = main(page).getByRole('status');
  const more = main(page).getByRole('link', { name: 'LOAD MORE' });
  await expect(status).toHaveText('Showing 9 of 21 tests');
  await more.click();
  await expect(status).toHaveText('Showing 18 of 21 tests');
  await more.click();
  await expect(status).toHaveText('Showing 21 of 21 tests');
  await expect(more).toHaveCount(0);
  await expect(page).toHaveURL(`${origin()}/tests?page=3`);

  const last = main(page).getByRole('article').filter({ hasText: 'Task #20019' });
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  await last.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/tests\/.+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sample.sku_name);
  await page.goBack();
  await expect(status).toHaveText('Showing 21 of 21 tests');
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place))
    .toBeLessThan(3);
});

test('the list of tests accepts unusual searches, pages and ids in its address without an error', {
  tag: '@every-width',
}, async ({ page }) => {
  const searches = [`'"; drop table --`, '%_%', '💊🧪', 'x'.repeat(10_000)];
  for (const search of searches) {
    for (const path of ['/tests', '/pricing']) {
      const answer = await page.goto(`${path}?search=${encodeURIComponent(search)}`);
      expect(answer?.status(), `${path} ${search.slice(0, 20)}`).toBe(200);
      await expect(main(page).getByRole('status')).toHaveText('No tests found');
    }
  }
  for (const number of ['0', '-1', 'one']) {
    expect((await page.goto(`/tests?page=${number}`))?.status()).toBe(200);
    await expect(main(page).getByRole('status')).toHaveText(/^Showing/);
  }
  expect((await page.goto('/tests?page=1000000000'))?.status()).toBe(200);
  await expect(main(page).getByText('This page of the list is empty')).toBeVisible();
  // Other tests add orders to the list at the same time, so the page itself says how many it found.
  const status = main(page).getByRole('status');
  await expect(status).toHaveText(/^Showing 0 of \d+ tests$/);
  const total = Number(/of (\d+)/.exec(await status.innerText())?.[1]);
  const last = Math.ceil(total / 9);
  await expect(main(page)).toContainText(`The list ends with page ${last}`);
  await main(page)
    .getByRole('link', { name: `Go to page ${last}` })
    .click();
  await expect(main(page).getByRole('article').last()).toBeVisible();
  await page.goto('/tests?page=1000000000');
  await main(page).getByRole('link', { name: 'Go to the first page' }).click();
  await expect(main(page).getByRole('status')).toHaveText(/^Showing 9 of/);
});
