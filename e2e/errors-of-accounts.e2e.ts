import { alertAfter, banner, button, DEMO, kept, main, outage, refusal } from './account-pages.ts';
import { DEMO_PASSWORD, fillLogin, newAccount, PASSWORD, signIn, typeCode } from './people.ts';
import { expect, OUTAGE, origin, test } from './site.ts';

// Section 8 of the specification, as far as it speaks of accounts: one test a row.

test.describe('section 8, errors', () => {
  test.use({ provoked: OUTAGE });

  test('login failure: the server’s text in capitals in a red banner, else Login failed', async ({
    page,
  }) => {
    await refusal(page, 'auth/login', 'forbidden', 'A sentence of the server.');
    await page.goto('/login');
    await fillLogin(page, 'nobody@example.test', 'x');
    await expect(banner(page)).toContainText('A SENTENCE OF THE SERVER.');
    await expect(banner(page).locator('div').first()).toHaveClass(/bg-bad-soft/);
    await page.unroute('**/api/auth/login');
    await outage(page, 'auth/login');
    await button(page, 'Log in').click();
    await expect(banner(page)).toHaveText('Login failed', { ignoreCase: false });
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('x');
  });

  test('register failure: the server’s text in capitals, else Registration failed', async ({ page }) => {
    await refusal(page, 'auth/register', 'forbidden', 'A sentence of the server.');
    await page.goto('/register');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Example');
    await page.getByLabel('Email').fill('ada@example.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Register').click();
    await expect(banner(page)).toContainText('A SENTENCE OF THE SERVER.');
    await page.unroute('**/api/auth/register');
    await outage(page, 'auth/register');
    await button(page, 'Register').click();
    await expect(banner(page)).toHaveText('Registration failed');
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.test');
  });

  test('reset request and code check failure: server text, else the two fallbacks', async ({ page }) => {
    await outage(page, 'auth/reset-password/request');
    await page.goto('/reset-password');
    await page.getByLabel('Email').fill('nobody@example.test');
    await button(page, 'Send code').click();
    await expect(banner(page)).toHaveText('Password reset request failed');

    await page.goto('/reset-password/code?email=nobody%40example.test');
    await typeCode(page, '000000');
    await button(page, 'Continue').click();
    await expect(banner(page)).toContainText('THAT CODE IS NOT RIGHT OR HAS EXPIRED.');
    await outage(page, 'auth/reset-password/verify-code');
    await button(page, 'Continue').click();
    await expect(banner(page)).toHaveText('Code verification failed');
  });

  test('set new password failure: logged, and the page says where to go on', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    await page.goto('/reset-password/new?email=nobody%40example.test');
    await page.getByLabel('New password').fill(PASSWORD);
    await button(page, 'Set new password').click();
    await expect(page.getByRole('link', { name: 'Start again' })).toBeVisible();
    expect(logged.filter((line) => line.startsWith('warning: Setting the new password failed'))).toHaveLength(
      1,
    );
    expect(logged.join()).not.toContain(PASSWORD);
  });

  test('resend code: alerts, and the timer of 60 s that allows it', async ({ page }) => {
    await page.clock.install();
    for (const [path, call, said] of [
      ['/verify-email', 'auth/verify-email/resend', 'New verification code sent.'],
      ['/reset-password/code', 'auth/reset-password/request', 'New code sent.'],
    ] as const) {
      await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 202, json: {} }));
      await page.goto(`${path}?email=nobody%40example.test`);
      const again = button(page, 'Request a new code');
      await expect(again).toBeDisabled();
      // Drawn by the server as 60; it counts once the page is alive.
      await expect(page.getByRole('timer')).toContainText(/Available in 5\d s/);
      await page.clock.fastForward(45_000);
      await expect(again).toBeDisabled();
      await page.clock.fastForward(16_000);
      await expect(again).toBeEnabled();
      expect(await alertAfter(page, () => again.click())).toBe(said);
      // It starts again from 60.
      await expect(again).toBeDisabled();
      await page.clock.fastForward(61_000);
      await page.unroute(`**/api/${call}`);
      await outage(page, call);
      expect(await alertAfter(page, () => again.click())).toBe('Failed to send new code. Please try again.');
      await expect(again).toBeEnabled();
    }
  });

  test('profile: Error loading profile, with the message and Try Again; saved and shown again', async ({
    page,
  }) => {
    const email = await newAccount(page, 'profile');
    await refusal(page, 'me/profile', 'forbidden', 'You are not allowed to do this.', 403);
    await signIn(page, email, PASSWORD, '/dashboard/profile');
    await expect(main(page)).toContainText('Error loading profile: You are not allowed to do this.');
    await page.unroute('**/api/me/profile');
    await button(page, 'Try Again').click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '');
    await page.getByLabel('Display name').fill('me@example.test');
    await button(page, 'Save profile').click();
    await expect(main(page)).toContainText('A display name never holds an email address.');
    await page.getByLabel('Display name').fill('Quiet Vial');
    await page.getByLabel(/^Company/).fill('Example Laboratories');
    await page.getByLabel(/^Phone/).fill('+44 20 7946 0000');
    await page.getByLabel(/^Send me news/).check();
    await button(page, 'Save profile').click();
    await expect(page.getByText('Profile saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Display name')).toHaveValue('Quiet Vial');
    await expect(page.getByLabel(/^Company/)).toHaveValue('Example Laboratories');
    await expect(page.getByLabel(/^Phone/)).toHaveValue('+44 20 7946 0000');
    await expect(page.getByLabel(/^Send me news/)).toBeChecked();
  });

  test('any 401: one refresh; when that fails the token is removed, /login, and back to the page asked for', async ({
    page,
  }) => {
    await signIn(page, DEMO, DEMO_PASSWORD, '/dashboard');
    await page.evaluate(() => localStorage.setItem('access_token', 'run-out'));
    const renewed = page.waitForResponse('**/api/auth/refresh');
    await page.goto('/dashboard/billing');
    expect((await renewed).status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
    expect((await kept(page))[0]).not.toBe('run-out');

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
});
