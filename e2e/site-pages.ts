import type { APIRequestContext, Page } from '@playwright/test';
import { demoSession, keepSession } from './sessions.ts';
import { expect, origin } from './site.ts';

export type Listed = {
  request_id: string;
  task_number: number;
  sku_name: string;
  sku_description: string;
  status: string;
  visibility: string;
  manufacturer: string | null;
  batch_code: string | null;
  result: {
    title: string;
    summary: string;
    metrics: Record<string, string>;
    purity: { value: string; rest: string } | null;
  } | null;
};
export type Item = { name: string; slug: string; base_price_cents: number; popular_rank: number | null };

export const isTelephone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;
export const main = (page: Page) => page.getByRole('main');

/** Signs the demo customer in. The sign-in is valid from the next page that opens. */
export async function signInDemo(page: Page): Promise<void> {
  await keepSession(page, await demoSession(page.request, 'customer@demo.test'));
}

/** Opens a page. All later actions wait for hydration (`openAlive`). */
export const open = (page: Page, path: string) => page.goto(path);

/** Something that can call the API: a page, or an object in its place. */
type Asking = { request: APIRequestContext };

export async function dataOf<T>(page: Asking, path: string): Promise<T> {
  const answer = await page.request.get(`${origin()}/api${path}`);
  return ((await answer.json()) as { data: T }).data;
}

export async function listed(page: Asking, task: number): Promise<Listed> {
  const tests = await dataOf<Listed[]>(page, `/tests?limit=100&search=${task}`);
  const found = tests.find((each) => each.task_number === task);
  if (!found) throw new Error(`task ${task} is not listed`);
  return found;
}

/**
 * Opens a page by a link on the current page. Then the browser loads the data of the new page, and a test can fake the
 * answers.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page
    .locator(`footer a[href="${path}"], header a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(origin() + path);
}

/** Stops the page's clock. After this call only the test moves the clock. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 3_000);

/** Console messages of failures that these tests cause on purpose. */
export const provoked =
  /Failed to load resource: (the server responded with a status of 50\d|net::ERR_FAILED)/;

/** Blocks the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.unroute('**/assets/*.js');
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export type OwnTest = {
  request: { id: string; task_number: number; unique_key: string; batch_code: string | null };
  certificates: { revision: number; state: string }[];
};

/** The access token of the demo customer, and the customer's completed tests, newest first, each when it is asked for. */
async function eachOwnTest(
  page: Asking,
  visibility: string,
): Promise<{ tests: AsyncGenerator<OwnTest>; token: string }> {
  const { session } = await demoSession(page.request, 'customer@demo.test');
  const headers = { authorization: `Bearer ${session.access_token}` };
  const call = async (path: string) =>
    (await page.request.get(`${origin()}/api/me/tests${path}`, { headers })).json();
  const { items } = await call('?status=complete');
  async function* tests(): AsyncGenerator<OwnTest> {
    for (const item of items) if (item.visibility === visibility) yield call(`/${item.id}`);
  }
  return { tests: tests(), token: session.access_token };
}

/** The access token of the demo customer, and the customer's completed tests, newest first. */
export async function ownTests(
  page: Asking,
  visibility: string,
): Promise<{ tests: OwnTest[]; token: string }> {
  const { tests, token } = await eachOwnTest(page, visibility);
  const all: OwnTest[] = [];
  for await (const each of tests) all.push(each);
  return { tests: all, token };
}

/**
 * Task number and key of a completed test of the demo customer. It takes the newest test with a batch and a single
 * valid certificate, unless `isWanted` selects another test.
 */
export async function keyOf(
  page: Asking,
  visibility: string,
  isWanted = ({ request, certificates }: OwnTest) => certificates.length === 1 && request.batch_code !== null,
): Promise<{ task: string; key: string }> {
  const { tests } = await eachOwnTest(page, visibility);
  for await (const each of tests)
    if (isWanted(each)) return { task: String(each.request.task_number), key: each.request.unique_key };
  throw new Error(`no ${visibility} test is such a one`);
}
