import type { Browser, BrowserContext, Page } from '@playwright/test';
import { anotherBrowser, newPerson } from './people.ts';
import { demoSession, keepSession, type SignedIn as Session } from './sessions.ts';
import { expect, origin } from './site.ts';

export type Somebody = { context: BrowserContext; page: Page; token: string };

export async function call<T>(
  page: Page,
  method: string,
  path: string,
  token: string,
  data?: object,
): Promise<T> {
  const answer = await page.request.fetch(`${origin()}${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(data ? { data } : {}),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A session of a person of the demo, or of a new person. */
export const sessionOf = (page: Page, who: string): Promise<Session> =>
  who.endsWith('@demo.test') ? demoSession(page.request, who) : newPerson(page, who);

/** Creates a person who is signed in in a separate browser. */
export async function somebody(browser: Browser, page: Page, who: string): Promise<Somebody> {
  const signedIn = await sessionOf(page, who);
  const context = await anotherBrowser(browser, page);
  const own = await context.newPage();
  await keepSession(own, signedIn);
  return { context, page: own, token: signedIn.session.access_token };
}

/** Fills in and sends the form for a new group. Returns the address of the group. */
export async function begin(
  page: Page,
  title: string,
  seats: { min: string; target?: string },
): Promise<string> {
  await page.goto('/group-tests/request');
  await expect(page.getByText('Basics')).toBeVisible();
  await expect(page.getByText('Participants & Costs')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Test type').selectOption('bpc-157');
  await page.getByLabel('Minimum participants').fill(seats.min);
  await page.getByLabel('Target participants').fill(seats.target ?? '');
  await page.getByRole('button', { name: 'Create Group Test' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  return new URL(page.url()).pathname;
}

/** Joins the group on its open page. */
export async function join(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByText('joined', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/^You are in this group/)).toBeVisible();
}

/** Joins the group of this path by a call. */
export const joinByCall = (page: Page, { session }: Session, path: string) =>
  call(page, 'POST', `/api${path}/join`, session.access_token, { action: 'join' });

/** Opens a closed part of the group's page. */
export async function unfold(page: Page, title: string): Promise<void> {
  const summary = page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const part = page.locator('details').filter({ has: summary }).last();
  // Shares that arrive push the part down, and a click that began before then misses it.
  await expect(async () => {
    if ((await part.getAttribute('open')) === null) await summary.click();
    await expect(part).toHaveAttribute('open', '', { timeout: 1_000 });
  }).toPass();
}

/** Pays the person's due share on the open page of the group, with this method on the provider's page. */
export async function pay(page: Page, method: 'Card' | 'Crypto'): Promise<void> {
  const path = new URL(page.url()).pathname;
  await page.getByLabel(method).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: /^Pay [\d$]/ }).click();
  await page.waitForURL(/\/request\/success/);
  await expect(page.getByRole('link', { name: 'Back to the Group' })).toHaveAttribute('href', path);
}

/** Pays the person's due share by calls. */
export async function payByCalls(
  page: Page,
  { session: { access_token: token } }: Session,
  path: string,
  provider: 'stripe' | 'coinbase' = 'stripe',
): Promise<void> {
  type Detail = { viewer: { share: { id: string; amount_cents: number } } };
  const { share } = (await call<Detail>(page, 'GET', `/api${path}`, token)).viewer;
  const due = { request_id: share.id, amount_cents: share.amount_cents, provider, currency: 'usd' };
  const { url } = await call<{ url: string }>(page, 'POST', '/api/checkout', token, due);
  await page.request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
}

export const end = (people: Somebody[]) => Promise.all(people.map(({ context }) => context.close()));
