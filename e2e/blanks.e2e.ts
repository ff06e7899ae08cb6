import { gaussian, sampled, step } from '@vialproof/science/chromatography/known-traces.fixture';
import { traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { receivedSample as sample, sign } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound, expectSoundEverywhere } from './sound.ts';
import { chromatogram, upload } from './trace-panel.ts';

const gradient = (at: number) => 40 * step(at, 10, 0.2);
const peaks = (at: number) =>
  784 * gaussian(at, 8, 0.06) + 8 * gaussian(at, 10.2, 0.06) + 8 * gaussian(at, 11.5, 0.06);
const csv = (name: string, signal: (at: number) => number, seed: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(traceAsCsv(sampled(signal, { noise: 0.02, seed }))),
});
const BLANK = csv('blank.csv', gradient, 'blank');
const REASON = 'The step is of the gradient; the blank has it too.';

test('an analyst subtracts a blank, takes it off, and must give a reason for a purity with warnings, which the reviewer reads', async ({
  page,
}) => {
  const task = await sample(page.request);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  await upload(
    page,
    csv('run.csv', (at) => gradient(at) + peaks(at), task),
  );
  const panel = chromatogram(page);
  const reason = panel.getByLabel('Why a purity by this trace is reported in spite of the warnings');
  await expect(reason).toBeVisible();

  await panel.getByRole('button', { name: 'Add a blank' }).click();
  const blank = panel.getByLabel('Drop a blank, or choose a file');
  await blank.setInputFiles({
    ...BLANK,
    buffer: Buffer.from(BLANK.buffer.toString().replace('mAU', 'mV')),
  });
  await expect(panel.getByText(/^The blank counts mV and the trace mAU/)).toBeVisible();
  await blank.setInputFiles(BLANK);
  await expect(panel.getByText('Dotted: the blank, which is not subtracted.')).toBeVisible();
  await expect(panel.getByText('Blank not subtracted.')).toBeVisible();
  const injections = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Injections', exact: true }),
  });
  await expect(injections).toContainText('1 of 1 reported.');

  await panel.getByRole('button', { name: 'Subtract the blank' }).click();
  await expect(panel.getByText('Dotted: the blank, which is subtracted from the trace.')).toBeVisible();
  await expect(panel.getByText(/^Blank subtracted by Demo analyst, /)).toBeVisible();
  await expect(panel.getByText(/^Main peak 9[78]\.\d\d % by area/)).toBeVisible();
  await expect(reason).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Replace the blank' })).toHaveCount(0);
  await expectSound(page);
  await panel.getByRole('button', { name: 'Do not subtract the blank' }).click();
  await expect(panel.getByText(/^Blank not subtracted by Demo analyst, /)).toBeVisible();
  await expect(reason).toBeVisible();

  await page.getByLabel('Title').fill('BPC-157 5 mg');
  const purity = page.getByRole('group', { name: 'Measurement 2', exact: true });
  await purity.getByRole('button', { name: /^Take .* from the chromatogram$/ }).click();
  // This test measures only one line, so it removes the others.
  for (const line of [3, 1]) {
    await page.getByRole('button', { name: `Remove measurement ${line}` }).click();
  }
  await page.getByRole('button', { name: 'Submit for review' }).click();
  // The error message is beside the field, and the field has the focus.
  await expect(panel.getByText(/^Say why the purity is reported in spite of the warnings: /)).toBeVisible();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expectSoundEverywhere(page);

  await reason.fill(REASON);
  await panel.getByRole('button', { name: 'Save the reason' }).click();
  await expect(panel.getByText(/^Say why the purity/)).toBeHidden();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await sign(page);
  const review = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'In review, revision 1', exact: true }),
  });
  await expect(review.getByText(REASON)).toBeVisible();
  await expect(review.getByText(/^Demo analyst, .*, on /)).toBeVisible();
});
