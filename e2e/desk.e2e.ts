import type { Page } from '@playwright/test';
import { anotherBrowser, newPerson, PASSWORD, signIn } from './people.ts';
import { openAs } from './sessions.ts';
import { expect, mailTo, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

const DAY_MS = 86_400_000;

type Ordered = { id: string; task: string; email: string };

/** A customer of this test's own with so many orders that are paid and waited for. */
async function ordered(page: Page, count: number): Promise<Ordered[]> {
  const { email, session } = await newPerson(page, 'desk');
  const call = async <T>(method: 'get' | 'post' | 'put', path: string, data?: object, token?: string) => {
    const answer = await page.request[method](origin() + path, {
      ...(data ? { data } : {}),
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    });
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const token = session.access_token;
  const catalog = await call<{ data: { id: string; slug: string; base_price_cents: number }[] }>(
    'get',
    '/api/skus/catalog',
  );
  const sku = catalog.data.find(({ slug }) => slug === 'tb-500');
  const made: Ordered[] = [];
  for (let n = 0; n < count; n += 1) {
    const { data } = await call<{ data: { id: string; task_number: number } }>(
      'post',
      '/api/orders',
      { skuId: sku?.id, quantity: 1, paymentMethod: 'stripe' },
      token,
    );
    const path = `/api/orders/${data.id}`;
    await call('put', `${path}/details`, { visibility: 'private', compound_name: 'TB-500' }, token);
    const amount_cents = sku?.base_price_cents;
    const checkout = { request_id: data.id, provider: 'stripe', amount_cents, currency: 'usd' };
    const { url } = await call<{ url: string }>('post', '/api/checkout', checkout, token);
    await page.request.post(url, { form: { outcome: 'pay' }, maxRedirects: 0 });
    await expect
      .poll(async () => (await call<{ data: { status: string } }>('get', path, undefined, token)).data.status)
      .toBe('awaiting_sample');
    made.push({ id: data.id, task: String(data.task_number), email });
  }
  return made;
}

/** What a scanner does: it types, quickly, and ends with Enter, wherever the cursor is. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('a parcel of three is taken in by scanner and keyboard, one vial broken, and its customer told', async ({
  page,
  browser,
}) => {
  const orders = await ordered(page, 3);
  const [one, two, three] = orders.map(({ task }) => task) as [string, string, string];
  const [first] = orders;
  const broken = orders[1];
  await openAs(page, 'analyst@demo.test', '/lab/intake');

  // The cursor waits in the field: nothing is clicked from here to the end of the parcel.
  await expect(page.getByLabel('Scan the next vial')).toBeFocused();
  for (const task of [one, three, two]) {
    await scan(page, task);
    await expect(page.getByRole('status')).toHaveText(`Task ${task}: Expected`);
  }
  await scan(page, 'broken');
  await expect(page.getByRole('status')).toHaveText(`Task ${two}: Refused: broken`);
  await scan(page, one);
  await expect(page.getByRole('status')).toHaveText(`Task ${one} lies here already.`);
  await scan(page, '999999999');
  await expect(page.getByRole('status')).toContainText('No order has this number');
  await expect(page.getByRole('list', { name: 'Scanned vials' }).getByRole('listitem')).toHaveCount(4);
  await expectSound(page);

  // Nothing that was scanned is lost to a reload.
  await page.reload();
  await expect(page.getByText('2 vials to take in, 1 to refuse, 1 not expected.')).toBeVisible();

  // The broken one is photographed before it is thrown away; a telephone would use its camera here.
  const line = page.getByRole('listitem').filter({ hasText: two });
  await line.getByRole('button', { name: 'Change' }).press('Enter');
  const png = await page.screenshot();
  const choose = line.locator('input[type=file]').last();
  await choose.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Photo kept.')).toBeVisible();
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
  await page.getByRole('button', { name: 'Next parcel' }).press('Enter');
  await expect(page.getByText('No vial scanned yet')).toBeVisible();
  // Wherever the cursor is, a scan goes into its field.
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

test('the queue says what is due and what is overdue, and follows what others do by itself', async ({
  page,
  browser,
}) => {
  const [order] = await ordered(page, 1);
  const task = order?.task ?? '';
  await openAs(page, 'analyst@demo.test', `/lab?q=${task}`);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: task, exact: true }) });
  await expect(row).toContainText('AWAITING SAMPLE');

  // On a slow computer a search arrives when somebody has typed on: no digit is lost, or another sample would open.
  const browserOf = await page.context().newCDPSession(page);
  await browserOf.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const field = page.getByRole('searchbox');
  await field.fill('');
  await field.pressSequentially(task, { delay: 310 });
  await expect(field).toHaveValue(task);
  await browserOf.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(new RegExp(`q=${task}$`));
  await expect(field).toHaveValue(task);

  // Somebody else, at another desk, takes the sample in.
  const other = await anotherBrowser(browser, page);
  const desk = await other.newPage();
  await openAs(desk, 'reviewer@demo.test', `/lab/requests/${task}`);
  await desk.getByRole('button', { name: 'Intact and sealed' }).click();
  await desk.getByRole('button', { name: 'Accept sample' }).click();
  await expect(desk.getByRole('button', { name: 'Accept sample' })).toHaveCount(0);
  await expect(row).toContainText('RECEIVED', { timeout: 2_000 });
  await expect(row).toContainText(/due \d+ \w{3}|due \w+day/);
  await other.close();
  await expectSound(page);

  // Three weeks on, as far as this browser knows, the promise is broken.
  await page.clock.setSystemTime(new Date(Date.now() + 21 * DAY_MS));
  await page.getByRole('link', { name: /^Received/ }).click();
  await expect(row).toContainText(/overdue by \d+ days/);
});

/** A camera at the desk, until `cameraError` names one of the browser's refusals, or Silence: then no picture comes of it. */
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

test('a photo goes through the sample’s screen, by file and by camera, and what is none is refused in words', async ({
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

  // Signed in elsewhere, one is in a document that may use a camera all the same.
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
  // Pulled out before it showed anything: it fails once more when the next one comes, and must not put that out.
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

test('an admin draws boxes over a photo, and everybody at the desk reads why', async ({ page }) => {
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
