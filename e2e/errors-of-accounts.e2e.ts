import { DEMO, kept } from './account-pages.ts';
import { DEMO_PASSWORD, fillLogin, signIn } from './people.ts';
import { expect, origin, test } from './site.ts';

// The accounts in section 8 of the specification. Refusals and failures are tested beside their pages
// (web/app/routes/*.page.test.tsx).

test('after a 401 the browser refreshes its token once, and if that fails, the user must sign in', async ({
  page,
}) => {
  await signIn(page, DEMO, DEMO_PASSWORD, '/dashboard');
  await page.evaluate(() => localStorage.setItem('access_token', 'run-out'));
  const renewed = page.waitForResponse('**/api/auth/refresh');
  await page.goto('/dashboard/billing');
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  await expect.poll(async () => (await kept(page))[0]).not.toBe('run-out');

  await page.evaluate(() => {
    localStorage.setItem('access_token', 'run-out');
    localStorage.setItem('refresh_token', 'revoked');
  });
  await page.goto('/dashboard/tests?q=bpc');
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(await kept(page)).toEqual([null, null, null]);
  await fillLogin(page, DEMO, DEMO_PASSWORD);
  await expect(page).toHaveURL(`${origin()}/dashboard/tests?q=bpc`);
});
