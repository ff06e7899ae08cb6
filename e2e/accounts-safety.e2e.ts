import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { button, kept, main } from './account-pages.ts';
import {
  anotherBrowser,
  DEMO_PASSWORD,
  fillLogin,
  newAccount,
  newAddress,
  newPerson,
  PASSWORD,
  signedInPerson,
  signInByCall,
  typeCode,
} from './people.ts';
import { keepSession, openAs } from './sessions.ts';
import { codeIn, expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';
import { expectToast } from './toasts.ts';

// Security of an account: sessions, password, e-mail address, and deletion.

test('two tabs refresh their tokens at the same time and stay signed in, and a sign-out in one tab signs both out', async ({
  page,
  context,
}) => {
  const email = await signedInPerson(page, 'tabs', '/dashboard');
  const second = await context.newPage();
  await second.goto('/dashboard/profile');
  await expect(second.getByLabel('Email')).toHaveValue(email);

  const exchanges: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) exchanges.push(request.url());
  });
  // A page without API calls: leaving the dashboard would abort a token refresh that it has started.
  for (const tab of [page, second]) await tab.goto('/terms');
  await page.evaluate(() => localStorage.setItem('access_token', 'run-out'));
  await Promise.all([page.goto('/dashboard/billing'), second.goto('/dashboard/tests')]);
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'My Tests' })).toBeVisible();
  // The pages show their headings before the answer with the new tokens, which the next page would abort.
  await expect.poll(async () => (await kept(page))[0]).not.toBe('run-out');
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(exchanges).toHaveLength(1);

  // Another user signs in. Both tabs change to this user's account, and the first user's drafts are gone.
  const drafts = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('vialproof.personal.draft'));
  const other = 'second@demo.test';
  await page.evaluate(() => sessionStorage.setItem('vialproof.personal.draft', '"typed"'));
  const login = await page.request.post(`${origin()}/api/auth/login`, {
    data: { email: other, password: DEMO_PASSWORD },
  });
  await second.evaluate(
    ({ session, user }) => {
      localStorage.setItem('user', JSON.stringify(user));
      localStorage.setItem('refresh_token', session.refresh_token);
      localStorage.setItem('access_token', session.access_token);
    },
    await login.json(),
  );
  await expect(main(page).getByText(other).first()).toBeVisible();
  expect(await drafts(page)).toBeNull();
  await second.reload();

  // The draft in the other tab belongs to this user: the sign-out removes it.
  await second.evaluate(() => sessionStorage.setItem('vialproof.personal.draft', '"typed"'));
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(`${origin()}/login`);
  await expect(second).toHaveURL(/\/login\?next=/);
  expect(await drafts(second)).toBeNull();
});

test('a page that loads while the user signs out in another tab asks the user to sign in', async ({
  page,
}) => {
  const login = await page.request.post(`${origin()}/api/auth/login`, {
    data: { email: 'second@demo.test', password: DEMO_PASSWORD },
  });
  await page.goto('/terms');
  await page.evaluate(
    ({ session, user }) => {
      localStorage.setItem('user', JSON.stringify(user));
      localStorage.setItem('refresh_token', session.refresh_token);
      localStorage.setItem('access_token', session.access_token);
    },
    await login.json(),
  );
  // The event of the other tab arrives when React may show the page but has not rendered it yet.
  await page.addInitScript(() => {
    type Router = {
      state: { initialized: boolean };
      subscribe(follow: (state: Router['state']) => void): void;
    };
    const end = ({ initialized }: Router['state']) => {
      if (!initialized || !localStorage.getItem('user')) return;
      for (const key of ['user', 'refresh_token', 'access_token']) localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
    };
    // React Router stores its router here as soon as it exists.
    let router: Router | undefined;
    Object.defineProperty(window, '__reactRouterDataRouter', {
      get: () => router,
      set: (made: Router) => {
        router = made;
        made.subscribe(end);
      },
    });
  });
  await page.goto('/dashboard/billing');
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fbilling&why=\w+$/);
});

test('the page lists each signed-in device with its last use; the user signs out one device, then all other devices at once', async ({
  page,
  browser,
}) => {
  const email = await newAccount(page, 'devices');
  const elsewhere = await anotherBrowser(browser, page);
  const other = await elsewhere.newPage();
  const third = await anotherBrowser(browser, page);
  const last = await third.newPage();
  for (const device of [other, last]) await signInByCall(device, email, '/dashboard');
  await signInByCall(page, email, '/dashboard/profile/activity');
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  // The four devices: this one, two others, and the one that confirmed the e-mail address.
  await expect(devices).toHaveCount(4);
  await expect(devices.filter({ hasText: 'THIS DEVICE' })).toHaveCount(1);
  await expect(devices.first()).toContainText(/Chrom/);
  await expectSound(page);
  await devices.getByRole('button').first().click();
  await expect(devices).toHaveCount(3);
  await button(page, 'Sign out the others').click();
  await expect(devices).toHaveCount(1);
  // The pages of the signed-out devices end at once, without a click: an event from the server ends them.
  for (const gone of [other, last]) {
    await expect(gone).toHaveURL(/\/login\?next=/);
    expect(await gone.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  }
  const log = page.getByRole('list', { name: 'Security log, newest first' });
  await page.reload();
  await expect(log).toContainText('Signed in');
  await expect(log).toContainText('Device signed out');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await third.close();
  await elsewhere.close();
});

test('a user must enter the current password to change it, and the change signs the other devices out', async ({
  page,
  browser,
}) => {
  const elsewhere = await anotherBrowser(browser, page);
  const other = await elsewhere.newPage();
  const person = await newPerson(page, 'password');
  await keepSession(other, person);
  await other.goto('/dashboard');
  const { email } = person;
  await signInByCall(page, email, '/dashboard/profile/security');
  await expectSound(page);
  await main(page).getByRole('link', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('Wrong-horse-7');
  await page.getByLabel('New password').fill('weak');
  await button(page, 'Change password').click();
  await expect(main(page)).toContainText('Password must be 8+ characters');
  await page.getByLabel('New password').fill('Other-horse-8');
  await button(page, 'Change password').click();
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(main(page).getByText('This is not your current password.')).toHaveCount(1);
  await expectSound(page);
  // The answer with the new session is delayed, so the event about the end of the old session arrives first.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/api/me/password', async (route) => {
    const refused = page.waitForResponse((seen) => /api\/events/.test(seen.url()) && seen.status() === 401);
    const answer = await route.fetch();
    await refused;
    await route.fulfill({ response: answer });
  });
  await page.getByLabel('Current password').fill(PASSWORD);
  await expectToast(page, 'Password changed. Other devices are signed out.', () =>
    button(page, 'Change password').click(),
  );
  expect(asked.filter((path) => path === '/api/auth/refresh')).toEqual([]);
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await other.goto('/dashboard/billing');
  await expect(other).toHaveURL(/\/login\?next=/);
  await fillLogin(other, email, 'Other-horse-8');
  await expect(other).toHaveURL(`${origin()}/dashboard/billing`);
  await mailTo(page, email, /password was changed/);
  await elsewhere.close();
});

test('a user changes the e-mail address with a code from each mailbox, and the header shows the new address at once', async ({
  page,
}) => {
  const email = await signedInPerson(page, 'old', '/dashboard/profile');
  const fresh = newAddress('new');
  await main(page).getByRole('link', { name: 'Change email' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change email' })).toBeVisible();
  await page.getByLabel('New email').fill(email.toUpperCase());
  await page.getByLabel('Current password').fill(PASSWORD);
  await button(page, 'Send codes').click();
  await expect(main(page)).toContainText('That is your present address.');
  await page.getByLabel('New email').fill(fresh);
  await button(page, 'Send codes').click();
  const [fromOld, fromNew] = [`Code mailed to ${email}`, `Code mailed to ${fresh}`];
  await expect(page.getByRole('group', { name: fromNew })).toBeVisible();
  await expect(button(page, 'Request new codes')).toBeDisabled();
  await button(page, 'Change email').click();
  await expect(main(page).getByText('Enter the 6-digit code.')).toHaveCount(2);
  await expectSound(page);
  const oldCode = codeIn(await mailTo(page, email, /Confirm the new email address/));
  const newCode = codeIn(await mailTo(page, fresh, /Confirm this email address/));
  // The server stores the pending change: a reload loses nothing.
  await page.reload();
  await typeCode(page, newCode, fromOld);
  await typeCode(page, oldCode, fromNew);
  await button(page, 'Change email').click();
  await expect(main(page)).toContainText('That code is not right or has expired.');
  await typeCode(page, oldCode, fromOld);
  await typeCode(page, newCode, fromNew);
  await expectToast(page, 'Email changed. Other devices are signed out.', () =>
    button(page, 'Change email').click(),
  );
  await expect(main(page).getByText(fresh).first()).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(fresh);
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(`${origin()}/login`);
  await fillLogin(page, email, PASSWORD);
  await expect(main(page).getByRole('alert').first()).toContainText('INVALID EMAIL OR PASSWORD');
  await fillLogin(page, fresh, PASSWORD);
  await expect(page).toHaveURL(`${origin()}/`);
});

test('a user downloads the stored data; the deletion dialog lists what is lost and what stays, then deletes the account', async ({
  page,
}) => {
  const email = await signedInPerson(page, 'leaving', '/dashboard/profile/data');
  await expectSound(page);
  const saving = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(JSON.stringify(JSON.parse(file))).toContain(email);

  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('What goes');
  await expectSound(page);
  await dialog.getByLabel('Current password').fill('Wrong-horse-7');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'Delete my account').click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(`${origin()}/`);
  const farewell = main(page).getByRole('status').filter({ hasText: 'Your account is deleted.' });
  await expect(farewell).toBeFocused();
  await expectSound(page);
  // The page says it once, so the next person at this browser does not read it.
  await page.reload();
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(farewell).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await page.goto('/login');
  await fillLogin(page, email, PASSWORD);
  await expect(main(page).getByRole('alert').first()).toContainText('INVALID EMAIL OR PASSWORD');
});

test('a user cannot delete an account with an open order, and the dialog says why', async ({ page }) => {
  await openAs(page, 'customer@demo.test', '/dashboard/profile/data');
  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Not possible yet');
  await expect(dialog).toContainText('What stays');
  await expect(dialog.getByRole('button', { name: 'Delete for good' })).toHaveCount(0);
});
