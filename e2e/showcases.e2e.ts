import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { Installation } from './installation.ts';
import { call, expectFitLarge, main, newcomer, order, publish, staff } from './ordering.ts';
import { anotherBrowser, DEMO_PASSWORD } from './people.ts';
import { openAs } from './sessions.ts';
import { askServer, expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

// A week has to pass: the server is our own, and its clock begins where the journey is.
test.describe.configure({ timeout: 240_000 });

const DAY_MS = 86_400_000;
/** No day turns while the journey runs. */
const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const startsAt = (day: number) => new Date(noon + day * DAY_MS).toISOString();
/** A browser as people have it: one that drives itself is a machine, whose views are not counted. */
const READER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let directory: string;
let server: Installation;

test.beforeAll(async () => {
  directory = await scratchDirectory('showcases');
  const main = fileURLToPath(new URL('./serve-later.ts', import.meta.url));
  server = new Installation({ DATA_DIR: directory, TRUST_PROXY: '1', STATEMENT_TIMEOUT_MS: '20000' }, main);
  await server.start({ STARTS_AT: startsAt(0) });
  askServer(server.address);
});

test.afterAll(async () => {
  askServer(undefined);
  await server.end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
});

/** The same installation so many days after the first, with what runs by the clock done once. Nobody is there meanwhile. */
async function later(page: Page, day: number): Promise<void> {
  await page.goto('about:blank', { waitUntil: 'commit' });
  await server.end('SIGTERM');
  const { port } = new URL(server.address);
  await server.start({ PORT: port, STARTS_AT: startsAt(day), RUN_JOB: 'showcase.hourly' });
}

/** Pays on the sandbox's page, which leads back to the weeks of the result. */
async function payWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay \$49\.00$/ }).click();
  await expect(main(page).getByRole('heading', { name: 'Paid display' })).toBeVisible();
}

/** Somebody finds the result on the home page and reads it. */
async function readFromHome(browser: Browser, place: number, title: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin(),
    userAgent: READER,
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.8.${place}` },
  });
  const page = await context.newPage();
  await page.goto('/');
  const card = page.getByRole('article').filter({ hasText: 'PAID' });
  await expect(card).toContainText(title);
  const told = page.waitForResponse((answer) => answer.url().endsWith('/views'));
  await card.getByRole('link').click();
  expect((await told).status()).toBe(204);
  await context.close();
}

const weeks = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

test('a week in Discoveries: bought, shown, counted, reminded of, renewed and refunded', async ({
  page,
  browser,
}) => {
  const owner = await newcomer(page);
  const { id, task } = await order(page, owner.token, { visibility: 'public' });
  await publish(page, id);
  const another = await order(page, owner.token, { visibility: 'public' });
  await publish(page, another.id);
  const title = 'BPC-157 5 mg';

  await test.step('week and price are named before anything is paid', async () => {
    await page.goto(`/dashboard/tests/${id}`);
    const part = main(page).locator('section', { hasText: 'Show it in Discoveries for a week' });
    await expect(part).toContainText('The next free week is');
    await expect(part).toContainText('For $49.00');
    await expectSound(page);
    await part.getByRole('button', { name: 'Pay $49.00 by card' }).click();
    await payWeek(page);
    await expect(weeks(page)).toHaveCount(1);
    await expect(weeks(page)).toContainText('SHOWN NOW');
  });

  await test.step('others see it on the home page, marked, and their views are counted; the owner’s is not', async () => {
    await readFromHome(browser, 1, title);
    await readFromHome(browser, 2, title);
    await readFromHome(browser, 2, title);
    const told = page.waitForResponse((answer) => answer.url().endsWith('/views'));
    await page.goto(`/tests/${id}`);
    await told;
    await page.goto('/dashboard/showcases');
    await expect(weeks(page)).toContainText('2 views so far');
    await expect(weeks(page).getByRole('img', { name: /^Views per day\. .*: 2 views\.$/ })).toBeVisible();
    await expectSound(page);
    await expectFitLarge(page);
  });

  await test.step('two days before the end a mail leads to where it is renewed with one press', async () => {
    await later(page, 5);
    const mail = await mailTo(page, owner.email, /ends in two days/);
    expect(mail.text).toContain('2 views');
    const link = /http\S+\/dashboard\/\S+/.exec(mail.text)?.[0];
    await page.goto(link ?? 'the mail has no link');
    await main(page)
      .getByRole('button', { name: /^Renew for \$49\.00 by card/ })
      .click();
    await payWeek(page);
    await expect(weeks(page).first()).toContainText('COMING');
    await expect(weeks(page).last()).toContainText('SHOWN NOW');
  });

  await test.step('an admin ends the coming week, and all of its money goes back', async () => {
    const office = await anotherBrowser(browser, page);
    const desk = await office.newPage();
    await openAs(desk, 'admin@demo.test', '/lab/showcases');
    await expect(main(desk).getByRole('table', { name: /^Places by day/ })).toContainText(String(task));
    await expectSound(desk);
    await main(desk)
      .getByRole('row')
      .filter({ hasText: 'COMING' })
      .getByRole('button', { name: /^End/ })
      .click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('The owner asked us to.');
    await desk.getByRole('dialog').getByRole('button', { name: 'End and refund' }).click();
    await expect(main(desk).getByRole('row').filter({ hasText: 'STOPPED' })).toContainText('$49.00 back');
    await office.close();
    await page.reload();
    await expect(weeks(page).first()).toContainText('$49.00 went back in full.');
  });

  await test.step('a result that is withdrawn leaves at once, and the days that have not begun are refunded', async () => {
    const reviewer = await staff(page, 'reviewer');
    await call(page, 'POST', `/api/lab/requests/${id}/retract`, reviewer, {
      reason: 'The sample was mixed up.',
      password: DEMO_PASSWORD,
    });
    const mail = await mailTo(page, owner.email, /has ended early/);
    expect(mail.text).toContain('$7.00');
    await page.reload();
    await expect(weeks(page).last()).toContainText('$7.00 went back for the days that were left.');
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Discoveries' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Discoveries' }).getByText('PAID')).toHaveCount(0);
  });
});
