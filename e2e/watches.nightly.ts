import type { Page } from '@playwright/test';
import type { DemoTest } from '../server/database/demo/order.ts';
import { askForDigests } from '../server/src/modules/watches/watches.service.ts';
import { type ClockedSite, openClockedSite } from './clocked-site.ts';
import { DEMO_PASSWORD, fillLogin, newAddress } from './people.ts';
import { expect, test } from './site.ts';
import { type Listed, main } from './site-pages.ts';
import { expectSound } from './sound.ts';

// E-mail alerts about new results: the form, the mails, and the end of an alert.

const OFFER = 'Tell me when something new comes';

const published = (batch: string): DemoTest => ({
  by: 'second',
  sku: 'bpc-157',
  method: 'stripe',
  visibility: 'public',
  compound: 'BPC-157',
  dosage: '5 mg per vial',
  maker: `Maker ${'M'.repeat(60)}`,
  batch,
  daysAgo: 0,
  ends: 'retracted',
  reason: 'Two vials were exchanged before the injection.',
  result: {
    title: 'BPC-157 5 mg',
    summary: 'The purity is within its limit.',
    trace: null,
    measurements: () => [
      { analyte: 'Purity', method: 'RP-HPLC', value: 99.1, unit: '% area', limit: '≥ 98.0', verdict: 'pass' },
    ],
  },
});

/** Opens the form on this page and sends it with this address. */
async function ask(page: Page, email: string): Promise<void> {
  await main(page).getByRole('link', { name: OFFER }).click();
  const form = main(page).getByRole('form', { name: OFFER });
  const box = form.getByLabel('Email');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  await box.fill(email);
  await form.getByRole('button', { name: 'Send me the link' }).click();
  await expect(main(page).getByRole('status')).toContainText(`we have sent a mail to ${email}`);
}

/** The link in the newest mail to a person, as an address. */
async function linkIn(site: ClockedSite, to: string, path: string): Promise<string> {
  const [mail] = await site.mailsTo(to);
  const link = mail?.text.match(new RegExp(`${site.origin}${path}\\S+`))?.[0];
  if (!link) throw new Error(`no ${path} in: ${mail?.text}`);
  return link;
}

/** Confirms the alert by the link in the newest mail to a person. */
async function confirm(page: Page, site: ClockedSite, to: string, what: string): Promise<void> {
  await site.work();
  await page.goto(await linkIn(site, to, '/watches/confirm'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Watch ${what}?`);
  await expectSound(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You watch ${what}`);
  await expectSound(page);
}

/** Moves the clock to the next morning (UTC), and sends the mails of that day. */
async function sendDigests({ clock, modules, work }: ClockedSite): Promise<void> {
  const morning = clock.now();
  morning.setUTCDate(morning.getUTCDate() + 1);
  morning.setUTCHours(8, 0, 0, 0);
  clock.advance(morning.getTime() - clock.now().getTime());
  await askForDigests(modules.watches);
  await work();
}

test.describe('e-mail alerts arrive on a site whose clock the test moves', () => {
  // These tests share one site with its clock and jobs, so they run one after another.
  test.describe.configure({ mode: 'default' });
  let site: ClockedSite;
  test.beforeAll(async () => {
    site = await openClockedSite();
  });
  test.afterAll(() => site.close());

  const subjects = async (to: string) => (await site.mailsTo(to)).map(({ subject }) => subject);

  test('a reader confirms an alert about a compound, gets one mail a day, and stops it by one click', async ({
    page,
  }) => {
    const reader = newAddress('reader');
    const [first, second] = [published('W-1'), published('W-2')];
    await site.take(first, 'draft', 'pay', 'intake', 'measure', 'publish');

    await page.goto(`${site.origin}/compounds/bpc-157`);
    const feed = page.locator('link[rel=alternate][href="/compounds/bpc-157/feed.atom"]');
    await expect(feed).toHaveAttribute('type', 'application/atom+xml');
    expect(await (await page.request.get(`${site.origin}/compounds/bpc-157/feed.atom`)).text()).toContain(
      'W-1',
    );
    await ask(page, reader);
    await expectSound(page);
    await confirm(page, site, reader, 'BPC-157');

    await site.take(second, 'draft', 'pay', 'intake', 'measure', 'publish');
    expect(await subjects(reader)).toHaveLength(1);
    await sendDigests(site);
    expect(await subjects(reader)).toEqual([
      expect.stringContaining('New result: BPC-157'),
      expect.stringContaining('Confirm'),
    ]);
    await page.goto(await linkIn(site, reader, '/tests/'));
    await expect(main(page)).toContainText('W-2');

    await site.take(second, 'retract');
    expect((await subjects(reader))[0]).toContain('Withdrawn: result of BPC-157');
    const stop = await linkIn(site, reader, '/watches/stop');
    await page.goto(stop);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop watching BPC-157?');
    await expectSound(page);
    // A mail program sends this call for its "unsubscribe" button (RFC 8058).
    expect((await page.request.post(stop, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing to stop');
    await site.take(first, 'retract');
    expect(await subjects(reader)).toHaveLength(3);
  });

  test('a signed-in user watches a test with one press, sees its alert on the dashboard, and stops watching it', async ({
    page,
  }) => {
    const email = 'customer@demo.test';
    const watched = published('W-3');
    await site.take(watched, 'draft', 'pay');
    await page.goto(`${site.origin}/login?next=/dashboard/watches`);
    await fillLogin(page, email, DEMO_PASSWORD);
    await expect(main(page)).toContainText('You watch nothing');
    await expectSound(page);

    const { data } = (await (await page.request.get(`${site.origin}/api/tests`)).json()) as {
      data: Listed[];
    };
    const found = data.find(({ batch_code }) => batch_code === 'W-3');
    const task = found?.task_number;
    // Without a session, the same address gets a mail first.
    const json = { kind: 'task', subject: String(task), email };
    expect((await page.request.post(`${site.origin}/api/watches`, { data: json })).status()).toBe(202);
    await page.goto(`${site.origin}/dashboard/watches`);
    await expect(main(page)).toContainText('NOT CONFIRMED');
    await page.goto(`${site.origin}/tests/${found?.request_id}`);
    await main(page).getByRole('link', { name: OFFER }).click();
    const answer = main(page).getByRole('status').filter({ hasText: 'You are watching' });
    await expect(answer).toContainText(`You are watching Test #${task}.`);
    await expect(answer).toContainText(`Mails go to ${email}.`);
    await expectSound(page);

    await page.goto(`${site.origin}/dashboard/watches`);
    const entry = main(page).getByRole('list', { name: 'Watches' }).getByRole('listitem');
    await expect(entry).toHaveCount(1);
    await expect(entry.getByRole('link')).toHaveText(`Test #${task}`);
    await expect(entry).not.toContainText('NOT CONFIRMED');
    await expectSound(page);
    await entry.getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(main(page)).toContainText('You watch nothing');
  });

  test('an admin reads how many alerts each subject has, and sees no e-mail addresses', async ({ page }) => {
    const reader = newAddress('counted');
    await site.take(published('W-4'), 'draft', 'pay', 'intake', 'measure', 'publish');
    await page.goto(`${site.origin}/compounds/bpc-157`);
    await ask(page, reader);
    await confirm(page, site, reader, 'BPC-157');
    await page.goto(`${site.origin}/login?next=/lab/watches`);
    await fillLogin(page, 'admin@demo.test', DEMO_PASSWORD);
    const most = main(page).getByRole('table', { name: 'Most watched' });
    await expect(most.getByRole('row', { name: 'BPC-157' })).toContainText('1');
    await expect(main(page)).not.toContainText(reader);
    await expectSound(page);
  });

  test('without scripts, the link to an alert leads to a page with its form', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const email = newAddress('plain');
    await site.take(published('W-5'), 'draft', 'pay', 'intake', 'measure', 'publish');
    await page.goto(`${site.origin}/compounds/bpc-157`);
    await main(page).getByRole('link', { name: OFFER }).click();
    await expect(page).toHaveURL(`${site.origin}/watch?kind=compound&subject=bpc-157`);
    const send = main(page).getByRole('button', { name: 'Send me the link' });
    await main(page).getByLabel('Email').fill('nobody');
    await send.click();
    await expect(main(page)).toContainText('Enter a valid email address.');
    await main(page).getByLabel('Email').fill(email);
    await send.click();
    await expect(main(page)).toContainText(`we have sent a mail to ${email}`);
    await site.work();
    expect(await subjects(email)).toEqual([expect.stringContaining('BPC-157')]);
    await context.close();
  });
});
