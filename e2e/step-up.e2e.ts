import { addAuthenticator, addPasskey } from './authenticator.ts';
import { type ClockedSite, openClockedSite } from './clocked-site.ts';
import { DEMO_PASSWORD, fillLogin } from './people.ts';
import { askServer, expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

/** A sign-in counts as a confirmation for ten minutes. */
const PAST_CONFIRMATION_MS = 11 * 60_000;

// The sign-in must be older than ten minutes, so the test has its own site and moves its clock.
let site: ClockedSite;

test.beforeAll(async () => {
  site = await openClockedSite({ ADMIN_PASSKEY: '1' });
  askServer(site.origin);
});

test.afterAll(async () => {
  askServer(undefined);
  await site.close();
});

test('an admin confirms with password or passkey before keys change, and needs a passkey for the laboratory', async ({
  page,
}) => {
  await addAuthenticator(page);
  const name = page.getByLabel('Name');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = question.getByLabel('Your password');

  await test.step('the laboratory wants a passkey first', async () => {
    await page.goto('/login?next=%2Flab%2Fkeys');
    await fillLogin(page, 'admin@demo.test', DEMO_PASSWORD);
    await expect(page).toHaveURL(`${origin()}/lab/passkey?next=%2Flab%2Fkeys`);
    await expect(page.getByRole('heading', { level: 1, name: 'Add a passkey first' })).toBeVisible();
    await expectSound(page);
    await addPasskey(page);
    await expect(page).toHaveURL(`${origin()}/lab/keys`);
  });

  await test.step('a key is made after the password, and what was typed stays', async () => {
    site.clock.advance(PAST_CONFIRMATION_MS);
    await name.fill('Balance 2');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await expect(password).toBeFocused();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByText(/^Confirm that it is you: enter your password/)).toBeVisible();
    await expect(name).toHaveValue('Balance 2');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await expect(question.getByText('This is not your password.')).toBeVisible();
    await expectSound(page);
    await password.fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('This is the key of Balance 2')).toBeVisible();
    await expect(question).toBeHidden();
  });

  await test.step('the question stands above another dialog, and Escape closes only the upper one', async () => {
    site.clock.advance(PAST_CONFIRMATION_MS);
    await page.getByRole('button', { name: 'Revoke… Balance 2' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke Balance 2?' });
    const revoke = asked.getByRole('button', { name: 'Revoke for good' });
    await revoke.click();
    await expect(password).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(asked.getByText(/^Confirm that it is you: enter your password/)).toBeVisible();
    await expect(revoke).toBeFocused();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await expect(page.getByText(/^Revoked by/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the last passkey stays, and the next sign-in asks for it', async () => {
    await page.goto('/dashboard/profile/security');
    await page.getByRole('button', { name: /^Remove…/ }).click();
    const asked = page.getByRole('dialog', { name: 'Remove this passkey?' });
    await asked.getByRole('button', { name: 'Remove' }).click();
    await expect(asked.getByText(/^Staff rights need a passkey here/)).toBeVisible();
    await asked.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${origin()}/login`);
    await fillLogin(page, 'admin@demo.test', DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(`${origin()}/lab`);
  });
});
