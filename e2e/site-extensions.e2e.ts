import { changeFirst, drawnAgain } from './foreign.ts';
import { expect, test } from './site.ts';
import { holdScripts, main } from './site-pages.ts';
import { staleTexts } from './stale-texts.ts';

// Browser extensions and translators change the page before hydration, and React still hydrates the page.

const TWELVE = [
  '/',
  '/pricing',
  '/tests',
  '/compare',
  '/verify',
  '/transparency',
  '/group-tests',
  '/how-it-works',
  '/login',
  '/register',
  '/reset-password',
  '/watch?kind=compound&subject=bpc-157',
];

test('changes that extensions or a translator made before hydration stay, and React renders no page again', async ({
  page,
}) => {
  await changeFirst(page, 'moves');
  for (const path of TWELVE) {
    await page.goto(path, { waitUntil: 'commit' });
    expect([path, await drawnAgain(page)]).toEqual([path, 0]);
    await expect(main(page).getByRole('heading').first()).toHaveText(/^«.+»$/);
    await expect(page.locator('#extension-panel')).toHaveCount(1);
    expect([path, await staleTexts(page)]).toEqual([path, []]);
  }
});

test('a form that a translator changed before its script loaded is rendered again, and the form works', async ({
  page,
}) => {
  await changeFirst(page, 'moves');
  await page.goto('/request', { waitUntil: 'commit' });
  expect(await drawnAgain(page)).toBe(0);
  await main(page)
    .getByRole('radio', { name: /BPC-157/ })
    .first()
    .check();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('BPC-157');
  await expect(summary).toContainText('$180.00');
  expect(await staleTexts(page)).toEqual([]);
});

test('text that was typed before hydration stays in a form that a password manager has marked', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await changeFirst(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await expect(page.locator('[data-lastpass-icon-root]')).not.toHaveCount(0);
  const signs = await page.locator('[data-lastpass-icon-root]').count();
  await email.pressSequentially('someone@exa');
  release();
  expect(await drawnAgain(page)).toBe(0);
  await email.pressSequentially('mple.test');
  await expect(email).toHaveValue('someone@example.test');
  await expect(page.locator('[data-lastpass-icon-root]')).toHaveCount(signs);
});
