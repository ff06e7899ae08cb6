import { ALTERATIONS, exactCsv } from '@vialproof/science/chromatography/altered-copies.fixture';
import { ALIKE } from '@vialproof/science/chromatography/runs-of-one-sample.fixture';
import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import { expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const trace = syntheticTrace({ seed: 'told', purity_percent: 98.5 });

/** Changes of values, of times, of the length, of the digits and of the noise. */
const CHANGES = [
  'scaled and offset',
  'stretched by one percent',
  'both ends cut',
  'rounded to 1',
  'noise of five times the size',
];

it('the chromatogram of another task is refused, even after each of five changes', async () => {
  const lab = await laboratory(await labApp());
  const [one, other] = [await lab.received(), await lab.received()];
  await must(lab.chromatogram(lab.analyst, one, exactCsv(trace)));
  const passed: string[] = [];
  for (const what of CHANGES) {
    const copy = ALTERATIONS[what]?.(trace) ?? trace;
    const { body } = await lab.chromatogram(lab.analyst, other, exactCsv(copy));
    if (body.code !== 'trace_used_elsewhere') passed.push(what);
  }
  expect(passed).toEqual([]);
});

it('runs of several samples are different, even without their blank or with the noise of one pump', async () => {
  const lab = await laboratory(await labApp());
  const orders = [await lab.received(), await lab.received(), await lab.received()];
  for (const kind of ['runs without the same blank', 'runs with the strokes of a pump']) {
    for (const [index, order] of orders.entries()) {
      const run = ALIKE[kind]?.(index) ?? trace;
      await must(lab.chromatogram(lab.analyst, order, exactCsv(run)));
    }
  }
});

it('a copy of an old stored chromatogram is recognised by its noise', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const [one, other] = [await lab.received(), await lab.received()];
  await must(lab.chromatogram(lab.analyst, one, exactCsv(trace)));
  await asOwner(app, 'TRUNCATE signal_print');
  const copy = ALTERATIONS['stretched by one percent']?.(trace) ?? trace;
  const { body } = await lab.chromatogram(lab.analyst, other, exactCsv(copy));
  expect(body.code).toBe('trace_used_elsewhere');
});
