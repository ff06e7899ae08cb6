import { button, main } from './account-pages.ts';
import { newAccount, PASSWORD, signIn } from './people.ts';
import { codeIn, expect, mailTo, origin, test } from './site.ts';

// What somebody who signs in is told and spared: why the page is there, and what was typed before it came alive.

test('what is typed before the scripts arrive is there afterwards, and signs in', async ({ page }) => {
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
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(main(page)).toContainText('Welcome back! You are now logged in.');
});

test('each way to the sign-in page says why, and leads back', async ({ page }) => {
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
  // A word that nobody gave is no reason.
  await page.goto('/login?why=%3Cb%3Ehello');
  await expect(main(page)).not.toContainText('hello');
});

test('a new password confirms itself at the sign-in, with the address filled in', async ({ page }) => {
  const email = await newAccount(page, 'reset');
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send code').click();
  const code = codeIn(await mailTo(page, email, /reset|password/i));
  await page.getByRole('group', { name: 'Code' }).getByLabel('Character 1 of 6').click();
  await page.keyboard.type(code);
  await button(page, 'Continue').click();
  await page.getByLabel('New password').fill(`${PASSWORD}-2`);
  await button(page, 'Set new password').click();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(main(page).getByRole('status')).toHaveText('Your new password is set. Log in with it.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}-2`);
  await expect(button(page, 'Log in')).toBeEnabled();
});

test('a refused common password says that it is common', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill('common@example.test');
  await page.getByLabel('Password', { exact: true }).fill('P@ssw0rd');
  await button(page, 'Register').click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/too common/);
});

test('blocked storage is told before a password is typed', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(main(page).getByRole('alert').first()).toContainText(
      'keeps this site from storing anything',
    );
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the forms of an account say that they need them', async ({ page }) => {
    for (const path of ['/login', '/register', '/reset-password']) {
      await page.goto(path);
      expect(await main(page).locator('noscript').textContent()).toContain('This page needs JavaScript.');
    }
  });
});

test('edits of the profile that were not saved are kept, and a phone is a phone', async ({ page }) => {
  const email = await newAccount(page, 'draft');
  await signIn(page, email, PASSWORD, '/dashboard/profile');
  await page.getByLabel('Company').fill('Half typed Ltd');
  await page.getByLabel('Phone').fill('abc');
  await button(page, 'Save profile').click();
  await expect(page.getByText('Enter a phone number')).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Company')).toHaveValue('Half typed Ltd');
  await page.goto('/dashboard/billing');
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Company')).toHaveValue('Half typed Ltd');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await button(page, 'Save profile').click();
  await expect(page.getByText('Profile saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  await expect(button(page, 'Save profile')).toBeDisabled();
  expect(page.url()).toBe(`${origin()}/dashboard/profile`);
});
