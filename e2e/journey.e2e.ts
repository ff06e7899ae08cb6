import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { anotherBpcRun } from './another-run.ts';
import { chosenTest, publish } from './ordering.ts';
import { anotherBrowser, PASSWORD } from './people.ts';
import { sign } from './samples.ts';
import { openAs } from './sessions.ts';
import { codeIn, expect, mailTo, origin, test } from './site.ts';
import { expectSettled } from './sound.ts';

type Order = { id: string; task: string; key: string };

/** Plays a barcode scanner: the number and Enter are typed into the scan field. */
async function scan(page: Page, task: string): Promise<void> {
  await expect(page.getByLabel('Scan or type a task number, or search')).toBeFocused();
  await page.keyboard.type(task);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lab\/requests\//);
}

/** A new user places an order. The test goes from /request to the dashboard, which waits for the vial. */
async function order(page: Page, visibility: 'Public' | 'Private', email: string): Promise<Order> {
  await page.goto('/request?sku=bpc-157');
  const summary = page
    .getByRole('complementary')
    .or(page.getByRole('region', { name: /summary/i }))
    .first();
  await expect(chosenTest(page)).toContainText('BPC-157');
  await expect(page.getByLabel('Compound name')).toHaveValue('BPC-157');
  await page.getByLabel('Dosage').fill('5 mg per vial');
  await page.getByLabel('Manufacturer').fill('Journey Maker');
  await page.getByLabel('Batch code').fill(`J-${visibility}`);
  await page.getByRole('radio', { name: new RegExp(`^${visibility}`) }).check();
  await page.getByRole('radio', { name: /^Card/ }).check();
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' });
  await expect(proceed).toBeDisabled();
  await page.getByRole('checkbox', { name: /I confirm the provided details are accurate/ }).check();
  await expect(summary).toContainText(visibility === 'Public' ? '$162.00' : '$180.00');
  await proceed.click();

  // The user is signed out, creates an account, and returns to the form with all input in it.
  await expect(page).toHaveURL(/\/login/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /register|create/i })
    .click();
  await page.getByLabel('First name').fill('Journey');
  await page.getByLabel('Last name').fill('Person');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /register|create/i })
    .click();
  await expect(page).toHaveURL(/\/verify-email\?/);
  const code = codeIn(await mailTo(page, email, /code|verify/i));
  await page
    .getByLabel(/digit 1|character 1|code/i)
    .first()
    .click();
  await page.keyboard.type(code);
  const confirm = page.getByRole('main').getByRole('button', { name: /verify|confirm/i });
  if (await confirm.isVisible().catch(() => false)) await confirm.click().catch(() => undefined);

  await expect(page).toHaveURL(/\/request/);
  await expect(page.getByLabel('Batch code')).toHaveValue(`J-${visibility}`);
  await expect(page.getByRole('radio', { name: new RegExp(`^${visibility}`) })).toBeChecked();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();

  // This is the payment page of the sandbox's provider.
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await expect(page.getByText('TEST MODE')).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page).toHaveURL(/\/request\/success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  await page
    .getByRole('main')
    .getByRole('link', { name: /dashboard/i })
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Open' }).first().click();
  await expect(page.getByRole('heading', { name: /BPC-157/ }).first()).toBeVisible();
  await expect(page.getByText('AWAITING SAMPLE').first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 sealed vial');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const text = await page.getByRole('main').innerText();
  const key = /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}/.exec(text)?.[0] ?? '';
  const task = /\b1\d{4}\b/.exec(text)?.[0] ?? '';
  expect(key).not.toBe('');
  expect(task).not.toBe('');
  const mail = await mailTo(page, email, /sample|vial|paid|send/i);
  expect(mail.text).toContain(task);
  return { id, task, key };
}

/** The analyst receives the vial, measures it, and submits the result. A second person publishes the result. */
async function analyse(browser: Browser, page: Page, { task }: Order): Promise<void> {
  const analyst = await anotherBrowser(browser, page);
  const desk = await analyst.newPage();
  await openAs(desk, 'analyst@demo.test', '/lab');
  await scan(desk, task);
  await desk.getByLabel('Condition').fill('Intact and sealed');
  await desk.getByRole('button', { name: /^Accept/ }).click();

  await desk.getByLabel('Title').fill('BPC-157 5 mg');
  await desk.getByLabel('Summary').fill('Identity confirmed; purity and amount within limits.');
  // The lines of the template are already there. The analyst types only values, and Enter goes to the next.
  const row = (number: number) => desk.getByRole('group', { name: `Measurement ${number}` });
  await row(1).getByLabel('Value').fill('1419.5');
  await expect(row(1)).toContainText('1419.54 ± 0.5');
  await expect(row(1)).toContainText('Pass');
  await row(1).getByLabel('Value').press('Enter');
  // The chromatogram that is uploaded below is the second measurement.
  await desk.keyboard.type('99.0 99.1 99.2');
  await expect(row(2)).toContainText('mean of 3');
  await row(2).getByLabel('Value').press('Enter');
  await desk.keyboard.type('4.95 5.05');
  await expect(row(3)).toContainText('100.0 % of the customer’s label claim, 5 mg/vial');
  await desk.getByRole('button', { name: /^Save/ }).click();
  await expect(desk.getByText(/^Saved/).first()).toBeVisible();

  // The server refuses an invalid chromatogram with a line number and a reason, and stores nothing.
  const chooser = desk.getByLabel(/Drop a chromatogram|Replace the chromatogram/);
  await chooser.setInputFiles({
    name: 'bad.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('time,signal\n1,2\n2,oops\n'),
  });
  await expect(desk.getByText(/Line 3/)).toBeVisible();
  await chooser.setInputFiles(anotherBpcRun(crypto.randomUUID()));
  await expect(
    desk
      .getByRole('table')
      .filter({ hasText: /retention|area/i })
      .first(),
  ).toBeVisible();
  await desk.getByRole('button', { name: /^Submit|Hand/ }).click();
  await sign(desk);
  await expect(desk.getByText(/in review/i).first()).toBeVisible();
  await analyst.close();

  const reviewer = await anotherBrowser(browser, page);
  const second = await reviewer.newPage();
  await openAs(second, 'reviewer@demo.test', '/lab');
  await scan(second, task);
  await second
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click();
  await sign(second);
  await expect(second.getByText('COMPLETE').first()).toBeVisible();
  await reviewer.close();
}

async function download(
  page: Page,
  role: 'button' | 'link',
  name: RegExp,
): Promise<{ file: string; bytes: Buffer }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('main').getByRole(role, { name }).first().click(),
  ]);
  return { file: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

test('a customer orders a public test, and a stranger verifies its certificate', async ({
  page,
  browser,
}, info) => {
  const email = `public-${info.project.name}-${Date.now()}@example.test`;
  const placed = await order(page, 'Public', email);
  await analyse(browser, page, placed);

  await page.reload();
  await expect(page.getByText('COMPLETE').first()).toBeVisible();
  const own = await download(page, 'button', /Certificate of Analysis/);
  expect(own.file).toBe(`coa-${placed.task}.pdf`);
  expect(own.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await mailTo(page, email, /result/i);

  const stranger = await anotherBrowser(browser, page);
  const public_ = await stranger.newPage();
  await public_.goto('/verify');
  await public_.getByLabel('Task number').fill(placed.task);
  await public_.getByLabel('Unique key').fill('0000-0000-0000');
  await public_
    .getByRole('main')
    .getByRole('button', { name: /verify/i })
    .click();
  await expect(public_.getByText('Invalid task number or key.')).toBeVisible();
  await public_.getByLabel('Unique key').fill(placed.key.toLowerCase());
  await public_
    .getByRole('main')
    .getByRole('button', { name: /verify/i })
    .click();
  await expect(public_.getByText('Verified (Public)')).toBeVisible();
  await expect(public_.getByRole('main')).not.toContainText('Journey Person');

  await public_.goto('/tests');
  await public_.getByRole('searchbox').fill('Journey Maker');
  await expect(public_).toHaveURL(/search=Journey/);
  // A click must not meet another card of the list before the search.
  await expectSettled(public_);
  const found = public_.getByRole('article').filter({ hasText: `#${placed.task}` });
  await found.getByRole('link', { name: /BPC-157 5 mg/ }).click();
  await expect(public_).toHaveURL(new RegExp(`/tests/${placed.id}$`));
  await expect(public_.getByRole('main')).toContainText('99.1');
  await expect(public_.getByRole('main')).not.toContainText(placed.key);
  const theirs = await download(public_, 'link', /Download Certificate of Analysis \(PDF\)/);
  expect(theirs.file).toBe(`coa-${placed.task}.pdf`);
  expect(theirs.bytes.equals(own.bytes)).toBe(true);
  await stranger.close();
});

test('a stranger sees only that a private test exists', async ({ page, browser }, info) => {
  const placed = await order(page, 'Private', `private-${info.project.name}-${Date.now()}@example.test`);
  await publish(page, placed.id);
  await page.reload();
  const own = await download(page, 'button', /Certificate of Analysis/);
  expect(own.file).toBe(`coa-${placed.task}.pdf`);

  const stranger = await anotherBrowser(browser, page);
  const other = await stranger.newPage();
  // The QR code on the certificate opens this address. Number and key are in the fragment, and the page checks them at
  // once.
  await other.goto(`/verify#task=${placed.task}&key=${placed.key}`);
  await expect(other.getByText('Verified (Private). Limited summary only.')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Read the full result' })).toHaveCount(0);

  await other.goto(`/tests?search=${placed.task}`);
  await expect(other.getByRole('main')).toContainText(`#${placed.task}`);
  await expect(other.getByRole('main')).not.toContainText('Journey Maker');
  await other.goto(`/tests/${placed.id}`);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('BPC-157');
  await expect(other.getByRole('main')).not.toContainText('Journey Maker');
  await expect(other.getByRole('main')).not.toContainText('99.1');
  const answer = await other.request.get(`${origin()}/api/tests/${placed.id}/certificate`);
  expect(answer.status()).toBe(404);
  await stranger.close();
});
