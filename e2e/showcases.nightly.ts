import type { Browser, Page } from '@playwright/test';
import type { DemoTest } from '../server/database/demo/order.ts';
import { passHourJob } from '../server/src/modules/showcases/use-cases/pass-time.ts';
import { type ClockedSite, openClockedSite } from './clocked-site.ts';
import { expectFitLarge, main } from './ordering.ts';
import { anotherBrowser } from './people.ts';
import { openAs } from './sessions.ts';
import { askServer, expect, mailTo, origin, test } from './site.ts';
import type { Listed } from './site-pages.ts';
import { expectSound } from './sound.ts';

const DAY_MS = 86_400_000;
const OWNER = 'customer@demo.test';
const TITLE = 'BPC-157 5 mg';
/** The user agent of an ordinary browser. The site does not count views by automatic ones. */
const READER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

// The steps are days apart, so the test has its own site and moves its clock.
let site: ClockedSite;

test.beforeAll(async () => {
  site = await openClockedSite();
  askServer(site.origin);
});

test.afterAll(async () => {
  askServer(undefined);
  await site.close();
});

const published = (batch: string): DemoTest => ({
  by: 'customer',
  sku: 'bpc-157',
  method: 'stripe',
  visibility: 'public',
  compound: 'BPC-157',
  dosage: '5 mg per vial',
  maker: 'Orders Maker',
  batch,
  daysAgo: 0,
  ends: 'retracted',
  reason: 'The sample was mixed up.',
  result: {
    title: TITLE,
    summary: 'Identity confirmed.',
    trace: null,
    measurements: () => [
      { analyte: 'Purity', method: 'RP-HPLC', value: 99.1, unit: '% area', limit: '≥ 98.0', verdict: 'pass' },
    ],
  },
});

/** Finds the published result of a batch in the public list. */
async function resultOf(page: Page, batch: string): Promise<Listed> {
  const { data } = (await (await page.request.get('/api/tests')).json()) as { data: Listed[] };
  const found = data.find(({ batch_code }) => batch_code === batch);
  if (!found) throw new Error(`no result of ${batch} is published`);
  return found;
}

/** Pays on the sandbox's page, which leads back to the weeks of this result. Then the provider tells the site. */
async function payWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay \$49\.00$/ }).click();
  await expect(main(page).getByRole('heading', { name: 'Paid display' })).toBeVisible();
  await site.work();
}

/** A reader finds the result on the home page and reads it. */
async function readFromHome(browser: Browser, place: number): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin(),
    userAgent: READER,
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.8.${place}` },
  });
  const page = await context.newPage();
  await page.goto('/');
  const card = page.getByRole('article').filter({ hasText: 'PAID' });
  await expect(card).toContainText(TITLE);
  const told = page.waitForResponse((answer) => answer.url().endsWith('/views'));
  await card.getByRole('link').click();
  expect((await told).status()).toBe(204);
  await context.close();
}

const weeks = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

test('an owner buys a week on the home page for a result, renews it and gets a refund', async ({
  page,
  browser,
}) => {
  const shown = published('O-1');
  // Two results, of which only one gets a week on the home page.
  for (const each of [shown, published('O-2')])
    await site.take(each, 'draft', 'pay', 'intake', 'measure', 'publish');
  const { request_id: id, task_number: task } = await resultOf(page, 'O-1');

  await test.step('the page shows the dates of the week and its price before the owner pays', async () => {
    await openAs(page, OWNER, `/dashboard/tests/${id}`);
    const part = main(page).locator('details', { hasText: 'Show it in Discoveries' });
    await part.locator('summary').click();
    await expect(part).toContainText('The next free week is');
    await expect(part).toContainText('For $49.00');
    await expectSound(page);
    await part.getByRole('button', { name: 'Pay $49.00 by card' }).click();
    await payWeek(page);
    await expect(weeks(page)).toHaveCount(1);
    await expect(weeks(page)).toContainText('SHOWN NOW');
  });

  await test.step('readers see the result on the home page with its mark, and only their views are counted', async () => {
    await readFromHome(browser, 1);
    await readFromHome(browser, 2);
    await readFromHome(browser, 2);
    const told = page.waitForResponse((answer) => answer.url().endsWith('/views'));
    await page.goto(`/tests/${id}`);
    await told;
    await page.goto('/dashboard/showcases');
    await expect(weeks(page)).toContainText('2 views so far');
    await expect(weeks(page).getByRole('img', { name: /^Views per day\. .*: 2 views\.$/ })).toBeVisible();
    await expectSound(page);
    await expectFitLarge(page);
  });

  await test.step('two days before the week ends, a mail offers the owner the renewal by one click', async () => {
    // No page of the site is open during this time.
    await page.goto('about:blank', { waitUntil: 'commit' });
    site.clock.advance(5 * DAY_MS);
    await site.work(passHourJob);
    const mail = await mailTo(page, OWNER, /ends in two days/);
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

  await test.step('an admin ends a week that has not begun, and the owner gets the whole price back', async () => {
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
    await site.work();
    await page.reload();
    await expect(weeks(page).first()).toContainText('$49.00 went back in full.');
  });

  await test.step('a withdrawn result leaves the home page at once, and the owner gets back the price of the other days', async () => {
    await site.take(shown, 'retract');
    const mail = await mailTo(page, OWNER, /has ended early/);
    expect(mail.text).toContain('$7.00');
    await page.reload();
    await expect(weeks(page).last()).toContainText('$7.00 went back for the days that were left.');
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Discoveries' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Discoveries' }).getByText('PAID')).toHaveCount(0);
  });
});
