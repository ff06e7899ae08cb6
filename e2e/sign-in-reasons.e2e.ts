import { button, main } from './account-pages.ts';
import { newAccount, PASSWORD, signIn } from './people.ts';
import { codeIn, expect, mailTo, origin, test } from './site.ts';
import { expectGreeting, expectToast } from './toasts.ts';

// The sign-in page says why the user must sign in, and keeps text that was typed before hydration.

test('the sign-in form keeps text that was typed before hydration, and the user signs in with it', async ({
  page,
}) => {
  const email = await newAccount(page, 'early');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  release();
  await expect(button(page, 'Log in')).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectGreeting(page, () => page.getByLabel('Password', { exact: true }).press('Enter'));
});

test('the sign-in page shows why the user must sign in, and leads back to the page from which the user came', async ({
  page,
}) => {
  await page.goto('/dashboard/billing');
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fbilling&why=page$/);
  await expect(main(page).getByRole('status')).toHaveText('Log in to open this page.');
  const email = await newAccount(page, 'lost');
  await signIn(page, email, PASSWORD, '/dashboard');
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'x');
    localStorage.setItem('refresh_token', 'x');
  });
  await page.goto('/dashboard/billing');
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fbilling&why=ended$/);
  await expect(main(page).getByRole('status')).toContainText('your session ended');
});

test('the sign-in page confirms that the password was changed, and the e-mail address is filled in', async ({
  page,
  context,
}) => {
  const email = await newAccount(page, 'reset');
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send code').click();
  const code = codeIn(await mailTo(page, email, /reset|password/i));
  // The code is copied from the mail with spaces around it.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (words) => navigator.clipboard.writeText(words),
    ` ${code.slice(0, 4)}\n${code.slice(4)} `,
  );
  await page.getByRole('group', { name: 'Code' }).getByLabel('Character 1 of 6').click();
  await page.keyboard.press('ControlOrMeta+V');
  await button(page, 'Continue').click();
  await page.getByLabel('New password').fill(`${PASSWORD}-2`);
  await button(page, 'Set new password').click();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(main(page).getByRole('status')).toHaveText('Your new password is set. Log in with it.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}-2`);
  await expect(button(page, 'Log in')).toBeEnabled();
});

test.describe('the account pages work without scripts as far as they can', () => {
  test.use({ javaScriptEnabled: false });
  test('the account forms say that they need scripts', async ({ page }) => {
    for (const path of ['/login', '/register', '/reset-password']) {
      await page.goto(path);
      expect(await main(page).locator('noscript').textContent()).toContain('This page needs JavaScript.');
    }
  });
});

test('the profile keeps unsaved changes after a reload, and later shows the saved ones', async ({ page }) => {
  const email = await newAccount(page, 'draft');
  await signIn(page, email, PASSWORD, '/dashboard/profile');
  await page.getByLabel('Company').fill('Half typed Ltd');
  await page.reload();
  await expect(page.getByLabel('Company')).toHaveValue('Half typed Ltd');
  await page.goto('/dashboard/billing');
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Company')).toHaveValue('Half typed Ltd');
  await page.getByLabel('Display name').fill('Quiet Vial');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByLabel(/^Send me news/).check();
  await expectToast(page, 'Profile saved.', () => button(page, 'Save profile').click());
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Display name')).toHaveValue('Quiet Vial');
  await expect(page.getByLabel('Company')).toHaveValue('Half typed Ltd');
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  await expect(page.getByLabel(/^Send me news/)).toBeChecked();
  await expect(button(page, 'Save profile')).toBeDisabled();
  expect(page.url()).toBe(`${origin()}/dashboard/profile`);
});
