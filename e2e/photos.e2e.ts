import type { Page } from '@playwright/test';
import { ordered } from './paid-orders.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound } from './sound.ts';

/**
 * Adds a camera that is not real. `cameraError` names the error with which the browser refuses it; 'Silence': it never
 * gives a picture.
 */
async function plugCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const desk = window as typeof window & {
      cameraError?: string;
      track?: MediaStreamTrack | undefined;
    };
    navigator.mediaDevices.getUserMedia = async () => {
      const isSilent = desk.cameraError === 'Silence';
      if (desk.cameraError && !isSilent) throw new DOMException('', desk.cameraError);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const paint = () => canvas.getContext('2d')?.fillRect(0, 0, 640, 480);
      if (!isSilent) {
        setInterval(paint, 50);
        paint();
      }
      const stream = canvas.captureStream(isSilent ? 0 : 20);
      desk.track = stream.getVideoTracks()[0];
      return stream;
    };
  });
}

test('an analyst adds photos of a sample by file and by camera, and the page refuses a file that is not a photo', async ({
  page,
}) => {
  const [order] = await ordered(page, 1);
  await plugCamera(page);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${order?.task}`);
  const panel = page
    .getByRole('region', { name: 'Photos of the vial' })
    .or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Photos of the vial' }) }));
  const choose = panel.locator('input[type=file]').last();
  await choose.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(panel.getByRole('alert')).toContainText('This is not a photo');
  await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(panel.getByRole('img')).toHaveCount(1);
  await expectSound(page);
  await panel.getByRole('button', { name: 'Take out' }).click();
  const removal = page.getByRole('dialog');
  await removal.getByRole('button', { name: 'Take it out' }).click();
  await expect(removal.getByText('Choose a reason, or say why')).toBeVisible();
  await removal.getByLabel('Reason').fill('A vial of another task.');
  await removal.getByRole('button', { name: 'Take it out' }).click();
  await expect(panel.getByRole('img')).toHaveCount(0);

  // The document may use the camera even if the user signed in on another page before.
  const allowed = () =>
    (
      document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } }
    ).featurePolicy?.allowsFeature('camera');
  expect(await page.evaluate(allowed)).toBe(true);
  const camera = panel.getByRole('button', { name: 'Use the camera' });
  const dialog = page.getByRole('dialog', { name: 'Photo of the vial' });
  await page.evaluate(() => Object.assign(window, { cameraError: 'NotAllowedError' }));
  await camera.press('Enter');
  await expect(dialog).toContainText('may not use the camera');
  await page.evaluate(() => Object.assign(window, { cameraError: 'NotFoundError' }));
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(dialog).toContainText('No camera is connected');
  await page.evaluate(() => Object.assign(window, { cameraError: 'Silence' }));
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  const light = () => (window as typeof window & { track?: MediaStreamTrack }).track?.readyState;
  await expect.poll(() => page.evaluate(light)).toBe('live');
  // The first camera is unplugged before its first picture. Its late failure must not stop the next camera.
  await page.evaluate(() => {
    const desk = window as typeof window & { cameraError?: string; track?: MediaStreamTrack };
    desk.cameraError = '';
    desk.track?.dispatchEvent(new Event('ended'));
  });
  await expect(dialog).toContainText('another program');
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Take photo', disabled: false })).toBeVisible();
  expect(await page.evaluate(light)).toBe('live');
  await page.keyboard.press('Escape');
  await expect(camera).toBeFocused();
  expect(await page.evaluate(light)).toBe('ended');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Take photo', disabled: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Take photo' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep photo' })).toBeFocused();
  expect(await page.evaluate(light)).toBe('ended');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('img')).toHaveCount(1);
  await expect(camera).toBeFocused();
});

test('an admin hides parts of a photo with boxes, and everybody in the laboratory can read why', async ({
  page,
}) => {
  const [order] = await ordered(page, 1);
  await openAs(page, 'admin@demo.test', `/lab/requests/${order?.task}`);
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Photos of the vial' }) });
  const picture = async (width: number) => {
    await page.setViewportSize({ width, height: 700 });
    const buffer = await page.screenshot();
    await page.setViewportSize({ width: 1280, height: 900 });
    return { name: 'photo.png', mimeType: 'image/png', buffer };
  };
  await panel
    .locator('input[type=file]')
    .last()
    .setInputFiles(await picture(900));
  await expect(panel.getByRole('img')).toHaveAttribute('width', '900');
  await panel.getByRole('button', { name: 'Blacken parts…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This destroys the original for ever.');
  await dialog.getByLabel('Reason').fill('The address of the sender on the parcel.');
  await dialog.getByRole('button', { name: 'Destroy the original' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Draw at least one box.');

  const photo = dialog.getByRole('img', { name: /^The vial/ });
  const boxes = dialog.getByRole('button', { name: /^Box 1: / });
  const sides = async () =>
    (await boxes.getAttribute('aria-label'))?.match(/\d+/g)?.slice(1).map(Number) ?? [];
  await photo.scrollIntoViewIfNeeded();
  const at = await photo.boundingBox();
  if (!at) throw new Error('the photo is not drawn');
  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(at.x + at.width * from[0], at.y + at.height * from[1]);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width * to[0], at.y + at.height * to[1], { steps: 4 });
    await page.mouse.up();
  };
  await drag([0.25, 0.25], [0.5, 0.5]);
  const drawn = await sides();
  for (const [place, about] of [225, 175, 225, 175].entries()) {
    expect(Math.abs((drawn[place] ?? 0) - about)).toBeLessThan(4);
  }
  await drag([0.3, 0.3], [0.4, 0.4]);
  const [width, height, x = 0, y = 0] = await sides();
  expect([width, height]).toEqual(drawn.slice(0, 2));
  expect(x).toBeGreaterThan((drawn[2] ?? 0) + 80);
  expect(y).toBeGreaterThan((drawn[3] ?? 0) + 60);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  expect(await sides()).toEqual(drawn);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Destroy the original' }).click();
  await expect(panel).toContainText(
    /Redacted by .*: “The address of the sender on the parcel\.” The original, SHA-256/,
  );
  await expect(panel.getByRole('img')).toHaveAttribute('width', '900');
});
