import type { LabRequest } from '@vialproof/contract/lab';
import type { Measurement } from '@vialproof/contract/results';
import type { PublicTest, TestsPage } from '@vialproof/contract/tests';
import { expect, it } from 'vitest';
import { laboratory, must, PURITY, traceOf } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

it('list, test, feed and the page of the maker mark a purity if a person moved the limits of its peaks', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const order = await lab.received({ compound: 'Manualtide', maker: 'Manual Maker' });
  const { draft } = await must(lab.chromatogram(lab.analyst, order, traceOf('moved by a person')));
  const trace = draft?.chromatogram;
  const main = trace?.peaks[trace.main_peak ?? -1];
  const moved = await app.request<{ data: LabRequest }>(`/api/lab/requests/${order.id}/chromatogram/peaks`, {
    method: 'PUT',
    token: lab.analyst.token,
    json: {
      limits: [{ start_min: main?.start_min, end_min: main?.end_min }],
      main_peak: 0,
      baseline: 'straight',
      reason: 'The others are solvent peaks.',
      version: trace?.version,
    },
  });
  expect(moved.status).toBe(200);
  const value = moved.body.data.draft?.chromatogram?.purity_percent?.toFixed(2) ?? '';
  const water: Measurement = {
    ...PURITY,
    analyte: 'Water',
    unit: '%',
    value: '1.2',
    limit: '',
    verdict: null,
  };
  await must(lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value }, water] }));
  const version = moved.body.data.draft?.chromatogram?.version;
  await must(lab.explain(lab.analyst, order, { reason: 'The others are solvent peaks.', version }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));

  const words = `${value} % area, manually integrated`;
  const { body: test } = await app.request<{ data: PublicTest }>(`/api/tests/${order.id}`);
  expect(test.data.result?.purity).toMatchObject({ value, manual: true });
  const { body: list } = await app.request<TestsPage>('/api/tests?search=manualtide');
  expect(list.data[0]?.result?.purity).toEqual(test.data.result?.purity);
  const feed = await app.request<string>('/feed.atom');
  expect(feed.body).toContain(`Manualtide from Manual Maker: purity ${words}`);
  // Only one of the two values has a limit.
  expect(feed.body).toContain('The judged result is within its limit; 1 is not judged.');
  expect(list.facets.verdict).toMatchObject([{ value: 'partly', label: 'Within limits, not all judged' }]);
  for (const [verdict, found] of [
    ['pass', 0],
    ['partly', 1],
  ] as const) {
    const { body } = await app.request<TestsPage>(`/api/tests?search=manualtide&verdict=${verdict}`);
    expect(body.pagination.total).toBe(found);
  }
  const dossier = await app.request<string>('/api/dossiers/compounds/manualtide');
  expect(JSON.stringify(dossier.body)).toContain(words);
});
