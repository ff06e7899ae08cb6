import type { Page } from '@playwright/test';
import { anotherBrowser } from './people.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { dataOf, main } from './site-pages.ts';
import { expectSound } from './sound.ts';

type Dossier = { subject: { path: string }; counts: { published: number } };

/** The addresses of both makers' pages, and how many published tests each has. */
async function both(page: Page): Promise<[string, number][]> {
  const found: [string, number][] = [];
  for (const slug of ['demo-maker-d', 'demo-maker-g']) {
    const { subject, counts } = await dataOf<Dossier>(page, `/dossiers/makers/${slug}`);
    found.push([subject.path, counts.published]);
  }
  return found;
}

test('an admin merges two makers, so that both addresses show one page, and undoes it', async ({
  page,
  browser,
}) => {
  const visitor = await (await anotherBrowser(browser, page)).newPage();
  const before = await both(page);
  const sum = before.reduce((all, [, published]) => all + published, 0);
  await openAs(page, 'admin@demo.test', '/lab/makers');
  await page.getByLabel('Find a maker').fill('demo maker g');
  await page.getByRole('link', { name: 'Demo Maker G' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Maker G' })).toBeVisible();
  await expectSound(page);

  await page.getByRole('button', { name: 'Merge into another maker…' }).click();
  await page.getByLabel('Find the other maker').fill('demo maker d');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Choose a maker.')).toBeVisible();
  await page.getByRole('radio', { name: /^Demo Maker D/ }).check();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Maker D' })).toBeVisible();
  await expect.poll(() => both(page)).toEqual(Array(2).fill(['/makers/demo-maker-d', sum]));
  await visitor.goto('/makers/demo-maker-g');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Demo Maker D');
  await expect(main(visitor)).toContainText(/Also written:.*Demo Maker G/);
  await expectSound(visitor);

  await page.getByRole('button', { name: 'Undo the merging of Demo Maker G' }).click();
  await expect(page.getByRole('button', { name: 'Undo the merging of Demo Maker G' })).toBeHidden();
  await expect.poll(() => both(page)).toEqual(before);
  await visitor.goto('/makers/demo-maker-g');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Demo Maker G');
});

test('readers find a compound by a name that an admin has added, until the admin removes it', async ({
  page,
}) => {
  const found = async () => (await dataOf<unknown[]>(page, '/tests?search=Zorkobrand')).length;
  await openAs(page, 'admin@demo.test', '/lab/compounds');
  await expect(page.getByRole('link', { name: 'BPC-157' })).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Find a compound').fill('bpc157');
  await page.getByRole('link', { name: 'BPC-157' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'BPC-157' })).toBeVisible();
  await page.getByLabel('Another name').fill('Ozempic');
  await page.getByRole('button', { name: 'Add a name' }).click();
  await expect(page.getByText('This is a name of Semaglutide.')).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Another name').fill('Zorkobrand');
  await page.getByLabel('It is a').selectOption('Brand');
  await page.getByRole('button', { name: 'Add a name' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Take away Zorkobrand' })).toBeVisible();
  await expect.poll(found).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Take away Zorkobrand' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
  await expect(page.getByRole('button', { name: 'Take away Zorkobrand' })).toBeHidden();
  await expect.poll(found).toBe(0);
});

test('a count on the page of a compound links to the counted values, and each value to its test', async ({
  page,
}) => {
  await page.goto('/makers/demo-maker-e');
  await main(page).getByText('Purity in numbers').click();
  const pass = main(page)
    .getByRole('term')
    .filter({ hasText: /^Pass$/ })
    .first();
  await pass.locator('xpath=following-sibling::dd').getByRole('link').click();
  const values = main(page).getByRole('table', { name: 'Values' }).first();
  await expect(values).toBeInViewport();
  await values.getByRole('link', { name: /^#\d+/ }).first().click();
  await expect(main(page).getByRole('link', { name: 'Demo Maker E' })).toBeVisible();
});
