import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findTestBrowser } from '../scripts/browser.ts';
import { blankPicture, enlarged, filmOf, photoOf, sidewaysPhotoOf } from './pictures.ts';
import { expect, OUTAGE, openAlive, origin, test } from './site.ts';
import { dataOf, keyOf, main, open } from './site-pages.ts';
import { expectSound } from './sound.ts';

// A reader checks a certificate in a picture: a photo, a screenshot, the clipboard, or the camera.

const result = (page: Page) => page.getByRole('region', { name: 'Verification' });
const pictures = (page: Page) => page.getByLabel('Photo, screenshot or PDF');
const taskBox = (page: Page) => page.getByLabel('Task number');

type Print = { task: string; key: string };

/** The content of the code on a printed certificate. It is an address of this site unless `host` is given. */
async function codeOf(page: Page, { task, key }: Print, host?: string): Promise<string> {
  const { brand } = await dataOf<{ brand: { url: string } }>(page, '/config');
  return `${host ? `https://${host}` : brand.url}/verify#task=${task}&key=${key}`;
}

const give = (page: Page, buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') =>
  pictures(page).setInputFiles({ name, mimeType, buffer });

test('the page verifies a photo of a genuine printed certificate, and loads the code reader only for it', async ({
  page,
}) => {
  const shown = await keyOf(page, 'public');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/verify');
  expect(fetched.filter((path) => /wasm|worker/.test(path))).toEqual([]);
  await give(page, await photoOf(await codeOf(page, shown)));
  await expect(result(page).getByRole('heading').first()).toContainText('Verified');
  await expect(result(page).getByRole('heading').first()).toBeInViewport();
  await expect(taskBox(page)).toHaveValue(shown.task);
  expect(fetched.filter((path) => /wasm|worker/.test(path))).toHaveLength(2);
  expect(page.url()).toBe(`${origin()}/verify`);

  const hidden = await keyOf(page, 'private');
  await give(page, await sidewaysPhotoOf(await codeOf(page, hidden)));
  await expect(taskBox(page)).toHaveValue(hidden.task);
  await expect(result(page).getByRole('heading').first()).toContainText('Verified');

  // The first bytes of a file say what it is: its name may be wrong.
  await give(page, await photoOf(await codeOf(page, shown)), 'coa.pdf', 'application/pdf');
  await expect(taskBox(page)).toHaveValue(shown.task);
  await expect(result(page).getByRole('heading').first()).toContainText('Verified');
  await expect(page.getByRole('region', { name: 'The file' })).toHaveCount(0);
});

test('if a browser hides pixels, our code reader decodes the picture file itself', async ({ page }) => {
  await page.addInitScript(() => {
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function hidden(
      ...where: [number, number, number, number]
    ) {
      const pixels = getImageData.apply(this, where);
      crypto.getRandomValues(new Uint8Array(pixels.data.buffer, 0, Math.min(65_536, pixels.data.length)));
      return pixels;
    };
  });
  const shown = await keyOf(page, 'public');
  await open(page, '/verify');
  await give(page, await photoOf(await codeOf(page, shown)));
  await expect(result(page).getByRole('heading').first()).toContainText('Verified');
  await give(page, await blankPicture(64, 64));
  await expect(main(page)).toContainText('This browser hides the pixels of pictures from pages.');
});

test('the page sends the revision and the fingerprint in a code until the user types, and hides its answer for a code of another site', async ({
  page,
}) => {
  const shown = await keyOf(page, 'public');
  await open(page, '/verify');
  const code = await codeOf(page, { task: '10001', key: 'ABCD-EFGH-JKMN' });
  await give(page, await photoOf(`${code}&revision=3&c=0123456789abcdef`));
  await expect(page.getByText('Invalid task number or key.')).toBeVisible();
  const hidden = (name: string) => page.locator(`input[type="hidden"][name="${name}"]`);
  await expect(hidden('revision')).toHaveValue('3');
  await expect(hidden('c')).toHaveValue('0123456789abcdef');
  await page.getByLabel('Unique key').press('End');
  await page.keyboard.type('N');
  await expect(hidden('revision')).toHaveValue('');
  await expect(hidden('c')).toHaveValue('');

  await give(page, await photoOf(await codeOf(page, shown)));
  await expect(result(page)).toBeVisible();
  await give(page, await photoOf(await codeOf(page, shown, 'evil.example')));
  await expect(main(page)).toContainText(
    /This code leads to evil\.example, not to localhost:\d+: do not type your key there/,
  );
  await expect(result(page)).toHaveCount(0);
  await expectSound(page);
});

test.describe('the code reader fails to load without a connection to the server', () => {
  test.use({ provoked: OUTAGE });

  test('the page says that the code reader failed to load, and loads it again for the next picture', async ({
    page,
  }) => {
    await open(page, '/verify');
    await page.route('**/*.wasm', (route) => route.abort());
    await give(page, await blankPicture(64, 64));
    await expect(main(page)).toContainText('The reader for codes could not be loaded.');
    await page.unroute('**/*.wasm');
    await give(page, await blankPicture(64, 64));
    await expect(main(page)).toContainText('No code was found.');
  });
});

test('for a picture with two codes the page asks which one to check, and first names a foreign code', async ({
  page,
}) => {
  const [shown, hidden] = [await keyOf(page, 'public'), await keyOf(page, 'private')];
  const [one, other] = [await codeOf(page, shown), await codeOf(page, hidden)];
  await open(page, '/verify');
  // The browser does not send the picture: while the page reads it, no request has a body.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
  });
  await give(page, await photoOf(one, other));
  await expect(main(page)).toContainText('The picture shows more than one certificate. Which one is it?');
  expect(sent).toEqual([]);
  await expect(result(page)).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('button', { name: `Verify ${hidden.task}` }).press('Enter');
  await expect(result(page).getByRole('heading').first()).toContainText('Verified');
  await expect(taskBox(page)).toHaveValue(hidden.task);

  await give(page, await photoOf(one, await codeOf(page, hidden, 'evil.example')));
  await expect(main(page)).toContainText('This code leads to evil.example');
  await expect(result(page)).toHaveCount(0);
  await page.getByRole('button', { name: `Verify ${shown.task}` }).click();
  await expect(taskBox(page)).toHaveValue(shown.task);
  await expect(result(page)).toBeVisible();
});

test('the page reports a picture that it cannot read with a sentence, and reads one of nearly 40 megapixels', async ({
  page,
}) => {
  const shown = await keyOf(page, 'public');
  const large = await enlarged(await photoOf(await codeOf(page, shown)), 16_000, 2480);
  await open(page, '/verify');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
  });
  await give(page, await blankPicture(64, 64));
  await expect(main(page)).toContainText('No code was found. Type number and key by hand.');
  await expect(taskBox(page)).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'No code was found' })).toBeInViewport();
  await expectSound(page);
  await give(page, await photoOf('x'.repeat(90)));
  await expect(main(page)).toContainText('The code is no certificate’s. Type number and key by hand.');
  await expectSound(page);
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(99)]);
  await give(page, heic, 'IMG_0001.jpg');
  await expect(main(page)).toContainText(
    'This browser cannot open HEIC. Save it as JPEG or take a screenshot.',
  );
  await give(page, Buffer.from('nothing of a picture'), 'photo.png', 'image/png');
  await expect(main(page)).toContainText('This browser cannot open this file as a picture.');
  await give(page, Buffer.alloc(0), 'empty.png', 'image/png');
  await expect(main(page)).toContainText('This browser cannot open this file as a picture.');
  await give(page, await blankPicture(8000, 5100), 'large.png', 'image/png');
  await expect(main(page)).toContainText('This picture has 41 megapixels; more than 40 are not read here.');
  expect(sent).toEqual([]);
  await give(page, large);
  await expect(taskBox(page)).toHaveValue(shown.task);
  await expect(result(page)).toBeVisible();
  // A PDF goes to the check of PDF files.
  await give(page, Buffer.from('%PDF-1.7 nothing'), 'coa.pdf', 'application/pdf');
  await expect(main(page).getByText('coa.pdf').first()).toBeInViewport();
});

test('a user can paste a picture, or the address in a code, anywhere on the page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: origin() });
  const [shown, hidden] = [await keyOf(page, 'public'), await keyOf(page, 'private')];
  await open(page, '/verify');
  const photo = await photoOf(await codeOf(page, shown));
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob() })]);
  }, photo.toString('base64'));
  await page.keyboard.press('Control+V');
  await expect(taskBox(page)).toHaveValue(shown.task);
  await expect(result(page)).toBeVisible();

  const address = await codeOf(page, hidden);
  await page.evaluate((text) => navigator.clipboard.writeText(text), address);
  await taskBox(page).press('Control+V');
  await expect(taskBox(page)).toHaveValue(hidden.task);
  await expect(page.getByLabel('Unique key')).toHaveValue(hidden.key);
  // The browser pastes ordinary text as usual.
  await page.evaluate(() => navigator.clipboard.writeText('10042'));
  await taskBox(page).fill('');
  await taskBox(page).press('Control+V');
  await expect(taskBox(page)).toHaveValue('10042');
});

test('the camera reads a code in its dialog, and then stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  const found = await findTestBrowser();
  const film = join(folder, 'film.mjpeg');
  await writeFile(film, await filmOf(`https://evil.example/verify#task=1&key=2`));
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: [
      ...found.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await browser.newContext({
      baseURL: origin(),
      locale: 'en-US',
      viewport: { width: 360, height: 740 },
    });
    openAlive(context);
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tracks: MediaStreamTrack[] = [];
      Object.assign(window, { tracks });
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        tracks.push(...stream.getTracks());
        return stream;
      };
    });
    const states = () =>
      page.evaluate(() =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
      );
    await open(page, '/');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /verify/i })
      .click();
    await expect(page).toHaveURL(`${origin()}/verify`);
    await open(page, '/how-it-works');
    await main(page)
      .getByRole('link', { name: /verify/i })
      .first()
      .click();
    await expect(page).toHaveURL(`${origin()}/verify`);
    await page.getByRole('button', { name: 'Use the camera' }).click();
    await expect(main(page)).toContainText('This code leads to evil.example');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(states).toEqual(['ended']);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
