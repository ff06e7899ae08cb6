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

/** Waits for what is on its way, then no finding of axe, no sideways scroll, and a title; `only`: the rules that matter. */
async function expectNothingFound(page: Page, place: string, only?: string[]): Promise<void> {
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  // A list that waits for a newer answer is pale on purpose.
  await expect(page.locator('[aria-busy="true"].opacity-60')).toHaveCount(0);
  // As after the first scrolling: what was never laid out has no colours to be judged by.
  expect(await violationsOf(page, only), place).toEqual([]);
  await expectFit(page, place);
}

type Looks = { width: 'wide' | 'narrow'; theme: 'light' | 'dark'; only?: string[] }[];

/** Looks at the page that way, one look after the other, and leaves it as it was: wide and light. */
async function look(page: Page, path: string, looks: Looks): Promise<void> {
  const before = page.viewportSize();
  for (const { width, theme, only } of looks) {
    await page.emulateMedia({ colorScheme: theme });
    const size = width === 'narrow' ? TELEPHONE : before;
    if (size && page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    await expectNothingFound(page, `${path}, ${width} and ${theme}`, only);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}

/**
 * The page as it is now is sound on a desktop in the light and on a telephone in the dark: for the many states on the way.
 * Each width and each theme is seen once, since the themes differ in colours alone.
 */
export function expectSound(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  return look(page, path, [
    { width: 'wide', theme: 'light' },
    { width: 'narrow', theme: 'dark' },
  ]);
}

/** The same in both widths and both themes: for every page as it is entered. */
export function expectSoundEverywhere(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  const only = ['color-contrast'];
  return look(page, path, [
    { width: 'wide', theme: 'light' },
    { width: 'wide', theme: 'dark', only },
    { width: 'narrow', theme: 'dark', only },
    { width: 'narrow', theme: 'light' },
  ]);
}
