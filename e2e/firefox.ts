import { existsSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { origin } from './site.ts';

export { expect };

/**
 * The path of the Firefox on this machine. Undefined without Firefox. Playwright itself can drive only its own
 * Firefox.
 */
export const firefox = [
  process.env.FIREFOX_PATH ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => path !== '' && existsSync(path));

const PATIENCE_MS = 15_000;
const WINDOW = { width: 1280, height: 900 };

/** Adds uncaught errors, console errors and loads refused by the security policy to `faults`. */
function watch(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  // Firefox reports a load that the security policy refused as an uncaught error.
  page.on('pageerror', (error) => faults.push(error instanceof Error ? error.message : String(error)));
}

async function openFirefox(executablePath: string, preferences: Record<string, boolean>): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: WINDOW,
    extraPrefsFirefox: preferences,
  });
}

type Fixtures = { fox: Page; faults: string[]; preferences: Record<string, boolean> };

/** A test with a page in its own Firefox process. Uncaught errors and console errors fail the test. */
export const test = base.extend<Fixtures>({
  preferences: [{}, { option: true }],
  faults: async ({ preferences: _none }, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults, 'what the pages threw or said as an error').toEqual([]);
  },
  fox: async ({ preferences, faults }, use) => {
    if (firefox === undefined) throw new Error('there is no Firefox on this machine');
    const browser = await openFirefox(firefox, preferences);
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      watch(page, faults);
      await use(page);
    } finally {
      await browser.close();
    }
  },
});

/** Waits for hydration. Before hydration, no listener receives keys and clicks. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isOurs = '__reactRouterContext' in window;
    const isTaken = Object.keys(document.body).some((key) => key.startsWith('__reactFiber'));
    return document.readyState !== 'loading' && (!isOurs || isTaken);
  });
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(origin() + path);
  await alive(page);
}

/** Finds the element with this role and exactly this name. */
export const named = (role: string, name: string) =>
  `::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`;

export const press = (page: Page, selector: string): Promise<void> => page.locator(selector).click();
export const type = (page: Page, selector: string, text: string): Promise<void> =>
  page.locator(selector).fill(text);

/** The text of the first element for `selector`; empty if no element matches. */
export const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector);
export const expectText = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  expect.poll(() => textOf(page, selector), { timeout: PATIENCE_MS }).toMatch(text);
export const expectAddress = (page: Page, address: string | RegExp): Promise<void> =>
  expect
    .poll(() => page.url().slice(origin().length), { timeout: PATIENCE_MS })
    .toEqual(typeof address === 'string' ? address : expect.stringMatching(address));
