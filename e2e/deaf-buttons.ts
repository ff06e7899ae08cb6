import type { Page } from '@playwright/test';

/**
 * Enabled buttons in the HTML of a page that do nothing before hydration: neither the browser nor the server handles
 * them.
 */
export const deafButtons = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((html) => {
    const answers = (button: HTMLButtonElement) =>
      button.popoverTargetElement !== null ||
      (button.type === 'reset' && button.form !== null) ||
      (button.type === 'submit' && (button.form?.method === 'get' || button.form?.hasAttribute('action')));
    const buttons = [
      ...new DOMParser()
        .parseFromString(html, 'text/html')
        .querySelectorAll<HTMLButtonElement>('button:enabled:not([aria-disabled=true])'),
    ];
    return buttons
      .filter((button) => !button.closest('[inert]') && !answers(button))
      .map((button) => button.ariaLabel ?? button.innerText);
  }, html);

/** Public pages whose addresses are the same on every server. */
export const PUBLIC = [
  '/',
  '/pricing',
  '/tests',
  '/request',
  '/request?sku=bpc-157',
  '/verify',
  '/transparency',
  '/how-it-works',
  '/group-tests',
  '/group-tests/request',
  '/login',
  '/register',
  '/verify-email?email=nobody%40example.test',
  '/reset-password',
  '/reset-password/code?email=nobody%40example.test',
  '/reset-password/new',
  '/terms',
  '/no-such-page',
];
