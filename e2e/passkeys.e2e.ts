import type { Page } from '@playwright/test';
import { button, main } from './account-pages.ts';
import { addAuthenticator, addPasskey } from './authenticator.ts';
import { authenticatorCode, fillLogin, newPerson, PASSWORD, signIn } from './people.ts';
import { call, sampleInReview, tokenOf } from './samples.ts';
import { keepSession } from './sessions.ts';
import { expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';
import { expectGreeting, expectToast } from './toasts.ts';

const SECURITY = '/dashboard/profile/security';
/** The longest name of a passkey. */
const LONG_NAME = 'The security key on the blue ribbon in drawer 12 of bench 34';

const passkeyButton = (page: Page) => button(page, 'Sign in with a passkey');

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(`${origin()}/login`);
}

test('a user adds a passkey, signs in with it alone, and removes it, after which it opens nothing', async ({
  page,
}) => {
  await addAuthenticator(page);
  const person = await newPerson(page, 'passkey');
  await signIn(page, person.email, PASSWORD, SECURITY);
  await expect(main(page)).toContainText('You have none yet.');
  await addPasskey(page, LONG_NAME);
  await mailTo(page, person.email, /passkey/i);
  const entry = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(entry).toContainText(LONG_NAME);
  await expect(entry).toContainText('Never used');
  await expectSound(page);
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('This device has a passkey for your account already.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await signOut(page);
  await expectSound(page);
  await expectGreeting(page, () => passkeyButton(page).click());
  await expect(page).toHaveURL(`${origin()}/`);
  await page.goto(SECURITY);
  await expect(entry).toContainText('Last used');
  await entry.getByRole('button', { name: 'Remove…' }).click();
  await expectSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(main(page)).toContainText('You have none yet.');

  await signOut(page);
  await passkeyButton(page).click();
  await expect(main(page).getByRole('alert').first()).toContainText('THIS PASSKEY WAS NOT ACCEPTED');
  await expectSound(page);
});

test('a passkey takes the second step of a sign-in in the place of a code', async ({ page }) => {
  await addAuthenticator(page);
  const { email, ...signedIn } = await newPerson(page, 'passkey-step');
  const token = signedIn.session.access_token;
  const { data: setup } = await call<{ data: { secret: string } }>(
    page.request,
    ['POST', '/api/me/second-factor/setup'],
    token,
    { current_password: PASSWORD },
  );
  const code = authenticatorCode(setup.secret, Date.now());
  await call(page.request, ['POST', '/api/me/second-factor/confirm'], token, { code });
  await keepSession(page, signedIn);
  await page.goto(SECURITY);
  await addPasskey(page);
  await signOut(page);
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('group', { name: 'Code from your authenticator app' })).toBeVisible();
  await expectSound(page);
  await expectGreeting(page, () => button(page, 'Use a passkey').click());
  await expect(page).toHaveURL(`${origin()}/`);
});

test('a reviewer signs a release with a passkey', async ({ page }) => {
  await addAuthenticator(page);
  const { email, user } = await newPerson(page, 'passkey-reviewer');
  const admin = await tokenOf(page.request, 'admin@demo.test');
  await call(page.request, ['PUT', `/api/lab/staff/${user.id}/role`], admin, { role: 'reviewer' });
  const task = await sampleInReview(page.request);

  await signIn(page, email, PASSWORD, SECURITY);
  await addPasskey(page);
  await page.goto(`/lab/requests/${task}`);
  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await expectSound(page);
  await expectToast(page, `Task ${task} published.`, () =>
    dialog.getByRole('button', { name: 'Sign with a passkey' }).click(),
  );
});
