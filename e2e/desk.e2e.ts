import type { Page } from '@playwright/test';
import { ordered } from './paid-orders.ts';
import { anotherBrowser, PASSWORD, signIn } from './people.ts';
import { openAs } from './sessions.ts';
import { expect, mailTo, test } from './site.ts';
import { expectSound } from './sound.ts';
import { expectToast } from './toasts.ts';

const DAY_MS = 86_400_000;

/** Imitates a barcode scanner: types quickly into the focused element, and ends with Enter. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('an analyst receives three vials by scanner and keyboard, refuses a broken one, and its customer gets a mail', async ({
  page,
  browser,
}) => {
  const orders = await ordered(page, 3);
  const [one, two, three] = orders.map(({ task }) => task) as [string, string, string];
  const [first] = orders;
  const broken = orders[1];
  await openAs(page, 'analyst@demo.test', '/lab/intake');

  // The scan field has the focus, so the test clicks nothing until the parcel is received.
  await expect(page.getByLabel('Scan the next vial')).toBeFocused();
  const said = page.getByRole('main').getByRole('status');
  for (const task of [one, three, two]) {
    await scan(page, task);
    await expect(said).toHaveText(`Task ${task}: Expected`);
  }
  await scan(page, 'broken');
  await expect(said).toHaveText(`Task ${two}: Refused: broken`);
  await scan(page, one);
  await expect(said).toHaveText(`Task ${one} lies here already.`);
  await scan(page, '999999999');
  await expect(said).toContainText('No order has this number');
  await expect(page.getByRole('list', { name: 'Scanned vials' }).getByRole('listitem')).toHaveCount(4);
  await expectSound(page);

  // A reload keeps every scan.
  await page.reload();
  await expect(page.getByText('2 vials to take in, 1 to refuse, 1 not expected.')).toBeVisible();

  // The analyst photographs the broken vial before its disposal. A phone would use its camera here.
  const line = page.getByRole('listitem').filter({ hasText: two });
  await line.getByRole('button', { name: 'Change' }).press('Enter');
  const png = await page.screenshot();
  const choose = line.locator('input[type=file]').last();
  await expectToast(page, 'Photo kept.', () =>
    choose.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: png }),
  );
  await line.getByLabel('Note').fill('Powder on the padding');
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { name: '2 of 3 taken in' })).toBeFocused();
  const protocol = page.getByRole('table');
  await expect(protocol.getByRole('row').filter({ hasText: two })).toContainText('Refused: broken');
  await expect(protocol.getByRole('row').filter({ hasText: one })).toContainText('Received');
  await expectSound(page);

  await page.getByRole('link', { name: 'Print labels' }).press('Enter');
  await expect(page.getByRole('img', { name: `Label of task ${one}:` })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Label of task/ })).toHaveCount(2);
  await expectSound(page);

  await page.goBack();
  await expect(page.getByRole('heading', { name: '2 of 3 taken in' })).toBeVisible();
  // The page with the list of the parcel has no scan field, so Ctrl+K opens that of the laboratory's first page.
  await page.keyboard.press('Control+k');
  await expect(page).toHaveURL(/\/lab$/);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.goBack();
  await page.getByRole('button', { name: 'Next parcel' }).press('Enter');
  await expect(page.getByText('No vial scanned yet')).toBeVisible();
  // A scan goes into the scan field, even if another element has the focus.
  await page.getByRole('button', { name: 'Intact, label damaged' }).focus();
  await scan(page, one);
  await expect(page.getByText('This sample was taken in already.').first()).toBeVisible();

  const mail = await mailTo(page, broken?.email ?? '', new RegExp(`${two}: we could not accept`));
  expect(mail.text.replace(/\s+/g, ' ')).toContain('The vial arrived broken or leaking');
  expect(mail.text).toContain('full refund');
  const own = await anotherBrowser(browser, page);
  const customer = await own.newPage();
  await signIn(customer, broken?.email ?? '', PASSWORD, `/dashboard/tests/${broken?.id}`);
  await expect(customer.getByText('We could not accept the sample that arrived on')).toBeVisible();
  await expect(customer.getByText('What happens next:')).toBeVisible();
  await expect(customer.getByRole('img', { name: 'The vial' })).toHaveJSProperty('complete', true);
  expect(
    await customer
      .getByRole('img', { name: 'The vial' })
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(100);
  await expectSound(customer);
  await customer.goto(`/dashboard/tests/${first?.id}`);
  await expect(customer.getByText(/The result is expected by \w+day/)).toBeVisible();
  await own.close();
});

test('the list of samples marks due and overdue samples, and changes when other people work', async ({
  page,
  browser,
}) => {
  const [order] = await ordered(page, 1);
  const task = order?.task ?? '';
  await withoutPolling(page, 30_000);
  const following = page.waitForResponse((answer) => answer.url().includes('/api/events'));
  await openAs(page, 'analyst@demo.test', `/lab?q=${task}`);
  await following;
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: task, exact: true }) });
  await expect(row).toContainText('AWAITING SAMPLE');

  // On a slow computer the search runs after the user has typed more. No digit may be lost, or another sample would
  // open.
  const browserOf = await page.context().newCDPSession(page);
  await browserOf.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const field = page.getByRole('searchbox');
  await field.fill('');
  await field.pressSequentially(task, { delay: 310 });
  await expect(field).toHaveValue(task);
  await browserOf.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(new RegExp(`q=${task}$`));
  await expect(field).toHaveValue(task);

  // A colleague at another computer receives the sample.
  const other = await anotherBrowser(browser, page);
  const desk = await other.newPage();
  await openAs(desk, 'reviewer@demo.test', `/lab/requests/${task}`);
  await desk.getByRole('button', { name: 'Intact and sealed' }).click();
  await desk.getByRole('button', { name: 'Accept sample' }).click();
  await expect(desk.getByRole('button', { name: 'Accept sample' })).toHaveCount(0);
  await expect(row).toContainText('RECEIVED');
  await expect(row).toContainText(/due \d+ \w{3}|due \w+day/);
  await other.close();
  await expectSound(page);

  // This browser's clock is three weeks later, so the sample is overdue.
  await page.clock.setSystemTime(new Date(Date.now() + 21 * DAY_MS));
  await page.getByRole('link', { name: /^Received/ }).click();
  await expect(row).toContainText(/overdue by \d+ days/);
});

/** The page no longer asks the server again after this time, so only news from the server can change it. */
async function withoutPolling(page: Page, ms: number): Promise<void> {
  await page.addInitScript((polled) => {
    const { setInterval } = window;
    const unlessPolled = (work: () => void, ms?: number) => (ms === polled ? 0 : setInterval(work, ms));
    Object.assign(window, { setInterval: unlessPolled });
  }, ms);
}
