import { ALTERATIONS } from '@vialproof/science/chromatography/altered-copies.fixture';
import { ALIKE } from '@vialproof/science/chromatography/runs-of-one-sample.fixture';
import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import type { Trace } from '@vialproof/science/chromatography/trace';
import { expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const trace = syntheticTrace({ seed: 'told', purity_percent: 98.5 });

it('the chromatogram of another task is refused, even after each of sixteen changes', async () => {
  const lab = await laboratory(await labApp());
  const [one, other] = [await lab.received(), await lab.received()];
  await must(lab.chromatogram(lab.analyst, one, fileOf(trace)));
  const passed: string[] = [];
  for (const [what, alter] of Object.entries(ALTERATIONS)) {
    const { body } = await lab.chromatogram(lab.analyst, other, fileOf(alter(trace)));
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
      await must(lab.chromatogram(lab.analyst, order, fileOf(run)));
    }
  }
});

it('a copy of an old stored chromatogram is recognised by its noise', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const [one, other] = [await lab.received(), await lab.received()];
  await must(lab.chromatogram(lab.analyst, one, fileOf(trace)));
  await asOwner(app, 'TRUNCATE signal_print');
  const copy = ALTERATIONS['stretched by one percent']?.(trace) ?? trace;
  const { body } = await lab.chromatogram(lab.analyst, other, fileOf(copy));
  expect(body.code).toBe('trace_used_elsewhere');
});

function fileOf({ minutes, signal_mau: signal }: Trace): string {
  const rows = minutes.map((at, index) => `${at.toFixed(5)},${(signal[index] ?? 0).toFixed(6)}`);
  return `Time (min),Signal (mAU)\n${rows.join('\n')}\n`;
}
