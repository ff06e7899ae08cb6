import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { anotherAgilentRun, anotherBpcRun } from './another-run.ts';
import { receivedSample as sample } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound } from './sound.ts';
import { chromatogram, rowOf, upload } from './trace-panel.ts';

const RUN = fileURLToPath(new URL('./fixtures/agilent_hplc.cdf', import.meta.url));

test('an analyst sets the start and end of a peak with the mouse, with keys and as typed numbers', async ({
  page,
}) => {
  const task = await sample(page.request);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  await upload(page, RUN);
  const panel = chromatogram(page);
  await expect(panel.getByText('ANDI/AIA netCDF · 4,651 points')).toBeVisible();
  await expect.poll(async () => (await rowOf(page, 8)).at(-1)).toBe('49.870');
  await expect(panel.getByRole('status')).toHaveText('Saved');

  await panel.getByRole('button', { name: 'Choose peak 2', exact: true }).click();
  const end = panel.getByRole('slider', { name: 'End of peak 2' });
  await expect(end).toHaveAttribute('aria-valuetext', '7.859 minutes');
  const before = await rowOf(page, 2);
  // The mouse drags the handle to the left, over a part of the peak.
  await end.scrollIntoViewIfNeeded();
  const box = await end.boundingBox();
  if (!box) throw new Error('the handle has no place');
  const [x, y] = [box.x + 6, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y, { steps: 8 });
  // The mouse is released only after the table shows the new end.
  await expect.poll(async () => Number((await rowOf(page, 2))[3])).toBeLessThan(Number(before[3]) - 0.5);
  const whileDragged = await rowOf(page, 2);
  await page.mouse.up();
  expect(Number(whileDragged[6])).toBeLessThan(Number(before[6]));
  await expect(panel.getByRole('status')).toHaveText('Not saved yet');

  // Unsaved peaks cannot be submitted, because the result must be the same as on the screen.
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(
    page.getByText('The limits on the chromatogram were changed and are not saved.'),
  ).toBeVisible();

  const dragged = Number(await end.getAttribute('aria-valuenow'));
  await end.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(async () => Number(await end.getAttribute('aria-valuenow')) - dragged)
    .toBeCloseTo(0.09, 4);
  await panel.getByLabel('Start, min').fill('4.5');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('slider', { name: 'Start of peak 2' })).toHaveAttribute(
    'aria-valuenow',
    '4.5',
  );
  await panel.getByRole('button', { name: 'Make it the main peak' }).click();

  // A reload keeps the new ends of the peak, although they are not saved.
  const moved = await rowOf(page, 2);
  await page.reload();
  await expect.poll(() => rowOf(page, 2)).toEqual(moved);
  // Peaks that differ from those of the instrument need a public reason.
  await panel.getByRole('button', { name: 'Save limits' }).click();
  await expect(panel.getByText('Choose a reason, or say why')).toBeVisible();
  await panel.getByLabel('Why these are not the proposed peaks').fill('The shoulder is a peak of its own.');
  await panel.getByRole('button', { name: 'Save limits' }).click();
  await expect(panel.getByRole('status')).toHaveText('Saved');
  await expect(
    panel.getByRole('paragraph').filter({ hasText: /Limits set by .*The shoulder is a peak of its own\./ }),
  ).toContainText('The proposed peaks gave 49.87 %.');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect.poll(() => rowOf(page, 2)).toEqual(moved);
  await expectSound(page);
});

test('an analyst adds and deletes peaks, goes back to the automatic ones, downloads the file again, and cannot replace it by a damaged one', async ({
  page,
}) => {
  const task = await sample(page.request);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  const run = anotherAgilentRun('peaks');
  await upload(page, run);
  const panel = chromatogram(page);
  const rows = panel.getByRole('button', { name: /^Choose peak/ });
  await expect(rows).toHaveCount(8);
  await panel.getByRole('button', { name: 'Choose peak 1', exact: true }).click();
  await panel.getByRole('button', { name: 'Delete peak 1' }).click();
  await expect(rows).toHaveCount(7);
  await panel.getByRole('button', { name: 'Add a peak' }).click();
  const plot = panel.locator('.u-over');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error('the plot has no place');
  // The first peak is at 3.3 minutes. The whole measurement takes 31 minutes.
  const at = (minutes: number) => box.x + (minutes / 31) * box.width;
  await page.mouse.move(at(2.9), box.y + 100);
  await page.mouse.down();
  await page.mouse.move(at(3.7), box.y + 100, { steps: 5 });
  await page.mouse.up();
  await expect(rows).toHaveCount(8);
  await expect.poll(async () => Number((await rowOf(page, 1)).at(-1))).toBeGreaterThan(6);
  await expect(panel.getByRole('slider')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Take the instrument’s limits' }).click();
  await expect.poll(async () => (await rowOf(page, 1)).at(-1)).toBe('7.035');
  await expect(panel.getByRole('status')).toHaveText('Saved');

  // A reported purity must be that of the chromatogram, or have a reason for the difference.
  const purity = page.getByRole('group', { name: 'Measurement 2', exact: true });
  await purity.getByLabel('Value').fill('98');
  await expect(purity).toContainText('The main peak of the trace has 49.87 % area.');
  await expect(purity.getByLabel('Why it differs from the trace')).toBeVisible();
  await purity.getByRole('button', { name: 'Take 49.87 from the chromatogram' }).click();
  await expect(purity.getByLabel('Value')).toHaveValue('49.87');
  await expect(purity.getByLabel('Why it differs from the trace')).toBeHidden();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'agilent_hplc.cdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('agilent_hplc.cdf');
  expect(readFileSync(await download.path()).equals(run.buffer)).toBe(true);

  // The page refuses a damaged or too large file with a sentence, and keeps the earlier chromatogram.
  const cut = readFileSync(RUN).subarray(0, 15_000);
  await upload(page, { name: 'cut.cdf', mimeType: 'application/netcdf', buffer: cut });
  await expect(panel.getByRole('alert')).toHaveText(
    'The netCDF file is cut short: ordinate_values should reach byte 20980, the file ends at byte 15000.',
  );
  await upload(page, {
    name: 'run.mzML',
    mimeType: 'application/xml',
    buffer: Buffer.alloc(11 * 1024 * 1024),
  });
  await expect(panel.getByRole('alert')).toHaveText(/^run\.mzML has 11\.5 MB\. At most 10 MB are read/);
  await expect(rows).toHaveCount(8);

  // The instrument's own table stands beside our peaks, with the digits of the instrument's file.
  const own = panel.getByRole('region', { name: 'The instrument’s own table' });
  await expect(own).toBeHidden();
  await page.getByText('The instrument’s own table, 8 peaks').click();
  await expect(own.getByRole('row')).toHaveCount(9);
  await expect(own.getByRole('cell', { name: '49.87006', exact: true })).toBeVisible();
  // A wide table scrolls in its own area.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectSound(page);
});

test('the page lists every measurement of a sample, and an unused one without a reason blocks the result', async ({
  page,
}) => {
  const task = await sample(page.request);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  await upload(page, anotherBpcRun(task));
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Injections', exact: true }) });
  await expect(panel).toContainText('1 of 1 reported.');
  await upload(page, anotherAgilentRun(task));
  await expect(panel).toContainText('1 of 2 reported.');
  const [first, second] = [panel.getByRole('listitem').nth(0), panel.getByRole('listitem').nth(1)];
  await expect(second).toContainText('MW-2-6-6 IC 90');
  await expect(second).toContainText('It was injected before the sample was received.');
  // An analyst has no button that allows such a measurement.
  await expect(second.getByRole('button', { name: 'Allow it' })).toHaveCount(0);
  await first.getByRole('button', { name: 'Report this one' }).click();
  await expect(first).toContainText('Reported');
  await expect(second).toContainText('Not reported');
  await second.getByRole('button', { name: 'Say why it is not used' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save the reason' }).click();
  await expect(dialog.getByText('Choose a reason, or say why')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A run of another sample, uploaded by mistake.');
  await dialog.getByRole('button', { name: 'Save the reason' }).click();
  await expect(second).toContainText('Not used: A run of another sample, uploaded by mistake.');
  await expectSound(page);

  // The server refuses the same file for another sample, and names both task numbers.
  const other = await sample(page.request);
  await page.goto(`/lab/requests/${other}`);
  await upload(page, anotherBpcRun(task));
  await expect(chromatogram(page).getByRole('alert')).toHaveText(
    `This trace is stored under task ${task}, so it cannot be one of task ${other}.`,
  );
});
