import { expect, it } from 'vitest';
import { readChromatogram } from './chromatogram-file.ts';
import { chromeleon, empower, labSolutions, plainMzml, SMALL } from './exports.fixture.ts';

const read = (text: string) =>
  readChromatogram(new TextEncoder().encode(text), () => {
    throw new Error('nothing is packed here');
  });

it.each<[string, (trace: typeof SMALL) => string]>([
  ['LabSolutions', (trace) => labSolutions({ channels: [{ trace }] })],
  ['Chromeleon', (trace) => chromeleon({ trace })],
  ['Empower', (trace) => empower({ trace })],
  ['mzML', (trace) => plainMzml(trace)],
])('the reader of %s accepts 200,000 points, and refuses more', (_, write) => {
  const many = (count: number) => {
    const minutes = Array.from({ length: count }, (_, place) => place / 4000);
    return {
      ...SMALL,
      minutes,
      signal_mau: minutes.map((time) => Math.round(1000 * Math.sin(time)) / 100),
    };
  };
  const reading = read(write(many(200_000)));
  expect(reading.ok && reading.trace.minutes.length).toBe(200_000);
  expect(read(write(many(200_001)))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/more than 200,000 points|has 200,001 points|at most 200,000/),
  });
});
