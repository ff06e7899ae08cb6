import type { LabRequest } from '@vialproof/contract/lab';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { DEMO_PASSWORD } from './people.ts';
import { call, receivedSample, tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

const UNBROKEN = 'W'.repeat(60);

test('a reviewer reads who changed a sample and when, and opens an earlier version of the result', async ({
  page,
}) => {
  const task = await receivedSample(page.request);
  const token = await tokenOf(page.request, 'analyst@demo.test');
  const path = `/api/lab/requests/${task}`;
  const water = { analyte: UNBROKEN, method: 'Karl Fischer', value: 3, unit: '%', limit: '', verdict: null };
  const titles = [
    'First title',
    UNBROKEN,
    'Τίτλος στα ελληνικά',
    ...Array.from({ length: 27 }, (_, n) => `Title ${n}`),
  ];
  for (const [version, title] of titles.entries()) {
    const summary = version === 3 ? 'A long summary. '.repeat(40) : '';
    const measurements = [{ ...water, value: version }];
    await call(page.request, ['PUT', `${path}/result`], token, { title, summary, measurements, version });
  }
  const uploaded = await page.request.post(`${origin()}${path}/chromatogram`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      file: {
        name: 'run.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(traceAsCsv(syntheticTrace({ seed: task }))),
      },
    },
  });
  const { chromatogram } = ((await uploaded.json()) as { data: LabRequest }).data.draft ?? {};
  const limits = chromatogram?.peaks.map(({ start_min, end_min }) => ({ start_min, end_min })) ?? [];
  await call(page.request, ['PUT', `${path}/chromatogram/peaks`], token, {
    limits: limits.slice(1),
    main_peak: null,
    baseline: 'straight',
    reason: 'The first one is of the solvent.',
    version: chromatogram?.version,
  });
  await call(page.request, ['POST', `${path}/submit`], token, {
    password: DEMO_PASSWORD,
    meaning: 'measured',
  });

  await openAs(page, 'reviewer@demo.test', `/lab/requests/${task}`);
  const history = page.locator('details').filter({ has: page.getByRole('heading', { name: 'History' }) });
  await page.getByRole('button', { name: 'Timeline' }).click();
  await expect(page.getByText('Limits of the peaks set by')).toBeVisible();
  await history.getByRole('heading', { name: 'History' }).click();
  const entry = (what: string | RegExp) => history.getByRole('listitem').filter({ hasText: what });
  const peaks = entry('Limits of the peaks set');
  await expect(peaks).toContainText('The first one is of the solvent.');
  await expect(peaks.locator('del').first()).toContainText(/^\d.* to .* min/);
  await expect(peaks).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  await expect(
    entry('Chromatogram uploaded').getByRole('button', { name: 'Copy the whole hash' }),
  ).toBeVisible();
  await history.getByRole('button', { name: 'Earlier entries' }).click();
  const second = entry('First title').filter({ hasText: UNBROKEN }).first();
  await expect(second.locator('del').first()).toHaveText('First title');
  await second.getByRole('button', { name: 'Show the result as it was then' }).click();
  const then = second.getByRole('region');
  await expect(then).toContainText(UNBROKEN);
  await expect(then.getByText('No chromatogram.')).toBeVisible();
  await peaks.getByRole('button', { name: 'Show the result as it was then' }).click();
  await expect(peaks.getByRole('region')).toContainText('peaks by a person');
  await expectSound(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
