import type { Page } from '@playwright/test';
import { button } from './account-pages.ts';
import { expect } from './site.ts';
import { expectSound } from './sound.ts';
import { expectToast } from './toasts.ts';

/** Gives the browser of this page a device that keeps passkeys, whose owner always agrees and is recognised. */
export async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey on a page that offers it. The name of the device is proposed. */
export async function addPasskey(page: Page, name?: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/ on /);
  if (name) await dialog.getByLabel('Name').fill(name);
  await expectSound(page);
  await expectToast(page, 'Passkey added.', () => dialog.getByRole('button', { name: 'Continue' }).click());
}
