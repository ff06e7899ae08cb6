import { ALTERATIONS, within } from '@vialproof/science/chromatography/altered-copies.fixture';
import { signalAt } from '@vialproof/science/chromatography/baseline-lines';
import { randomFrom, syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import type { Trace } from '@vialproof/science/chromatography/trace';
import { expect, test } from 'vitest';
import { type NoisePrint, noisePrint, PEAK_PRINT_BITS, PRINT_BITS, peakPrint } from './noise-print.ts';

/** How much more two fingerprints agree than by chance. From 3.6 on, the server compares the files. */
function agreement(one: NoisePrint, other: NoisePrint): number {
  const places = [...one.noise].flatMap((_, place) =>
    one.noiseOnly[place] === '1' && other.noiseOnly[place] === '1' ? [place] : [],
  );
  expect(places.length).toBeGreaterThan(256);
  const same = places.filter((place) => one.noise[place] === other.noise[place]).length;
  return (same - places.length / 2) / Math.sqrt(places.length);
}

const run = (seed: string): Trace => syntheticTrace({ seed, purity_percent: 98.5 });

test.each<[string, (trace: Trace) => Trace]>([
  ['with fewer digits', ({ minutes, signal_mau }) => ({ minutes, signal_mau: signal_mau.map(toHundredths) })],
  [
    'in another unit',
    ({ minutes, signal_mau }) => ({ minutes, signal_mau: signal_mau.map((each) => each / 1000) }),
  ],
  [
    'with an offset and three seconds later',
    ({ minutes, signal_mau }) => ({
      minutes: minutes.map((at) => at + 0.05),
      signal_mau: signal_mau.map((each) => each + 40),
    }),
  ],
  ['with every second point', (trace) => everySecond(trace, 0)],
  ['with every other second point', (trace) => everySecond(trace, 1)],
  ['at other times', (trace) => resampled(trace, 2001)],
])('a signal that is exported again %s is recognised as the same signal', (_, exported) => {
  const traces = Array.from({ length: 20 }, (_, seed) => run(`same ${seed}`));
  const same = traces.filter((trace) => agreement(noisePrint(trace), noisePrint(exported(trace))) > 3.6);
  // One copy in thirty is not found if it has only half of the points.
  expect(same.length).toBeGreaterThanOrEqual(18);
});

test('two runs of one compound are different signals, although their peaks are equal', () => {
  for (let seed = 0; seed < 40; seed++) {
    const peaks = { seed: `twin ${seed}`, purity_percent: 98.5, noise_mau: 0 };
    const [one, other] = ['one', 'other'].map((name) => withNoise(syntheticTrace(peaks), `${name} ${seed}`));
    expect(agreement(noisePrint(one ?? run('')), noisePrint(other ?? run('')))).toBeLessThan(3);
  }
});

test('a file whose rounding is larger than its noise has no fingerprint', () => {
  const { minutes, signal_mau } = run('coarse');
  const coarse = noisePrint({ minutes, signal_mau: signal_mau.map((value) => Math.round(value)) });
  expect(coarse.noiseOnly).toBe('0'.repeat(PRINT_BITS));
});

test('a signal without noise has no fingerprint', () => {
  const minutes = Array.from({ length: 600 }, (_, index) => index / 60);
  const print = noisePrint({ minutes, signal_mau: minutes.map(() => 0) });
  expect(print).toEqual({ noise: '0'.repeat(PRINT_BITS), noiseOnly: '0'.repeat(PRINT_BITS) });
});

test.each([
  'every fourth point',
  'rounded to 0.1',
  'both ends cut',
  'scaled and offset',
  'three seconds later',
])('the copy with %s is recognised by the fingerprint around its highest peak', (what) => {
  for (let seed = 0; seed < 10; seed++) {
    const trace = run(`copy ${seed}`);
    const [one, other] = [peakPrint(trace), peakPrint(ALTERATIONS[what]?.(trace) ?? run('none'))];
    if (!one || !other) throw new Error('Both have a peak.');
    expect(agreement(one, other)).toBeGreaterThan(3);
    expect(Math.abs(other.width_min / one.width_min - 1)).toBeLessThan(0.01);
  }
});

test.each(['rounded to 1', 'noise of five times the size'])(
  'in a copy with %s, width and height of the highest peak differ by less than 0.2 %%',
  (what) => {
    for (let seed = 0; seed < 10; seed++) {
      const trace = run(`copy ${seed}`);
      const [one, other] = [peakPrint(trace), peakPrint(ALTERATIONS[what]?.(trace) ?? run('none'))];
      expect(Math.abs((other?.width_min ?? 0) / (one?.width_min ?? 1) - 1)).toBeLessThan(0.002);
      expect(Math.abs((other?.height_mau ?? 0) / (one?.height_mau ?? 1) - 1)).toBeLessThan(0.002);
    }
  },
);

test('two runs of one compound have different fingerprints', () => {
  for (let seed = 0; seed < 40; seed++) {
    const peaks = syntheticTrace({ seed: `twin ${seed}`, purity_percent: 98.5, noise_mau: 0 });
    const [one, other] = ['one', 'other'].map((name) => peakPrint(withNoise(peaks, `${name} ${seed}`)));
    if (!one || !other) throw new Error('Both have a peak.');
    expect(agreement(one, other)).toBeLessThan(3);
  }
});

test('every fingerprint has the same length, and a chromatogram without a whole peak has none', () => {
  for (const [from, to] of [
    [0, 20],
    [8, 9],
    [8.2, 20],
  ] as const) {
    const print = peakPrint(within(run('length'), from, to));
    expect([print?.noise.length, print?.noiseOnly.length]).toEqual([PEAK_PRINT_BITS, PEAK_PRINT_BITS]);
  }
  expect(peakPrint(within(run('length'), 8.4, 20))).toBeNull();
  expect(peakPrint({ minutes: [0, 1, 2, 3], signal_mau: [0, 0, 0, 0] })).toBeNull();
});

const toHundredths = (value: number) => Math.round(value * 100) / 100;

function everySecond({ minutes, signal_mau }: Trace, first: number): Trace {
  const isKept = (_: number, index: number) => index % 2 === first;
  return { minutes: minutes.filter(isKept), signal_mau: signal_mau.filter(isKept) };
}

function resampled(trace: Trace, count: number): Trace {
  const last = trace.minutes.at(-1) ?? 0;
  const minutes = Array.from({ length: count }, (_, index) => (index * last) / (count - 1));
  return { minutes, signal_mau: minutes.map((at) => signalAt(trace, at)) };
}

function withNoise({ minutes, signal_mau }: Trace, seed: string): Trace {
  const random = randomFrom(seed);
  const noise = () => 0.02 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return { minutes, signal_mau: signal_mau.map((value) => Math.round(1000 * (value + noise())) / 1000) };
}
