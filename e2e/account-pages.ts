import type { Page } from '@playwright/test';

/** Signs in and out without leaving a trace; what changes an account is tried on a new one: an hour allows so many. */
export const DEMO = 'second@demo.test';

export const main = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true });
export const banner = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\S/ }).first();

/** What the browser keeps of a session. */
export function kept(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'user'].map((key) => localStorage.getItem(key)),
  );
}
