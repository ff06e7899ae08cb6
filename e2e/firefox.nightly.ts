import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { ElementHandle, Page } from 'puppeteer-core';
import sharp from 'sharp';
import {
  alive,
  expect,
  expectAddress,
  expectText,
  firefox,
  named,
  open,
  press,
  test,
  type,
} from './firefox.ts';
import { DEMO_PASSWORD } from './passwords.ts';
import { blankPicture, photoOf } from './pictures.ts';
import { origin } from './site.ts';
import { dataOf, keyOf, listed } from './site-pages.ts';

// Common tasks of users in the usual Firefox, not in the changed one of Playwright.

test.skip(firefox === undefined, 'there is no Firefox on this machine (Debian: firefox-esr)');
test.describe.configure({ mode: 'default', timeout: 120_000 });

const tests = (page: Page) => page.$$eval('main article', (all) => all.length);
const isChecked = (page: Page, selector: string) =>
  page.$eval(selector, (box) => (box as HTMLInputElement).checked);

async function signIn(page: Page, next: string): Promise<void> {
  await open(page, `/login?next=${encodeURIComponent(next)}`);
  await type(page, 'input[name="email"]', 'customer@demo.test');
  await type(page, 'input[name="password"]', DEMO_PASSWORD);
  await press(page, named('button', 'Log in'));
  await expectAddress(page, next);
}

test('a test in Firefox fails if the page has an uncaught error, a console error or a refused load', async ({
  fox,
  faults,
}) => {
  await open(fox, '/terms');
  await fox.evaluate(() => {
    console.error('said');
    setTimeout(() => {
      throw new Error('thrown');
    });
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/';
    document.body.append(script);
  });
  await expect
    .poll(() => faults.toSorted())
    .toEqual([
      expect.stringMatching(
        /^Content-Security-Policy: .* blocked a script .* at https:\/\/elsewhere\.example\//,
      ),
      'Error: thrown',
      'said',
    ]);
  faults.length = 0;
});

test('the sign-in form shows a wrong password at its fields, and accepts the right password', async ({
  fox,
}) => {
  await open(fox, '/login?next=%2Fdashboard%2Ftests');
  await type(fox, 'input[name="email"]', 'customer@demo.test');
  await type(fox, 'input[name="password"]', 'Wrong-horse-7');
  await press(fox, named('button', 'Log in'));
  await expectText(fox, 'main', /Invalid email or password/);
  expect(await fox.$eval('input[name="password"]', (box) => box.getAttribute('aria-invalid'))).toBe('true');
  await type(fox, 'input[name="password"]', DEMO_PASSWORD);
  await press(fox, named('button', 'Log in'));
  await expectAddress(fox, '/dashboard/tests');
  await expectText(fox, 'main', /Task #?\d{5}|\b1\d{4}\b/);
});

test('a customer goes from the order form to the payment, and the order waits for the vial', async ({
  fox,
}) => {
  await signIn(fox, '/request?sku=bpc-157');
  await alive(fox);
  await fox.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name="compound_name"]')?.value === 'BPC-157',
  );
  await type(fox, 'input[name="manufacturer"]', 'Firefox Maker');
  await type(fox, 'input[name="batch_code"]', 'F-1');
  await press(fox, 'input[name="visibility"][value="public"]');
  await press(fox, 'input[name="paymentMethod"][value="stripe"]');
  await press(fox, 'input[name="agree"]');
  await expectText(fox, 'aside', /\$162\.00/);
  await press(fox, named('button', 'Proceed to Checkout'));
  await expectAddress(fox, /^\/sandbox\/pay\//);
  await expectText(fox, 'body', /TEST MODE/);
  await press(fox, named('button', 'Pay $162.00'));
  await expectAddress(fox, /^\/request\/success\?session_id=/);
  await expectText(fox, 'main', /Payment Successful!/);
  await press(fox, named('link', 'Open This Order'));
  await expectAddress(fox, /^\/dashboard\/tests\/.+/);
  await expectText(fox, 'main', /AWAITING SAMPLE/i);
  await expectText(fox, 'main', /Firefox Maker/);
});

test('a reader searches and filters the list of tests, loads more, and goes back', async ({ fox }) => {
  await open(fox, '/tests');
  await expectText(fox, 'main [role="status"]', /^Showing 9 of \d+ tests$/);
  await press(fox, named('link', 'LOAD MORE'));
  await expectText(fox, 'main [role="status"]', /^Showing 18 of \d+ tests$/);
  await expectAddress(fox, '/tests?page=2');
  await fox.evaluate(() => document.querySelectorAll('main article')[14]?.scrollIntoView());
  const place = await fox.evaluate(() => window.scrollY);
  await fox.evaluate(() =>
    document.querySelectorAll('main article')[14]?.querySelector<HTMLElement>('h3 a, h2 a')?.click(),
  );
  await expectAddress(fox, /^\/tests\/.+/);
  await fox.goBack();
  await expectAddress(fox, '/tests?page=2');
  await expectText(fox, 'main [role="status"]', /^Showing 18 of \d+ tests$/);
  await expect.poll(async () => Math.abs((await fox.evaluate(() => window.scrollY)) - place)).toBeLessThan(3);

  await type(fox, 'main input[type="search"]', 'demo-bpc-11');
  await expectText(fox, 'main [role="status"]', /^Showing 1 of 1 tests$/);
  await expectAddress(fox, '/tests?search=demo-bpc-11');
  await type(fox, 'main input[type="search"]', 'bpc-157');
  await expectAddress(fox, '/tests?search=bpc-157');
  await expect.poll(() => tests(fox)).toBeGreaterThan(1);

  await press(fox, named('button', 'FILTERS'));
  await press(fox, 'input[name="onlyPublic"]');
  await expectAddress(fox, '/tests?search=bpc-157&onlyPublic=true');
  await press(fox, 'input[name="sort"][value="purity"]');
  await expectAddress(fox, '/tests?search=bpc-157&onlyPublic=true&sort=purity');
  await fox.goBack();
  await expectAddress(fox, '/tests?search=bpc-157&onlyPublic=true');
  await expect.poll(() => isChecked(fox, 'input[name="sort"][value="purity"]')).toBe(false);
  await fox.goBack();
  await expectAddress(fox, '/tests?search=bpc-157');
  await expect.poll(() => isChecked(fox, 'input[name="onlyPublic"]')).toBe(false);
  await fox.keyboard.press('Escape');
  await expect.poll(() => fox.$eval('#filters', (panel) => panel.matches(':popover-open'))).toBe(false);
});

const FILES = 'input[type="file"][accept^="image/"]';
const FILE = 'section[aria-label="The file"]';

/** Gives a file to a file field, and waits until the page is not busy with it. */
async function give(page: Page, field: string, name: string, bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'firefox-'));
  try {
    await writeFile(join(folder, name), bytes);
    const input = await page.waitForSelector(field);
    await (input as ElementHandle<HTMLInputElement>).uploadFile(join(folder, name));
    await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether this browser lets a page read the pixels that it has drawn. Some browsers change them. */
const areDrawnPixelsSeen = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return false;
    context.fillStyle = 'rgb(12 200 97)';
    context.fillRect(0, 0, 8, 8);
    return context
      .getImageData(0, 0, 8, 8)
      .data.every((part, place) => part === [12, 200, 97, 255][place % 4]);
  });

/** Returns the task number of a test with this visibility, and a photo of the code on its certificate. */
async function photographed(request: APIRequestContext, visibility: string) {
  const { task, key } = await keyOf({ request }, visibility);
  const { brand } = await dataOf<{ brand: { url: string } }>({ request }, '/config');
  const address = `${brand.url}/verify#task=${task}&key=${key}`;
  return { task, photo: await photoOf(address) };
}

test('the page verifies a photo of a certificate’s code, and the certificate file itself', async ({
  fox,
  request,
}) => {
  const { task, photo } = await photographed(request, 'public');
  await open(fox, '/verify');
  await give(fox, FILES, 'photo.jpg', photo);
  await expectText(fox, 'main section[aria-label="Verification"] h2', /^Verified/);
  expect(await fox.$eval('input[name="taskNumber"]', (box) => (box as HTMLInputElement).value)).toBe(task);
  await give(fox, FILES, 'blank.png', await blankPicture(640, 480));
  await expectText(fox, 'main', /No code was found\. Type number and key by hand\./);

  const { request_id: id } = await listed({ request }, Number(task));
  const answer = await request.get(`${origin()}/api/tests/${id}/certificate?revision=1`);
  const certificate = await answer.body();
  await give(fox, FILES, 'certificate.pdf', certificate);
  await expectText(fox, FILE, /Every byte is as it was issued/);
  await give(fox, FILES, 'again.pdf', Buffer.concat([certificate, Buffer.from('\n')]));
  await expectText(
    fox,
    FILE,
    new RegExp(`No line that could be compared with certificate VP-${task}-R1 differs`),
  );
});

test.describe('in a Firefox that hides pixels, the page still reads codes', () => {
  test.use({ preferences: { 'privacy.resistFingerprinting': true } });

  test('the page reads the code in a photo, and names the hidden pixels if it finds none', async ({
    fox,
    request,
  }) => {
    const { task, photo } = await photographed(request, 'private');
    await open(fox, '/verify');
    expect(await areDrawnPixelsSeen(fox), 'pixels of a canvas').toBe(false);
    await give(fox, FILES, 'photo.jpg', photo);
    await expectText(fox, 'main section[aria-label="Verification"] h2', /^Verified/);
    expect(await fox.$eval('input[name="taskNumber"]', (box) => (box as HTMLInputElement).value)).toBe(task);
    await give(fox, FILES, 'blank.png', await blankPicture(64, 64));
    await expectText(fox, 'main', /This browser hides the pixels of pictures from pages\./);
    await give(fox, FILES, 'photo.webp', await sharp(photo).webp().toBuffer());
    await expectText(fox, 'main', /This browser hides the pixels of pictures from pages\./);
  });
});
