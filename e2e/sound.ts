import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './site.ts';

const TELEPHONE = { width: 360, height: 740 };

/** What every place is looked at for; the colours of text are proved by web/app/colours.test.ts, in both themes. */
const STRUCTURE: axe.RunOptions = { rules: { 'color-contrast': { enabled: false } } };

/**
 * What axe finds on the page as it is: 'rule: elements (why)'. Its code is read once a page, and only nodes that violate a rule
 * are described: a quarter of the work that its own bridge to Playwright makes of it. None of our pages has frames.
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

/** The page is drawn, and nothing is on its way any more. */
async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('h1')).not.toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  // A list that waits for a newer answer is pale on purpose.
  await expect(page.locator('[aria-busy="true"].opacity-60')).toHaveCount(0);
}

async function expectFit(page: Page, place: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${place} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await page.title(), place).not.toBe('');
}

/** Looks at a wide page on a telephone's width as well, and leaves it as it was. */
async function onTelephone(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  if (!before || before.width === TELEPHONE.width) return;
  await page.setViewportSize(TELEPHONE);
  await look();
  await page.setViewportSize(before);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A page as it is entered: no finding of axe as wide as it is and on a telephone, no sideways scroll, and a title. */
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

/**
 * A page in one of its states. The first of each page in a test is looked at like a page that is entered; the further ones
 * for sideways scroll and a title, in both widths: axe has seen the page, and colours are proved by themselves.
 */
export async function expectSound(page: Page, path = pathOf(page)): Promise<void> {
  const pages = entered.get(page) ?? new Set();
  entered.set(page, pages);
  const kind = path.replaceAll(/\b([\da-f]{8}-[\da-f-]{27}|\d+)\b/g, '…');
  if (!pages.has(kind)) {
    pages.add(kind);
    return expectSoundEverywhere(page, path);
  }
  await expectSettled(page);
  await expectFit(page, path);
  await onTelephone(page, () => expectFit(page, `${path}, narrow`));
}
