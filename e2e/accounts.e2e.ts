import type { Page } from '@playwright/test';
import {
  DEMO_PASSWORD,
  fillLogin,
  newAccount,
  newAddress,
  openMenu,
  PASSWORD,
  signIn,
  typeCode,
} from './people.ts';
import { codeIn, expect, mailTo, OUTAGE, origin, test } from './site.ts';

// Sections 2, 4, 5, 6, 8 and 9 of the specification, as far as they speak of accounts: one test a row.

/** Signs in and out without leaving a trace; what changes an account is tried on a new one: an hour allows so many. */
const DEMO = 'second@demo.test';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true });
const banner = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\S/ }).first();

/** Answers one call of the interface as a server that has no answer. */
async function outage(page: Page, path: string): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.abort());
}

/** Answers one call with a refusal whose words stand in no page. */
async function refusal(page: Page, path: string, code: string, detail: string, status = 400): Promise<void> {
  await page.route(`**/api/${path}`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: code, status, detail, code },
    }),
  );
}

/** What the browser keeps of a session. */
function kept(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'user'].map((key) => localStorage.getItem(key)),
  );
}

/** The words of the next alert, which `act` brings up. */
async function alertAfter(page: Page, act: () => Promise<void>): Promise<string> {
  const told = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await act();
  return told;
}

test.describe('section 5, validation', () => {
  test('login: enabled only when email and password are non-empty; a failure stands on both fields', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect(button(page, 'Log in')).toBeDisabled();
    await page.getByLabel('Email').fill('nobody@example.test');
    await expect(button(page, 'Log in')).toBeDisabled();
    await page.getByLabel('Password', { exact: true }).fill('x');
    await expect(button(page, 'Log in')).toBeEnabled();
    await page.getByLabel('Email').fill('');
    await expect(button(page, 'Log in')).toBeDisabled();
    await page.getByLabel('Email').fill('nobody@example.test');
    await page.keyboard.press('Enter');
    for (const label of ['Email', 'Password']) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(/Invalid email or password/);
    }
    await expect(banner(page)).toContainText('INVALID EMAIL OR PASSWORD');
  });

  test('register: enabled only when all four fields are non-empty; the words of email and password', async ({
    page,
  }) => {
    await page.goto('/register');
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    const typed: [string, string][] = [
      ['First name', 'Ada'],
      ['Last name', 'Example'],
      ['Email', 'ada at example'],
      ['Password', 'password'],
    ];
    for (const [label, text] of typed) {
      await expect(button(page, 'Register')).toBeDisabled();
      await fill(label, text);
    }
    await button(page, 'Register').click();
    await expect(main(page)).toContainText('Enter a valid email address.');
    const weak = 'Password must be 8+ characters with uppercase, lowercase, numbers, and special characters.';
    await expect(main(page)).toContainText(weak);
    await expect(page.getByLabel('Email')).toBeFocused();
    for (const [password, isRefused] of [
      ['Abcdef-1', false],
      ['Abcde-1', true],
      ['abcdef-1', true],
      ['ABCDEF-1', true],
      ['Abcdefg-', true],
      ['Abcdefg1', true],
    ] as const) {
      await fill('Password', password);
      await page.keyboard.press('Tab');
      await expect(main(page).getByText(weak), password).toHaveCount(isRefused ? 1 : 0);
    }
  });

  test('register: field errors may also come from the server', async ({ page }) => {
    await page.goto('/register');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Example');
    await page.getByLabel('Email').fill(newAddress('common'));
    // Strong by the rule, and on everybody's list.
    await page.getByLabel('Password', { exact: true }).fill('P@ssw0rd');
    await button(page, 'Register').click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/register$/);
  });

  test('code entry: six alphanumeric boxes, whitespace stripped, moves on, Backspace goes back, a paste fills all', async ({
    page,
    context,
  }) => {
    await page.goto('/verify-email?email=nobody%40example.test');
    const boxes = page.getByLabel(/^Character \d of 6$/);
    await expect(boxes).toHaveCount(6);
    await expect(boxes.first()).toBeFocused();
    await expect(boxes.first()).toHaveAttribute('autocomplete', 'one-time-code');
    const shown = () =>
      boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join('|'));

    await page.keyboard.type('a -1');
    expect(await shown()).toBe('a|1||||');
    await expect(boxes.nth(2)).toBeFocused();
    await button(page, 'Verify email').click();
    await expect(main(page)).toContainText('Enter the 6-digit code.');

    await boxes.nth(2).focus();
    await page.keyboard.press('Backspace');
    await expect(boxes.nth(1)).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(boxes.nth(0)).toBeFocused();
    expect(await shown()).toBe('|||||');

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('Your code: 12 34\n56'));
    await boxes.nth(0).focus();
    await page.evaluate(() => navigator.clipboard.writeText(' 12 34\n56 '));
    await page.keyboard.press('ControlOrMeta+V');
    expect(await shown()).toBe('1|2|3|4|5|6');
    // A phone's suggestion puts all six into one box.
    await boxes.nth(0).fill('654321');
    expect(await shown()).toBe('6|5|4|3|2|1');
  });

  test('reset request: disabled until the email is valid', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(button(page, 'Send code')).toBeDisabled();
    await page.getByLabel('Email').fill('nobody@');
    await page.keyboard.press('Tab');
    await expect(main(page)).toContainText('Enter a valid email address.');
    await expect(button(page, 'Send code')).toBeDisabled();
    await page.getByLabel('Email').fill(newAddress('nobody'));
    await expect(button(page, 'Send code')).toBeEnabled();
    await button(page, 'Send code').click();
    await expect(page).toHaveURL(/\/reset-password\/code\?email=nobody-/);
  });

  test('new password: the same rule must be met to submit; any non-alphanumeric counts as special', async ({
    page,
  }) => {
    await page.goto('/reset-password/new?email=nobody%40example.test');
    const field = page.getByLabel('New password');
    await expect(button(page, 'Set new password')).toBeDisabled();
    await field.fill('Abcdefg1');
    await expect(button(page, 'Set new password')).toBeDisabled();
    for (const special of ['-', ' ', 'é€', '☃']) {
      await field.fill(`Abcdef1${special}`);
      await expect(button(page, 'Set new password'), special).toBeEnabled();
    }
    await expect(page.locator('input[autocomplete=username]')).toHaveValue('nobody@example.test');
  });
});

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

test.describe('sections 4, 6 and 9, signing in and out', () => {
  test('anonymous sees Register and Login; signed in the dashboard, the own email and Logout', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/);
    await page.goto('/');
    await openMenu(page);
    const links = page.getByRole('navigation', { name: /^(Main|Menu)$/ });
    await expect(links.getByRole('link', { name: /^register$/i })).toBeVisible();
    await expect(links.getByRole('link', { name: /^dashboard$/i })).toHaveCount(0);
    await links.getByRole('link', { name: /^login$/i }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();

    // 1.5 s after the greeting, home.
    await page.clock.install();
    await fillLogin(page, DEMO, DEMO_PASSWORD);
    await expect(main(page)).toContainText('Welcome back! You are now logged in.');
    await expect(page).toHaveURL(`${origin()}/`);
    await openMenu(page);
    await expect(links.getByRole('link', { name: /^dashboard$/i })).toBeVisible();
    await expect(links).toContainText(DEMO);
    await expect(links.getByRole('link', { name: /^(register|login)$/i })).toHaveCount(0);
    await page.reload();
    await openMenu(page);
    await expect(links).toContainText(DEMO);
    expect((await kept(page)).every((entry) => entry)).toBe(true);
    await links.getByRole('button', { name: /^logout$/i }).click();
    await expect(page).toHaveURL(`${origin()}/login`);
    expect(await kept(page)).toEqual([null, null, null]);
  });

  test('the greeting stays for 1.5 s', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    await page.clock.pauseAt(Date.now() + 60_000);
    await fillLogin(page, DEMO, DEMO_PASSWORD);
    await expect(main(page)).toContainText('Welcome back! You are now logged in.');
    await page.clock.runFor(1_400);
    await expect(page).toHaveURL(`${origin()}/login`);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(`${origin()}/`);
  });

  test('Google and Discord are displayed and do nothing; their titles say so', async ({ page }) => {
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      for (const name of ['Google', 'Discord']) {
        const provider = button(page, name);
        await expect(provider).toHaveAttribute('title', `Signing in with ${name} is not set up here.`);
        await expect(provider).toHaveAttribute('aria-disabled', 'true');
        await provider.click({ force: true });
        await expect(page).toHaveURL(origin() + path);
      }
    }
  });

  test('back from a provider: the reason in the banner, or the greeting; no code stays in the address', async ({
    page,
  }) => {
    await page.goto('/login?next=%2Fdashboard%2Fbilling#provider_error=denied');
    await expect(banner(page)).toContainText('THE SIGN-IN WAS CANCELLED.');
    expect(page.url()).toBe(`${origin()}/login?next=%2Fdashboard%2Fbilling`);
    await page.goto('/');
    await page.goto('/login#provider_code=used-up');
    await expect(banner(page)).toContainText('THIS SIGN-IN HAS EXPIRED. PLEASE START AGAIN.');

    const login = await page.request.post(`${origin()}/api/auth/login`, {
      data: { email: DEMO, password: DEMO_PASSWORD },
    });
    const answer = await login.json();
    await page.route('**/api/auth/providers/exchange', (route) => route.fulfill({ json: answer }));
    await page.goto('/');
    await page.goto('/login?next=%2Fdashboard%2Fprofile#provider_code=fresh');
    await expect(main(page)).toContainText('Welcome back! You are now logged in.');
    expect(page.url()).not.toContain('fresh');
    await expect(page.getByLabel('Email')).toHaveValue(DEMO);
    await expect(page).toHaveURL(`${origin()}/dashboard/profile`);
  });

  test('a stranger registers, confirms and finds the dashboard by keyboard alone', async ({ page }) => {
    const email = newAddress('keyboard');
    await page.goto('/register?next=%2Fdashboard%2Fprofile');
    await page.getByLabel('First name').focus();
    for (const text of ['Ada', 'Example', email]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/verify-email\\?email=${encodeURIComponent(email)}`));
    const code = codeIn(await mailTo(page, email, /code|verify/i));
    await expect(page.getByLabel('Character 1 of 6')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin()}/dashboard/profile`);
    await expect(page.getByLabel('Email')).toHaveValue(email);

    /** Tab until the focus stands on what has this name. */
    const tabTo = async (name: RegExp) => {
      for (let stop = 0; stop < 60; stop += 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        if (name.test((await focused.textContent()) ?? '')) return;
      }
      throw new Error(`nothing named ${name} can be reached`);
    };
    await tabTo(/^Security$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await tabTo(/^Sign out$/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin()}/login`);
  });

  test('registering while signed in offers the dashboard, or to sign out first', async ({ page }) => {
    await signIn(page, DEMO, DEMO_PASSWORD, '/register');
    await expect(main(page)).toContainText(DEMO);
    await expect(button(page, 'Register')).toHaveCount(0);
    await button(page, 'Sign out and register').click();
    await expect(button(page, 'Register')).toBeVisible();
    expect(await kept(page)).toEqual([null, null, null]);
  });

  test('an unverified address is led to its code', async ({ page }) => {
    const email = newAddress('unverified');
    await page.request.post(`${origin()}/api/auth/register`, {
      data: { firstName: 'Ada', lastName: 'Example', email, password: PASSWORD },
    });
    await page.goto('/login');
    await fillLogin(page, email, PASSWORD);
    await main(page).getByRole('link', { name: 'Enter the code from the mail' }).click();
    await expect(page).toHaveURL(/\/verify-email\?email=unverified-/);
    await expect(main(page).getByRole('link', { name: 'Back to register' })).toBeVisible();
    await typeCode(page, codeIn(await mailTo(page, email, /code|verify/i)));
    await button(page, 'Verify email').click();
    await expect(page).toHaveURL(`${origin()}/`);
  });

  test('a forgotten password: code, new password, /login after 1.5 s; the old one is gone', async ({
    page,
  }) => {
    const email = await newAccount(page, 'forgotten');
    await page.goto('/login?next=%2Fdashboard%2Fbilling');
    await main(page).getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send code').click();
    await expect(page).toHaveURL(/\/reset-password\/code\?email=forgotten-/);
    await typeCode(page, codeIn(await mailTo(page, email, /password/i)));
    await button(page, 'Continue').click();
    await expect(page).toHaveURL(/\/reset-password\/new\?email=forgotten-/);
    await page.getByLabel('New password').fill('Other-horse-8');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await button(page, 'Set new password').click();
    await expect(main(page)).toContainText('Your new password is set.');
    await page.clock.runFor(1_400);
    await expect(page).toHaveURL(/\/reset-password\/new/);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(`${origin()}/login?next=%2Fdashboard%2Fbilling`);
    await page.clock.resume();
    await fillLogin(page, email, PASSWORD);
    await expect(banner(page)).toContainText('INVALID EMAIL OR PASSWORD');
    await fillLogin(page, email, 'Other-horse-8');
    await expect(page).toHaveURL(`${origin()}/dashboard/billing`);
  });
});
