import type { Page } from '@playwright/test';

/**
 * Does `act`, and waits until the part `place` of the page has shown this text. Expectations look once a second, and
 * could miss a passing text on a busy machine. So the page itself looks at each of its frames.
 */
async function expectPassing(
  page: Page,
  place: string,
  text: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const isShown = ({ place, text }: { place: string; text: string }) =>
    document.querySelector(place)?.textContent?.includes(text);
  await Promise.all([page.waitForFunction(isShown, { place, text }), act()]);
}

/** Does `act`, and waits until a toast has this text. A success toast is shown for two seconds. */
export const expectToast = (page: Page, text: string, act: () => Promise<unknown>): Promise<void> =>
  expectPassing(page, '[aria-label="Notifications"]', text, act);

/** Signs in by `act`, and waits for the greeting. It is shown for 1.5 s, then the next page opens. */
export const expectGreeting = (page: Page, act: () => Promise<unknown>): Promise<void> =>
  expectPassing(page, 'main', 'Welcome back! You are now logged in.', act);
