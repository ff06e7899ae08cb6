import { ALTERATIONS } from '@vialproof/contract/chromatography/altered-copies.fixture';
import { syntheticTrace } from '@vialproof/contract/chromatography/synthetic-trace';
import type { Trace } from '@vialproof/contract/trace';
import { expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';

const trace = syntheticTrace({ seed: 'told', purity_percent: 98.5 });

it('the trace of another task is refused in each of sixteen alterations', async () => {
  const lab = await laboratory(await testApp());
  const [one, other] = [await lab.received(), await lab.received()];
  await must(lab.chromatogram(lab.analyst, one, fileOf(trace)));
  const passed: string[] = [];
  for (const [what, alter] of Object.entries(ALTERATIONS)) {
    const { body } = await lab.chromatogram(lab.analyst, other, fileOf(alter(trace)));
    if (body.code !== 'trace_used_elsewhere') passed.push(what);
  }
  expect(passed).toEqual([]);
});

function fileOf({ minutes, signal_mau: signal }: Trace): string {
  const rows = minutes.map((at, index) => `${at.toFixed(5)},${(signal[index] ?? 0).toFixed(6)}`);
  return `Time (min),Signal (mAU)\n${rows.join('\n')}\n`;
}
