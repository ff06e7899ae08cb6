import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './site.ts';

const TELEPHONE = { width: 360, height: 740 };

/** The rules of axe for every page, without colour contrast: web/app/colours.test.ts tests the colours of texts. */
const STRUCTURE: axe.RunOptions = { rules: { 'color-contrast': { enabled: false } } };

/**
 * What axe finds on this page, as 'rule: elements (why)'. It takes a quarter of the time of axe's own package for
 * Playwright. Our pages have no frames.
 */
async function violationsOf(page: Page, rules: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false, ...rules };
  return page.evaluate(async (options) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const { violations } = await here.run(document, options);
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target} (${any[0]?.message ?? 'see the rule'})`).join('; ')}`,
    );
  }, options);
}

/** Waits until the page is rendered and nothing is loading. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('h1')).not.toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  // A list that waits for a newer answer has pale colours on purpose.
  await expect(page.locator('[aria-busy="true"].opacity-60')).toHaveCount(0);
}

async function expectFit(page: Page, place: string): Promise<void> {
  // A plot gets its new width in the frame after the page.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, `${place} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await page.title(), place).not.toBe('');
}

/** Checks the page in its width and in the width of a phone, and restores its width. */
async function onTelephone(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  if (!before || before.width === TELEPHONE.width) return;
  await page.setViewportSize(TELEPHONE);
  await look();
  await page.setViewportSize(before);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/**
 * Checks a page that has just opened: axe finds nothing in this width and in that of a phone, the page does not scroll
 * sideways, and it has a title.
 */
export async function expectSoundEverywhere(page: Page, path = pathOf(page)): Promise<void> {
  await expectSettled(page);
  expect(await violationsOf(page, {}), path).toEqual([]);
  await expectFit(page, path);
  await onTelephone(page, async () => {
    await expectSettled(page);
    expect(await violationsOf(page, STRUCTURE), `${path}, narrow`).toEqual([]);
    await expectFit(page, `${path}, narrow`);
  });
}

const entered = new WeakMap<Page, Set<string>>();

/** Pages that pages.e2e.ts checks with axe in the width of a phone. */
const CHECKED_NARROW = /^\/(verify|request|login|dashboard|(lab\/requests|dashboard\/tests|tests)\/…)$/;

/**
 * Checks a page in one of its states. The first state gets the full check of a new page, except that axe does not look
 * at its narrow width where pages.e2e.ts does. Others are checked only for scrolling sideways and a title.
 */
export async function expectSound(page: Page, path = pathOf(page)): Promise<void> {
  const pages = entered.get(page) ?? new Set();
  entered.set(page, pages);
  const kind = path.replaceAll(/\b([\da-f]{8}-[\da-f-]{27}|\d+)\b/g, '…');
  const isFirst = !pages.has(kind);
  pages.add(kind);
  if (isFirst && !CHECKED_NARROW.test(kind)) return expectSoundEverywhere(page, path);
  await expectSettled(page);
  if (isFirst) expect(await violationsOf(page, {}), path).toEqual([]);
  await expectFit(page, path);
  await onTelephone(page, () => expectFit(page, `${path}, narrow`));
}
