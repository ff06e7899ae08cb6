import { type ClockedSite, openClockedSite } from './clocked-site.ts';
import { DEMO_PASSWORD, signIn } from './people.ts';
import { askServer, expect, test } from './site.ts';
import { expectSound } from './sound.ts';

/** A sign-in counts as a confirmation for ten minutes. */
const PAST_CONFIRMATION_MS = 11 * 60_000;

// The sign-in must be older than ten minutes, so the test has its own site and moves its clock.
let site: ClockedSite;

test.beforeAll(async () => {
  site = await openClockedSite();
  askServer(site.origin);
});

test.afterAll(async () => {
  askServer(undefined);
  await site.close();
});

test('an admin confirms with the password before a key is made and revoked, and goes on where the page stopped', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.test', DEMO_PASSWORD, '/lab/keys');
  site.clock.advance(PAST_CONFIRMATION_MS);
  const name = page.getByLabel('Name');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = question.getByLabel('Your password');

  await name.fill('Balance 2');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(password).toBeFocused();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByText(/^Confirm that it is you: enter your password/)).toBeVisible();
  await expect(name).toHaveValue('Balance 2');
  await expect(page.getByRole('button', { name: 'Make a key' })).toBeFocused();

  await page.keyboard.press('Enter');
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(question.getByText('This is not your password.')).toBeVisible();
  await expectSound(page);
  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is the key of Balance 2')).toBeVisible();
  await expect(question).toBeHidden();

  site.clock.advance(PAST_CONFIRMATION_MS);
  await page.getByRole('button', { name: 'Revoke… Balance 2' }).click();
  const asked = page.getByRole('dialog', { name: 'Revoke Balance 2?' });
  await asked.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(password).toBeFocused();
  // Escape closes only the upper dialog, and the focus goes back into the lower one.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(asked.getByText(/^Confirm that it is you: enter your password/)).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Revoke for good' })).toBeFocused();
  await page.keyboard.press('Enter');
  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Revoked by/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
