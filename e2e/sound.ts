import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './site.ts';

const TELEPHONE = { width: 360, height: 740 };

/**
 * What axe finds on the page as it is: 'rule: elements (why)'. Its code is read once a page, and only nodes that violate a rule
 * are described: a quarter of the work that its own bridge to Playwright makes of it. None of our pages has frames.
 */
async function violationsOf(page: Page, only?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false };
  if (only) options.runOnly = only;
  return page.evaluate(async (options) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const { violations } = await here.run(document, options);
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target} (${any[0]?.message ?? 'see the rule'})`).join('; ')}`,
    );
  }, options);
}

async function expectFit(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await page.title(), path).not.toBe('');
}

/** No finding of axe, in the dark no pale words either, no sideways scroll, and a title; at the width that it has. */
export async function expectSound(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  // A list that waits for a newer answer is pale on purpose.
  await expect(page.locator('[aria-busy="true"].opacity-60')).toHaveCount(0);
  // As after the first scrolling: what was never laid out has no colours to be judged by.
  await page.evaluate(() => delete document.documentElement.dataset.top);
  const light = await violationsOf(page);
  // The themes differ in colours alone.
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  expect([...light, ...dark], path).toEqual([]);
  await expectFit(page, path);
}

/** The same, and at the width of a telephone; for ways that are gone once, on a desktop. */
export async function expectSoundEverywhere(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  await expectSound(page, path);
  const before = page.viewportSize();
  await page.setViewportSize(TELEPHONE);
  await expectSound(page, `${path} on a telephone`);
  if (before) await page.setViewportSize(before);
}
