import { ALTERATIONS, exactCsv } from '@vialproof/science/chromatography/altered-copies.fixture';
import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import { expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

const trace = syntheticTrace({ seed: 'told', purity_percent: 98.5 });

it('the chromatogram of another task is refused, even after each of sixteen changes', async () => {
  const lab = await laboratory(await labApp());
  const [one, other] = [await lab.received(), await lab.received()];
  await must(lab.chromatogram(lab.analyst, one, exactCsv(trace)));
  const changes = Object.entries(ALTERATIONS);
  expect(changes).toHaveLength(16);
  const passed: string[] = [];
  for (const [what, alter] of changes) {
    const { body } = await lab.chromatogram(lab.analyst, other, exactCsv(alter(trace)));
    if (body.code !== 'trace_used_elsewhere') passed.push(what);
  }
  expect(passed).toEqual([]);
});
