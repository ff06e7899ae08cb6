import { anotherBpcRun } from './another-run.ts';
import { DEMO_PASSWORD } from './people.ts';
import { call, receivedSample as sample, tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, test } from './site.ts';
import { expectSound } from './sound.ts';
import { approve, propose } from './templates.ts';
import { chromatogram, rowOf, upload } from './trace-panel.ts';

test('an analyst chooses a baseline for one peak, and it is shown beside the automatic one', async ({
  page,
}) => {
  const task = await sample(page.request);
  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  await upload(page, anotherBpcRun(task));
  const panel = chromatogram(page);
  const beside = panel.getByRole('table', { name: 'Beside the proposal' });
  const draw = panel.getByRole('button', { name: 'Draw the proposal' });
  await expect(panel.getByRole('status')).toHaveText('Saved');
  // The comparison appears only after somebody has changed the peaks.
  await expect(draw).toHaveCount(0);
  // The largest peak, because a new baseline changes its area visibly.
  const chooser = panel
    .getByRole('row')
    .filter({ hasText: 'MAIN' })
    .getByRole('button', { name: /^Choose peak \d+$/ });
  const main = Number((await chooser.innerText()).trim());
  await chooser.click();
  const before = await rowOf(page, main);
  const choice = panel.getByLabel(/^Baseline of (this peak|peaks)/);
  await choice.selectOption('Rolling ball');
  await expect.poll(() => rowOf(page, main)).not.toEqual(before);
  await expect(panel.getByRole('status')).toHaveText('Not saved yet');
  const [first] = await beside
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(main), exact: true }) })
    .allInnerTexts();
  expect(first).toContain(before.at(-1) ?? 'no share');

  const drawn = () => panel.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const without = await drawn();
  await draw.click();
  await expect(draw).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(drawn).not.toBe(without);

  await panel.getByRole('button', { name: 'Save limits' }).click();
  await expect(panel.getByText('Choose a reason, or say why')).toBeVisible();
  await panel.getByLabel('Why these are not the proposed peaks').fill('The gradient bends here.');
  await panel.getByRole('button', { name: 'Save limits' }).click();
  await expect(panel.getByRole('status')).toHaveText('Saved');
  const saved = await rowOf(page, main);
  await page.reload();
  await expect.poll(() => rowOf(page, main)).toEqual(saved);
  await chooser.click();
  await expect(choice).toHaveValue('rolling_ball');
  await expectSound(page);

  // The public result names a peak that the analyst leaves out.
  await panel.getByRole('button', { name: 'Choose peak 1', exact: true }).click();
  await panel.getByRole('button', { name: 'Delete peak 1' }).click();
  await panel.getByRole('button', { name: 'Save limits' }).click();
  await expect(panel.getByText(/Not counted: \d+\.\d\d min \([\d.]+ % of the area\)\./)).toBeVisible();
  await expect(beside.getByRole('row', { name: /^not integrated/ })).toHaveCount(1);

  const path = `/api/lab/requests/${task}`;
  type Draft = {
    data: { draft: { version: number; chromatogram: { purity_percent: number; version: number } } };
  };
  const token = await tokenOf(page.request, 'analyst@demo.test');
  const { data } = await call<Draft>(page.request, ['GET', path], token);
  const purity = {
    analyte: 'Purity',
    method: 'RP-HPLC-UV 214 nm',
    value: Number(data.draft.chromatogram.purity_percent.toFixed(2)),
    unit: '% area',
    limit: '',
    verdict: null,
  };
  const result = { title: 'BPC-157', summary: '', measurements: [purity], version: data.draft.version };
  await call(page.request, ['PUT', `${path}/result`], token, result);
  const why = { reason: 'It is of the solvent.', version: data.draft.chromatogram.version };
  await call(page.request, ['PUT', `${path}/chromatogram/reason`], token, why);
  await call(page.request, ['POST', `${path}/submit`], token, {
    password: DEMO_PASSWORD,
    meaning: 'measured',
  });
  await openAs(page, 'reviewer@demo.test', `/lab/requests/${task}`);
  const review = page.locator('section').filter({ has: page.getByRole('heading', { name: /^In review/ }) });
  await expect(review.getByRole('button', { name: 'Draw the proposal' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(
    review.getByRole('table', { name: 'Beside the proposal' }).getByRole('row', { name: /^not integrated/ }),
  ).toHaveCount(1);
  await expect(review.getByText('The gradient bends here.')).toBeVisible();
});

test('an admin sets the reporting limit and time window of a method, and its next chromatogram names both', async ({
  page,
}) => {
  const task = await sample(page.request);
  await openAs(page, 'admin@demo.test', '/lab/methods');
  await page.getByRole('link', { name: 'TB-500', exact: true }).click();
  const limit = page.getByLabel('Reporting limit, % of the area');
  await expect(limit).toHaveValue('0.05');
  await page.getByLabel('Window from, min').fill('9');
  await page.getByLabel('Window to, min').fill('4');
  await propose(page);
  await expect(page.getByText('The window ends before it begins.').first()).toBeVisible();
  const asked = page.getByText('This method does not say where its window begins.');
  await expect(asked).toBeHidden();
  await page.getByLabel('Window from, min').fill('');
  await expect(asked).toBeVisible();
  await page.getByLabel('Window from, min').fill('2.5');
  await expect(asked).toBeHidden();
  await page.getByLabel('Window to, min').fill('');
  await limit.fill('0.1');
  await propose(page);
  await expect(page.getByRole('heading', { name: 'Waits for approval' })).toBeVisible();
  await expectSound(page);
  await approve(page);
  await expect(limit).toHaveValue('0.1');
  await expectSound(page);
  // Another laboratory test has a method of its own, and its chromatograms use that method.
  await page.goto(`/lab/requests/${task}`);
  await upload(page, anotherBpcRun(task));
  await expect(chromatogram(page).getByRole('paragraph').filter({ hasText: 'Integrated by' })).toContainText(
    /Integrated from 2\.40 to \d+\.\d\d min: the window of the method\. Reporting limit 0\.05 % of the area\./,
  );
});
