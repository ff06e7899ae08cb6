import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { receivedSample } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound } from './sound.ts';
import { upload } from './trace-panel.ts';

test('an analyst enters the time of a measurement whose file has none, or why it is unknown', async ({
  page,
}) => {
  const task = await receivedSample(page.request);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  const csv = traceAsCsv(syntheticTrace({ seed: `${task}` }));
  await upload(page, {
    name: 'run.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`# Sample name: VP-${task}\n${csv}`),
  });
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Injections', exact: true }) });
  await expect(panel).toContainText('Time of injection not recorded.');
  await panel.getByRole('button', { name: 'Type the time' }).click();
  const dialog = page.getByRole('dialog', { name: 'When was it injected?' });
  await dialog.getByLabel('Day and time').fill('2020-07-17T17:48');
  await expect(dialog.getByLabel('Or why nobody knows it')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toContainText('injected 17 July 2020, 17:48.');
  await expect(panel).toContainText('It was injected before the sample was received.');

  await panel.getByRole('button', { name: 'Change the typed time' }).click();
  await expect(dialog.getByLabel('Day and time')).toHaveValue('2020-07-17T17:48');
  await dialog.getByLabel('Day and time').fill('');
  await dialog.getByLabel('Or why nobody knows it').fill('The export has no heading.');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toContainText('nobody knows when it was injected: The export has no heading.');
  await expect(panel).not.toContainText('before the sample was received');
});
