import type { Page } from '@playwright/test';
import type { DemoTest } from '../server/database/demo/order.ts';
import { type ClockedSite, openClockedSite } from './clocked-site.ts';
import { DEMO_PASSWORD, fillLogin, signIn } from './people.ts';
import { call } from './samples.ts';
import { askServer, expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TYPED = 'Two small peaks after the main one.\nThe second injection agrees.';
const NOTICE = /^Your session ends at \d\d:\d\d\. Sign in again to go on; your drafts are kept\.$/;

const ordered: DemoTest = {
  by: 'second',
  sku: 'bpc-157',
  method: 'stripe',
  visibility: 'private',
  compound: 'BPC-157',
  dosage: '5 mg per vial',
  maker: 'Session Maker',
  batch: 'S-1',
  daysAgo: 0,
  ends: 'received',
};

// A session of staff lasts 12 hours, so the test has its own site and moves its clock.
let site: ClockedSite;

test.beforeAll(async () => {
  site = await openClockedSite();
  askServer(site.origin);
});

test.afterAll(async () => {
  askServer(undefined);
  await site.close();
});

/** The address of the only sample in the laboratory. */
async function pathOfSample(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
  const { data } = await call<{ data: { task_number: number }[] }>(
    page.request,
    ['GET', '/api/lab/requests'],
    token,
  );
  return `/lab/requests/${data[0]?.task_number}`;
}

/** Moves the clocks of the server and of the browser. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  await page.clock.fastForward(milliseconds);
}

test('an analyst reads when the session ends, and finds what was typed after the next sign-in', async ({
  page,
}) => {
  await site.take(ordered, 'draft', 'pay', 'intake');
  await page.clock.install({ time: site.clock.now() });
  await signIn(page, 'analyst@demo.test', DEMO_PASSWORD, '/lab');
  const sample = await pathOfSample(page);
  await page.goto(sample);
  const summary = page.getByLabel('Summary');
  await summary.fill(TYPED);
  const notice = page.getByRole('banner').getByRole('status');
  await expect(notice).toBeHidden();

  await test.step('the notice appears ten minutes before the end, and its button signs in anew', async () => {
    await pass(page, 12 * HOUR - 9 * MINUTE);
    await expect(notice).toHaveText(NOTICE);
    await expectSound(page);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL(`${origin()}/login?next=${encodeURIComponent(sample)}&why=hours`);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'A session of the laboratory lasts 12 hours. Log in to go on where you were; your drafts are kept.',
    );
    await fillLogin(page, 'analyst@demo.test', DEMO_PASSWORD);
    await expect(page).toHaveURL(origin() + sample);
    await expect(summary).toHaveValue(TYPED);
    await expect(notice).toBeHidden();
  });

  await test.step('when the session has ended, the page asks for a sign-in, and the text is there again', async () => {
    await summary.fill(`${TYPED}\nMore.`);
    await pass(page, 12 * HOUR);
    await expect(page).toHaveURL(`${origin()}/login?next=${encodeURIComponent(sample)}&why=hours`);
    await fillLogin(page, 'analyst@demo.test', DEMO_PASSWORD);
    await expect(page).toHaveURL(origin() + sample);
    await expect(summary).toHaveValue(`${TYPED}\nMore.`);
  });

  await test.step('another person who signs in does not find the text', async () => {
    await pass(page, 12 * HOUR);
    await expect(page).toHaveURL(/why=hours$/);
    await fillLogin(page, 'reviewer@demo.test', DEMO_PASSWORD);
    await expect(page).toHaveURL(origin() + sample);
    await expect(summary).not.toHaveValue(/More/);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(kept).not.toContain('More.');
  });
});
