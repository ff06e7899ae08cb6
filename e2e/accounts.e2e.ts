import { banner, button, DEMO, kept, main } from './account-pages.ts';
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
import { codeIn, expect, mailTo, origin, test } from './site.ts';
import { expectGreeting } from './toasts.ts';

// The accounts in sections 2, 4, 6 and 9 of the specification.

test.describe('sections 4, 6 and 9: users sign in and out', () => {
  test('the header shows Register and Login to an anonymous reader; Dashboard, the e-mail address and Logout to a user', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login\?next=%2Fdashboard&why=page$/);
    await page.goto('/');
    await openMenu(page);
    const links = page.getByRole('navigation', { name: /^(Main|Menu)$/ });
    await expect(links.getByRole('link', { name: /^register$/i })).toBeVisible();
    await expect(links.getByRole('link', { name: /^dashboard$/i })).toHaveCount(0);
    await links.getByRole('link', { name: /^login$/i }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();

    await expectGreeting(page, () => fillLogin(page, DEMO, DEMO_PASSWORD));
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

  test('after a sign-in the page shows its greeting for 1.5 s, then opens the home page', async ({
    page,
  }) => {
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

  test('the Google and Discord buttons are visible but disabled, and their titles say that the sign-in is not set up', async ({
    page,
  }) => {
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

  test('after the return from Google or Discord, the banner shows the reason or the greeting', async ({
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
    await expectGreeting(page, () => page.goto('/login?next=%2Fdashboard%2Fprofile#provider_code=fresh'));
    expect(page.url()).not.toContain('fresh');
    await expect(page.getByLabel('Email')).toHaveValue(DEMO);
    await expect(page).toHaveURL(`${origin()}/dashboard/profile`);
  });

  test('a new user registers, mistypes the code, corrects it, and reaches the dashboard by keyboard alone', async ({
    page,
  }) => {
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
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(banner(page)).toContainText('THAT CODE IS NOT RIGHT');
    // The user types the correct code over the wrong code.
    await expect(page.getByLabel('Character 1 of 6')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin()}/dashboard/profile`);
    await expect(page.getByLabel('Email')).toHaveValue(email);

    /** Presses Tab until an element with this name has the focus. */
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

  test('a signed-in user who opens /register can go to the dashboard or sign out first', async ({ page }) => {
    await signIn(page, DEMO, DEMO_PASSWORD, '/register');
    await expect(main(page)).toContainText(DEMO);
    await expect(button(page, 'Register')).toHaveCount(0);
    await button(page, 'Sign out and register').click();
    await expect(button(page, 'Register')).toBeVisible();
    expect(await kept(page)).toEqual([null, null, null]);
  });

  test('a user whose e-mail address is not verified must enter the mailed code', async ({ page }) => {
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

  test('a user who forgot the password sets a new one with a mailed code, and the old password stops working', async ({
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
    // The clock of the page is stopped, but a call of the form ends only with a timer.
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return main(page).textContent();
      })
      .toContain('Your new password is set.');
    await page.clock.runFor(1_400);
    await expect(page).toHaveURL(/\/reset-password\/new/);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(
      `${origin()}/login?next=%2Fdashboard%2Fbilling&why=reset&email=${encodeURIComponent(email)}`,
    );
    await page.clock.resume();
    await fillLogin(page, email, PASSWORD);
    await expect(banner(page)).toContainText('INVALID EMAIL OR PASSWORD');
    await fillLogin(page, email, 'Other-horse-8');
    await expect(page).toHaveURL(`${origin()}/dashboard/billing`);
  });
});
