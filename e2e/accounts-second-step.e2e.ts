import { readFile } from 'node:fs/promises';
import { button, main } from './account-pages.ts';
import {
  anotherBrowser,
  authenticatorCode,
  DEMO_PASSWORD,
  fillLogin,
  newPerson,
  PASSWORD,
  signedInPerson,
  typeCode,
} from './people.ts';
import { keepSession, openAs } from './sessions.ts';
import { expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';
import { expectGreeting, expectToast } from './toasts.ts';

// The second step of a sign-in, for customers and for staff, and how an admin gives a person a role.

test('a user sets up two-step sign-in, signs in with it, uses a recovery code, and switches it off', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = await signedInPerson(page, 'second', '/dashboard/profile/security');
  await main(page).getByRole('link', { name: 'Set up' }).click();
  await expectSound(page);
  await page.getByLabel('Current password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await expect(page.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1. Scan this with your app' })).toBeFocused();
  const secret = (await main(page).locator('code').innerText()).trim();
  await expectSound(page);
  await button(page, 'Switch on').click();
  await expect(main(page)).toContainText('Enter the 6-digit code.');
  const appCode = 'Code from your authenticator app';
  const setUpAt = Date.now();
  await typeCode(page, authenticatorCode(secret, setUpAt), appCode);
  await button(page, 'Switch on').click();

  const entries = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(entries).toHaveCount(10);
  const codes = await entries.allInnerTexts();
  await button(page, 'Copy').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const saving = page.waitForEvent('download');
  await button(page, 'Download').click();
  const file = await readFile(await (await saving).path(), 'utf8');
  for (const code of codes) expect(file).toContain(code);
  await expectSound(page);
  await button(page, 'I have kept them').click();
  await expect(main(page)).toContainText(`${codes.length} recovery codes left`);

  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(`${origin()}/login`);
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible();
  await expect(page.getByLabel('Character 1 of 6')).toBeFocused();
  // The server refuses an authenticator code that was used once.
  await typeCode(page, authenticatorCode(secret, setUpAt), appCode);
  await button(page, 'Continue').click();
  await expect(main(page).getByRole('alert').first()).toContainText('THAT CODE IS NOT RIGHT OR HAS EXPIRED.');
  await expect(page.getByLabel('Character 1 of 6')).toBeFocused();
  await expectSound(page);
  await button(page, 'Back to login').click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await button(page, 'Log in').click();
  await typeCode(page, authenticatorCode(secret, Date.now() + 30_000), appCode);
  await expectGreeting(page, () => button(page, 'Continue').click());
  await expect(page).toHaveURL(`${origin()}/`);

  await page.goto('/dashboard');
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(`${origin()}/login`);
  await fillLogin(page, email, PASSWORD);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await expectGreeting(page, () => button(page, 'Continue').click());
  await expect(page).toHaveURL(`${origin()}/`);

  await page.goto('/dashboard/profile/second-factor');
  await expect(main(page)).toContainText(`${codes.length - 1} codes are unused`);
  await expectSound(page);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('Code from the app, or a recovery code').fill(codes[1] ?? '');
  await expectToast(page, 'Two-step sign-in is off.', () => button(page, 'Switch off').click());
  for (const said of [/is on/, /recovery code .* was used/, /is off/]) await mailTo(page, email, said);
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(`${origin()}/login`);
  await fillLogin(page, email, PASSWORD);
  await expect(page).toHaveURL(`${origin()}/`);
});

test('staff without the required second step must set it up before they can open the laboratory', async ({
  page,
}) => {
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({
      response,
      json: { ...answer, user: { ...answer.user, second_factor: 'required' } },
    });
  });
  await page.goto('/login?next=%2Flab');
  await fillLogin(page, 'analyst@demo.test', DEMO_PASSWORD);
  await expect(page).toHaveURL(`${origin()}/dashboard/profile/second-factor?next=%2Flab`);
  await expect(page.getByLabel('Current password')).toBeVisible();
  await page.goto('/lab/requests/10001');
  await expect(page).toHaveURL(`${origin()}/dashboard/profile/second-factor?next=%2Flab%2Frequests%2F10001`);
});

test('an admin gives a person a role and takes it back, and the log shows both changes', async ({
  page,
  browser,
}) => {
  const elsewhere = await anotherBrowser(browser, page);
  const person = await elsewhere.newPage();
  const account = await newPerson(page, 'staff');
  await keepSession(person, account);
  await person.goto('/lab/staff');
  const { email } = account;
  await expect(person.getByRole('heading', { name: 'Staff' })).toHaveCount(0);

  await openAs(page, 'admin@demo.test', '/lab/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
  await expectSound(page);
  const find = page.getByLabel('Email of their account');
  await find.fill('nobody@example.test');
  await button(page, 'Find').click();
  await expect(main(page)).toContainText('No account has this address.');
  await find.fill(email);
  await button(page, 'Find').click();
  const dialog = page.getByRole('dialog', { name: 'Ada Example' });
  await expect(dialog.getByRole('button', { name: 'Save role' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Analyst/ }).check({ force: true });
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save role' }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Analyst');

  // The person's browser learns the new role at its next token refresh.
  await person.evaluate(() => localStorage.setItem('access_token', 'run-out'));
  await person.goto('/dashboard');
  await person.getByRole('main').getByRole('link', { name: 'Laboratory' }).click();
  await expect(person.getByRole('heading', { name: 'Queue' })).toBeVisible();

  await row.getByRole('button', { name: `Manage ${email}` }).click();
  await dialog.getByRole('radio', { name: /^Customer/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Take the role away' }).click();
  await expect(row).toHaveCount(0);
  const refused = await person.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`;
    return (await fetch('/api/lab/requests', { headers: { authorization } })).status;
  });
  expect([401, 404]).toContain(refused);

  await main(page).getByRole('link', { name: 'Security log' }).click();
  await page.getByRole('searchbox', { name: 'Search the security log' }).fill(email);
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(email).replace('%40', '(%40|@)')}`));
  await expect(page.getByRole('row').filter({ hasText: 'Role changed' })).toHaveCount(2);
  await expectSound(page);
  await elsewhere.close();
});
