import { syntheticTrace } from '@vialproof/contract/chromatography/synthetic-trace';
import type { Trace } from '@vialproof/contract/trace';
import { expect, test } from 'vitest';
import { type NoisePrint, noisePrint, PRINT_BITS } from './noise-print.ts';

/** The share of the grid where both are noise on which two signals agree, as the store asks. */
function agreement(one: NoisePrint, other: NoisePrint): number {
  const places = [...Array(PRINT_BITS).keys()].filter(
    (place) => one.noiseOnly[place] === '1' && other.noiseOnly[place] === '1',
  );
  expect(places.length).toBeGreaterThan(256);
  return places.filter((place) => one.noise[place] === other.noise[place]).length / places.length;
}

const run = (seed: string): Trace => syntheticTrace({ seed, purity_percent: 98.5 });

test('a signal that is exported with fewer digits, or every second point of it, is the same one', () => {
  const trace = run('a');
  const print = noisePrint(trace);
  const coarse = { ...trace, signal_mau: trace.signal_mau.map((value) => Math.round(value * 100) / 100) };
  expect(agreement(print, noisePrint(coarse))).toBeGreaterThan(0.95);
  const scaled = { ...trace, signal_mau: trace.signal_mau.map((value) => value / 1000) };
  expect(agreement(print, noisePrint(scaled))).toBeGreaterThan(0.99);
  const even = (_: number, index: number) => index % 2 === 0;
  const thinned = { minutes: trace.minutes.filter(even), signal_mau: trace.signal_mau.filter(even) };
  expect(agreement(print, noisePrint(thinned))).toBeGreaterThan(0.6);
});

test('two runs of one compound are two signals, though their peaks are the same', () => {
  const one = run('a');
  // The peaks of the first with a noise of their own.
  const other = run('b');
  const without = (trace: Trace) => trace.signal_mau.map((value, index, all) => value - mean(all, index));
  const noise = without(other);
  const twin = {
    minutes: one.minutes,
    signal_mau: one.signal_mau.map((_, index, all) => mean(all, index) + (noise[index] ?? 0)),
  };
  for (const second of [other, twin]) {
    expect(agreement(noisePrint(one), noisePrint(second))).toBeLessThan(0.65);
  }
});

test('a signal without noise has none to be told by', () => {
  const minutes = Array.from({ length: 600 }, (_, index) => index / 60);
  const print = noisePrint({ minutes, signal_mau: minutes.map(() => 0) });
  expect(print).toEqual({ noise: '0'.repeat(PRINT_BITS), noiseOnly: '0'.repeat(PRINT_BITS) });
});

function mean(all: readonly number[], index: number): number {
  const part = all.slice(Math.max(0, index - 3), index + 4);
  return part.reduce((sum, value) => sum + value, 0) / part.length;
}
