import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import { receivedSample } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound } from './sound.ts';

test('an analyst switches a chromatogram to another wavelength of the same file', async ({ page }) => {
  const task = await receivedSample(page.request);
  const { minutes, signal_mau: signal } = syntheticTrace({ seed: `channels ${task}`, points: 1500 });
  const rows = minutes.map((time, place) => {
    const height = signal[place] ?? 0;
    return [time, height, height / 2 + 1, height / 4 + 2].join(',');
  });
  // The second channel name has no spaces, and the third is written from right to left.
  const names = ['UV 214 nm (mAU)', `${'W'.repeat(60)} 254 nm (mAU)`, 'ערוץ 280 nm (mAU)'];
  const file = [['Time (min)', ...names].join(','), ...rows].join('\n');
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Chromatogram', exact: true }) });
  await panel
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'three.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  const choice = panel.getByLabel('Channel of the file');
  await expect(choice).toHaveValue('UV 214 nm (mAU)');
  await expect(panel.getByText('by area at 214 nm')).toBeVisible();
  await choice.selectOption(names[2] ?? '');
  await expect(panel.getByText('by area at 280 nm')).toBeVisible();
  await expect(choice).toHaveValue(names[2] ?? '');
  await choice.selectOption(names[1] ?? '');
  await expect(panel.getByText('by area at 254 nm')).toBeVisible();
  await expect(page.getByText('1 of 1 reported')).toBeVisible();
  await expectSound(page);
});
