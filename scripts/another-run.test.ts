import { prepare } from '@vialproof/science/chromatography/integration';
import { readChromatogram } from '@vialproof/science/chromatography/readers/chromatogram-file';
import { expect, it } from 'vitest';
import { anotherBpcRun } from '../e2e/another-run.ts';

// With twice the noise, each of these runs lost its smallest peak. Two of them then had the warning `area_lost`, so the
// server refused the result of the journey and no signature dialog opened.
it.each([
  '63a475ce-24cb-45f3-857a-8b1ffaca13e0',
  'ae1e3e8c-8987-4b0d-b8a0-5c06361c06e6',
  'f0560243-3dae-4d9e-9f23-9e0d8b383496',
])('the noise of another run of bpc157.csv hides no peak and causes no warning: %s', (seed) => {
  const read = readChromatogram(anotherBpcRun(seed).buffer, () => new Uint8Array());
  if (!read.ok) throw new Error('the run was refused');
  const { peaks, warnings, noticed } = prepare(read, { from_min: 2.4, threshold_percent: 0.05 });
  expect(peaks).toHaveLength(5);
  expect([...warnings, ...noticed]).toEqual([]);
});
