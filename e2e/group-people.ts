import type { Browser, BrowserContext, Page } from '@playwright/test';
import { anotherBrowser, newPerson } from './people.ts';
import { demoSession, keepSession, type SignedIn as Session } from './sessions.ts';
import { expect, origin } from './site.ts';

export type { Session };
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

/** Creates a person who is signed in in a separate browser. */
export async function somebody(browser: Browser, page: Page, who: string): Promise<Somebody> {
  const isDemo = who.endsWith('@demo.test');
  const signedIn = await (isDemo ? demoSession(page.request, who) : newPerson(page, who));
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

export async function join({ page }: Somebody, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByText('joined', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/^You are in this group/)).toBeVisible();
}

/** Opens a closed part of the group's page. */
export const unfold = (page: Page, title: string) =>
  page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .click();

/** Pays the person's due share with this method on the provider's page. */
export async function pay({ page }: Somebody, path: string, method: 'Card' | 'Crypto'): Promise<void> {
  await page.goto(path);
  await page.getByLabel(method).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: /^Pay [\d$]/ }).click();
  await page.waitForURL(/\/request\/success/);
  await expect(page.getByRole('link', { name: 'Back to the Group' })).toHaveAttribute('href', path);
}

export const end = (people: Somebody[]) => Promise.all(people.map(({ context }) => context.close()));
