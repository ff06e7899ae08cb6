import { signalAt } from '@vialproof/contract/baselines';
import { randomFrom, syntheticTrace } from '@vialproof/contract/chromatography/synthetic-trace';
import type { Trace } from '@vialproof/contract/trace';
import { expect, test } from 'vitest';
import { type NoisePrint, noisePrint, PRINT_BITS } from './noise-print.ts';

/** How many roots of the places where both are noise two signals agree on beyond half of them; the store asks for 3.6. */
function agreement(one: NoisePrint, other: NoisePrint): number {
  const places = [...Array(PRINT_BITS).keys()].filter(
    (place) => one.noiseOnly[place] === '1' && other.noiseOnly[place] === '1',
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
])('a signal that is exported again %s is the same one', (_, exported) => {
  const traces = Array.from({ length: 20 }, (_, seed) => run(`same ${seed}`));
  const same = traces.filter((trace) => agreement(noisePrint(trace), noisePrint(exported(trace))) > 3.6);
  // Of an export with half of the points one in thirty is missed.
  expect(same.length).toBeGreaterThanOrEqual(18);
});

test('two runs of one compound are two signals, though their peaks are the same', () => {
  for (let seed = 0; seed < 40; seed++) {
    const peaks = { seed: `twin ${seed}`, purity_percent: 98.5, noise_mau: 0 };
    const [one, other] = ['one', 'other'].map((name) => withNoise(syntheticTrace(peaks), `${name} ${seed}`));
    expect(agreement(noisePrint(one ?? run('')), noisePrint(other ?? run('')))).toBeLessThan(3);
  }
});

test('a file that was rounded more than its noise has none to be told by', () => {
  const { minutes, signal_mau } = run('coarse');
  const coarse = noisePrint({ minutes, signal_mau: signal_mau.map((value) => Math.round(value)) });
  expect(coarse.noiseOnly).toBe('0'.repeat(PRINT_BITS));
});

test('a signal without noise has none to be told by', () => {
  const minutes = Array.from({ length: 600 }, (_, index) => index / 60);
  const print = noisePrint({ minutes, signal_mau: minutes.map(() => 0) });
  expect(print).toEqual({ noise: '0'.repeat(PRINT_BITS), noiseOnly: '0'.repeat(PRINT_BITS) });
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
