import type { Browser } from '@playwright/test';
import { budgetBytes } from '../scripts/bundle-budget.ts';
import { expect, origin, test } from './site.ts';
import { listed } from './site-pages.ts';

/** For how many milliseconds after the page's load event the scripts are measured. */
const windowMs = 3_000;

/** The budgets of pages that may be larger than the others, by up to 7 %. */
const LARGER: [page: RegExp, bytes: number][] = [
  // The order form loads the form library at once, and the page of a test has its runs, raw files and limits.
  [/^\/request$|^\/tests\/./, 160_000],
  // The sign-in asks whether the browser knows passkeys, the form of a group loads the form library, and a dossier has
  // its plots.
  [/^\/login$|^\/group-tests\/request$|^\/compounds\//, 152_500],
];
const mostBytes = (path: string) => LARGER.find(([page]) => page.test(path))?.[1] ?? budgetBytes;

/** Returns how many bytes of scripts a first visit receives, and whether any came before the first paint. */
async function firstVisit(browser: Browser, path: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(origin() + path, { waitUntil: 'load' });
  await page.waitForTimeout(windowMs);
  const early = await page.evaluate(() => {
    const [paint] = performance.getEntriesByType('paint');
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (paint?.startTime ?? 0))
      .map(({ name }) => name);
  });
  await context.close();
  return { path, bytes, early, count: scripts.size };
}

test('each public page loads at most 150 kB of scripts on a first visit, and only after the first paint', async ({
  browser,
  page,
}) => {
  const { request_id: id } = await listed(page, 10003);
  const paths = [
    '/',
    '/pricing',
    '/tests',
    `/tests/${id}`,
    '/request',
    '/verify',
    '/transparency',
    '/how-it-works',
    '/compounds/retatrutide',
  ];
  const more = ['/group-tests', '/group-tests/request', '/login', '/register', '/reset-password', '/terms'];
  const { items } = (await (await page.request.get(`${origin()}/api/group-tests?category=open`)).json()) as {
    items: { id: string }[];
  };
  const [group] = items;
  if (!group) throw new Error('no group is open');
  more.push(`/group-tests/${group.id}`);
  const left = [...paths, ...more];
  const visits: Awaited<ReturnType<typeof firstVisit>>[] = [];
  // Visits mostly wait, so several visits run in parallel.
  const visitor = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift())
      visits.push(await firstVisit(browser, path));
  };
  await Promise.all([visitor(), visitor(), visitor()]);
  console.table(visits.map(({ path, bytes, count }) => ({ path, bytes, count })));
  expect(visits.filter(({ count }) => count === 0)).toEqual([]);
  expect(visits.filter(({ path, bytes }) => bytes > mostBytes(path))).toEqual([]);
  expect(visits.filter(({ early }) => early.length > 0)).toEqual([]);
});
