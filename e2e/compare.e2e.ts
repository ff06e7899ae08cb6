import { alive, expect, openAlive, origin, test } from './site.ts';
import { holdScripts, listed, main, open } from './site-pages.ts';
import { expectSound } from './sound.ts';

// A reader ticks public results on their cards and compares them side by side, with and without scripts.

for (const javaScriptEnabled of [true, false]) {
  test(`a reader compares two results side by side, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: origin() });
    if (javaScriptEnabled) openAlive(context);
    const page = await context.newPage();
    await page.goto('/tests?onlyPublic=true');
    const boxes = main(page).getByRole('checkbox', { name: /^Compare task/ });
    const bar = main(page).getByRole('form', { name: 'Comparison' });
    await expect(boxes.first()).toBeVisible();
    await expect(bar).toBeHidden();
    await boxes.nth(0).check();
    await expect(bar).toBeInViewport();
    await bar.getByRole('button', { name: 'Clear' }).click();
    await expect(bar).toBeHidden();
    await expect(boxes.nth(0)).not.toBeChecked();
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    const tasks = await Promise.all([0, 1].map((place) => boxes.nth(place).locator('..').textContent()));
    await bar.getByRole('button', { name: javaScriptEnabled ? 'Compare 2' : 'Compare', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results side by side');
    for (const text of tasks) {
      const number = text?.match(/\d+/)?.[0] ?? '';
      await expect(main(page).getByText(`Task #${number}`)).toBeVisible();
    }
    await expect(main(page).getByRole('heading', { level: 3 }).first()).toBeVisible();
    if (javaScriptEnabled) await expectSound(page);
    await context.close();
  });
}

test('a reader compares results from two different searches; the page refuses to compare a single result', async ({
  page,
}) => {
  const searchFor = async (number: string) => {
    await main(page).getByRole('searchbox').fill(number);
    await expect(main(page).getByRole('article')).toHaveCount(1);
    await main(page)
      .getByRole('checkbox', { name: `Compare task ${number}` })
      .check();
  };
  await open(page, '/tests');
  const bar = main(page).getByRole('form', { name: 'Comparison' });
  await searchFor('10003');
  await expect(bar).toContainText('1 chosen: tick one to three more');
  await bar.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(main(page).getByRole('alert')).toHaveText('Tick two to four results: 1 is ticked.');
  await searchFor('10004');
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  const elsewhere = main(page).getByRole('list', { name: 'Ticked before this search' });
  await expect(elsewhere).toContainText('#10003');
  await main(page).getByRole('searchbox').fill('nothing like it');
  await expect(elsewhere.getByRole('listitem')).toHaveCount(2);
  await elsewhere.getByRole('button', { name: 'Do not compare task 10004' }).click();
  await expect(bar.getByRole('button', { name: 'Compare', exact: true })).toBeFocused();
  await searchFor('10004');
  await bar.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page).toHaveURL(/\/compare\?ids=/);
  await expect(main(page).getByText('Task #10003')).toBeVisible();
  await expect(main(page).getByText('Task #10004')).toBeVisible();
});

test('a result that was ticked before hydration stays ticked after a search', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/tests?search=10003', { waitUntil: 'commit' });
  await main(page).getByRole('checkbox', { name: 'Compare task 10003' }).check();
  release();
  await alive(page);
  await main(page).getByRole('searchbox').fill('10004');
  await expect(main(page).getByRole('list', { name: 'Ticked before this search' })).toContainText('#10003');
});

test('the comparison page shows one result or five results, and reports a missing result', async ({
  page,
  browser,
}) => {
  const { request_id: id } = await listed(page, 10003);
  await page.goto(`/compare?ids=${id}`);
  await expect(main(page)).toContainText('Two to four public results stand side by side.');
  await page.goto('/compare?ids=a,b,c,d,e');
  await expect(main(page)).toContainText('Too many results');
  await page.goto(`/compare?ids=${id},00000000-0000-4000-8000-000000000000`);
  await expect(main(page)).toContainText('One of these results is not there, or not public.');
  await expect(main(page).getByText('Task #10003')).toBeVisible();
  const still = await browser.newContext({ javaScriptEnabled: false, baseURL: origin() });
  const plain = await still.newPage();
  await plain.goto(`/compare?ids=${id},00000000-0000-4000-8000-000000000000`);
  await expect(main(plain)).toContainText('One of these results is not there, or not public.');
  await expect(main(plain).getByText('Task #10003')).toBeVisible();
  await still.close();
});
