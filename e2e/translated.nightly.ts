import type { Page } from '@playwright/test';
import { TRANSLATORS, type Translator } from '../web/app/testing/translate.ts';
import { changeFirst, drawnAgain, translateLater } from './foreign.ts';
import { expect, test } from './site.ts';
import { staleTexts } from './stale-texts.ts';
import { type Control, nextControl, useControl } from './sweep-controls.ts';
import { enterAs, patternsOfSite, SWEPT, type Swept, type Viewer } from './sweep-pages.ts';

// Opens every page of the site in a browser that translates, and uses every control that stays on the page. No page may
// crash, and each text must be the one that React rendered last.

// A control that was used stays used, so a second try would test something else.
test.describe.configure({ timeout: 300_000, retries: 0 });

/** Controls that this test does not use, by page and name. */
const EXCEPTIONS = [
  { at: '.', name: '^Sign out( and register)?$', why: 'The session is needed for the rest of the page.' },
  {
    at: '^/lab/staff',
    name: '^(Save role|Take the role away)$',
    why: 'Other pages are swept by these people.',
  },
  {
    at: '.',
    name: '^Remove two-step sign-in and passkeys$',
    why: 'It ends the sessions of people who sweep other pages.',
  },
  { at: '^/dashboard/tests', name: '^Cancel the order$', why: 'Another test sweeps this order.' },
  { at: '.', name: '^Delete for good$', why: 'It ends the account.' },
];
const MOST_CONTROLS = 150;

/** The errors of a page, each with the control that was used before it. */
class Report {
  readonly faults: string[] = [];
  last = 'the page as it came';
  add(words: string): void {
    this.faults.push(`${this.last}: ${words}`);
  }
}

/** Collects uncaught errors and console errors of the page. Refused calls and downloads do not count. */
function watchFaults(page: Page, report: Report): void {
  page.on('pageerror', (error) => report.add(error.message));
  page.on('console', (message) => {
    const isRefusal = /Failed to load resource: .* status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) report.add(message.text());
  });
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('download', (download) => void download.cancel());
  page.context().on('page', (other) => void other.close());
}

/** Waits until no API call of the page is running and no element of it is busy. */
async function settle(page: Page, underway: Set<object>, report: Report): Promise<void> {
  const isIdle = async () =>
    underway.size === 0 &&
    (await page.evaluate(
      () =>
        new Promise<boolean | undefined>((resolve) => {
          const isOurs = '__reactRouterContext' in window;
          const isReady = () =>
            !isOurs || (window.isTranslated && !document.querySelector('main [aria-busy=true]'));
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(isReady())));
        }),
    ));
  await expect
    .poll(() => isIdle().catch(() => false), { timeout: 12_000, intervals: [0, 20, 50, 100, 250] })
    .toBe(true)
    .catch(() => report.add('is still busy after 12 seconds'));
}

/** The API calls and the navigation that are running now. */
function callsOf(page: Page): Set<object> {
  const underway = new Set<object>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isCall = pathname.startsWith('/api/') && pathname !== '/api/events';
    if (isCall || request.isNavigationRequest()) underway.add(request);
  });
  page.on('requestfinished', (request) => void underway.delete(request));
  page.on('requestfailed', (request) => void underway.delete(request));
  return underway;
}

/** Checks after each action what must be true on every page. Returns false after a crash. */
async function judge(page: Page, report: Report): Promise<boolean> {
  const heading = page.getByRole('heading', { name: /Something went wrong/ });
  const hasCrashed = (await heading.count()) > 0;
  if (hasCrashed) report.add('the page has crashed');
  // A form that was sent without scripts has loaded another document, which React hydrates now.
  const isTaken = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'));
  await page.waitForFunction(isTaken).catch(() => undefined);
  for (const stale of await staleTexts(page)) report.add(stale);
  const odd = /.{0,40}(\[object Object\]|\bundefined\b|\bNaN\b).{0,40}/.exec(
    await page.locator('body').innerText(),
  );
  if (odd) report.add(`shows “${odd[0]}”`);
  const counted = await page.evaluate(() => {
    const main = document.querySelector('main');
    const said = /Showing (\d+) of \d+/.exec(main?.textContent ?? '')?.[1];
    return said === undefined ? [] : [Number(said), main?.querySelectorAll('article').length];
  });
  if (counted[0] !== counted[1]) report.add(`counts ${counted[0]} of ${counted[1]} articles`);
  return !hasCrashed;
}

/** Uses every control of the page once. Returns after an action that leaves the page. */
async function useAll(
  page: Page,
  address: string,
  ready: Swept['ready'],
  report: Report,
): Promise<Control[]> {
  const underway = callsOf(page);
  const scope = address === '/' ? 'body' : 'main';
  const used: Control[] = [];
  const open = async () => {
    await page.goto(address);
    await page.waitForFunction(() => window.isTranslated);
    await ready?.(page);
    await settle(page, underway, report);
  };
  await open();
  await judge(page, report);
  const { pathname } = new URL(page.url());
  while (used.length < MOST_CONTROLS) {
    const search = { scope, used: used.map(({ id }) => id), exceptions: EXCEPTIONS };
    const control = await nextControl(page, search);
    if (!control) {
      if ((await page.locator('dialog[open]').count()) === 0) break;
      await page.keyboard.press('Escape');
      if ((await page.locator('dialog[open]').count()) > 0) await open();
      continue;
    }
    used.push(control);
    report.last = `${control.does} “${control.name}”`;
    await useControl(page, control);
    await settle(page, underway, report);
    const hasLeft = new URL(page.url()).pathname !== pathname;
    if (hasLeft || !(await judge(page, report))) await open();
  }
  return used;
}

async function sweep(page: Page, { address, ready }: Swept, viewer: Viewer, how: Translator): Promise<void> {
  const report = new Report();
  await enterAs(page, viewer);
  const where = await address(page);
  watchFaults(page, report);
  // One kind of translator is faster than hydration, and extensions change the page too. The other kind waits.
  if (how === 'replaces') await changeFirst(page, how);
  else {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await translateLater(page, how);
  }
  const used = await useAll(page, where, ready, report);
  if (how === 'replaces') {
    await page.goto(where, { waitUntil: 'commit' });
    report.last = 'the page as it came';
    if ((await drawnAgain(page)) > 0) report.add('was drawn a second time');
  }
  console.log(`${where} as ${viewer}: ${used.length} controls`);
  expect(report.faults).toEqual([]);
  expect(used.length, 'there are more controls than are used').toBeLessThan(MOST_CONTROLS);
}

test('the test of translated pages covers each page of the route table', async () => {
  const swept = new Set(SWEPT.map(({ pattern }) => pattern));
  expect([...swept].sort()).toEqual([...new Set(await patternsOfSite())].sort());
});

for (const [place, swept] of SWEPT.entries())
  for (const viewer of swept.viewers)
    for (const how of viewer === swept.viewers[0] ? TRANSLATORS : (['moves'] as const))
      test(`${place} ${swept.pattern} works for ${viewer} while a translator ${how} its texts`, async ({
        page,
      }) => {
        await sweep(page, swept, viewer, how);
      });
