import type { Page } from '@playwright/test';

/** Signs in and out without leaving a trace; what changes an account is tried on a new one: an hour allows so many. */
export const DEMO = 'second@demo.test';

export const main = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true });
export const banner = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\S/ }).first();

/** Answers one call of the interface as a server that has no answer. */
export async function outage(page: Page, path: string): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.abort());
}

/** Answers one call with a refusal whose words stand in no page. */
export async function refusal(
  page: Page,
  path: string,
  code: string,
  detail: string,
  status = 400,
): Promise<void> {
  await page.route(`**/api/${path}`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: code, status, detail, code },
    }),
  );
}

/** What the browser keeps of a session. */
export function kept(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'user'].map((key) => localStorage.getItem(key)),
  );
}

/** The words of the next alert, which `act` brings up. */
export async function alertAfter(page: Page, act: () => Promise<void>): Promise<string> {
  const told = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await act();
  return told;
}
