import { unpackSeries } from '@vialproof/contract/series';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

it('a chromatogram with 200,000 points is stored completely, and its picture gets a reduced curve', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const order = await lab.received();
  const csv = traceAsCsv(syntheticTrace({ seed: 'whole', points: 200_000 }));
  const uploaded = (await must(lab.chromatogram(lab.analyst, order, csv))).draft?.chromatogram;
  if (!uploaded) throw new Error('the draft has no chromatogram');
  expect(uploaded.points).toBe(200_000);
  expect(uploaded.minutes.length).toBeLessThanOrEqual(1500);
  const answer = await app.raw(`/api/lab/requests/${order.id}/chromatogram/points`, {
    token: lab.analyst.token,
  });
  expect(unpackSeries(new Uint8Array(await answer.arrayBuffer()))[0]).toHaveLength(200_000);
  const asked = {
    limits: uploaded.peaks.map(({ start_min, end_min }) => ({ start_min, end_min })),
    main_peak: uploaded.main_peak,
    baseline: uploaded.baseline,
    version: uploaded.version,
    reason: 'The shoulder is a peak of its own.',
  };
  const set = await must(lab.peaks(lab.analyst, order, asked));
  expect(set.draft?.chromatogram?.peaks).toEqual(uploaded.peaks);
});
