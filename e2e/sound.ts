import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';

const TELEPHONE = { width: 360, height: 740 };

// None of our pages has frames: the way of axe that opens no second page for each look is enough, and half the work; so
// is to describe only the nodes that violate a rule. A rule that needs style sheets fetched once more is not among ours.
const axe = (page: Page, rules: { runOnly?: string[] } = {}) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ ...rules, resultTypes: ['violations'], preload: false });

async function expectFit(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await page.title(), path).not.toBe('');
}

/** No finding of axe, in the dark no pale words either, no sideways scroll, and a title; at the width that it has. */
export async function expectSound(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  const { violations } = await axe(page).analyze();
  // The themes differ in colours alone.
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axe(page, { runOnly: ['color-contrast'] }).analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  const found = [...violations, ...dark.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`,
  );
  expect(found, path).toEqual([]);
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
