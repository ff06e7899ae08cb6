import type { Page } from '@playwright/test';

/**
 * For tests that only sign in and out. A test that changes an account creates its own one; the server allows only some
 * per hour.
 */
export const DEMO = 'second@demo.test';

export const main = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true });
export const banner = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\S/ }).first();

/** The values of the session in the browser's storage. */
export function kept(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'user'].map((key) => localStorage.getItem(key)),
  );
}
