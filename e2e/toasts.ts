import type { Page } from '@playwright/test';

/**
 * Does `act`, and waits until a toast has this text. A success toast is shown for two seconds. Expectations look once a
 * second, and could miss it on a busy machine. So the page itself looks at each of its frames.
 */
export async function expectToast(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  const isShown = (words: string) =>
    document.querySelector('[aria-label="Notifications"]')?.textContent?.includes(words);
  await Promise.all([page.waitForFunction(isShown, text), act()]);
}
