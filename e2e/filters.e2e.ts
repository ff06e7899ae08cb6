import { expect, origin, test } from './site.ts';
import { main, open } from './site-pages.ts';

test('the Back button undoes the choice of a radio filter, and the filter does not come back', async ({
  page,
}) => {
  const tests = `${origin()}/tests`;
  await open(page, '/tests');
  await main(page).getByRole('button', { name: 'FILTERS' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Highest purity').check();
  await expect(page).toHaveURL(`${tests}?sort=purity`);
  await panel.getByLabel('Nearest to the label').check();
  await expect(page).toHaveURL(`${tests}?sort=deviation`);
  await page.goBack();
  await expect(page).toHaveURL(`${tests}?sort=purity`);
  await expect(panel.getByLabel('Highest purity')).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(tests);
  await expect(panel.getByLabel('Newest first')).toBeChecked();
  await panel.getByLabel('Only Public').check();
  await expect(page).toHaveURL(`${tests}?onlyPublic=true`);
  await panel.getByLabel('Highest purity').check();
  await expect(page).toHaveURL(`${tests}?onlyPublic=true&sort=purity`);
  await panel.getByRole('link', { name: 'Reset' }).click();
  await expect(page).toHaveURL(tests);
  await expect(panel.getByLabel('Newest first')).toBeChecked();
  await expect(panel.getByLabel('Only Public')).not.toBeChecked();
});
