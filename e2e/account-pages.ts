import type { Page } from '@playwright/test';

/** For tests that only sign in and out. A test that changes an account creates one, within the hourly limit. */
export const DEMO = 'second@demo.test';

export const main = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true });
export const banner = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\S/ }).first();

/** The session values that the browser's storage contains. */
export function kept(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'user'].map((key) => localStorage.getItem(key)),
  );
}
