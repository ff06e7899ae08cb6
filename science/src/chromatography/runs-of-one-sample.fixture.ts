import { changed, everyNth, NOISE_MAU, noisier, rounded, smoothed } from './altered-copies.fixture.ts';
import { randomFrom, syntheticTrace } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';

/** How many similar measurements of each kind there are. */
export const RUNS_EACH = 15;

type Run = (index: number) => Trace;

/** One injection of a sample: the same peaks, a little later and larger, with other noise. */
function injected(sample: string, index: number, { jitter = 0.004, noise = NOISE_MAU } = {}): Trace {
  const random = randomFrom(`${sample} ${index}`);
  const peaks = syntheticTrace({
    seed: sample,
    purity_percent: sample === 'blank' ? 0 : 98.5,
    retention_min: 8.4 + jitter * (random() - 0.5),
    height_mau: 780 * (1 + jitter * (random() - 0.5)),
    points: 1500,
    noise_mau: 0,
  });
  return noisier(peaks, noise, `${sample} noise ${index}`);
}

/** Adds the same pump noise to each run, at another moment. */
function withRipple(trace: Trace, index: number): Trace {
  const begin = 2 * Math.PI * randomFrom(`stroke ${index}`)();
  return changed(trace, (value, at) => value + 0.05 * Math.sin((2 * Math.PI * at) / 0.06 + begin));
}

/** A run of a detector that averages five points. */
function withSlowNoise(index: number): Trace {
  const still = injected('slow', index, { noise: 0 });
  const noise = smoothed(
    noisier(
      changed(still, () => 0),
      5 * NOISE_MAU,
      `slow ${index}`,
    ),
    2,
  ).signal_mau;
  return {
    minutes: still.minutes,
    signal_mau: still.signal_mau.map((value, at) => value + (noise[at] ?? 0)),
  };
}

/** A measurement with the same blank subtracted as the others. */
function withoutBlank(index: number): Trace {
  const blank = injected('blank', 0).signal_mau;
  const { minutes, signal_mau } = injected('corrected', index);
  return { minutes, signal_mau: signal_mau.map((value, at) => value - (blank[at] ?? 0)) };
}

export const ALIKE: Record<string, Run> = {
  'replicates of one vial': (index) => injected('replicate', index),
  'runs with exactly the same peaks': (index) => injected('same peaks', index, { jitter: 0 }),
  'samples of one compound': (index) => injected(`sample ${index}`, index),
  blanks: (index) => injected('blank', index),
  'runs without the same blank': withoutBlank,
  'runs with the strokes of a pump': (index) => withRipple(injected('ripple', index), index),
  'runs of a slow detector': withSlowNoise,
  'runs that were smoothed': (index) => smoothed(injected('smooth', index), 12),
  'runs rounded to 1': (index) => rounded(injected('coarse', index, { jitter: 0 }), 1),
  'runs rounded to 0.01, 0.1, 1 and not at all, with fewer points': (index) => {
    const run = injected('mixed', index, { jitter: 0 });
    return everyNth(rounded(run, [0.001, 0.01, 0.1, 1][index % 4] ?? 1), 1 + (index % 3));
  },
};

/** All pairs of the first `count` runs. */
export function pairsOf(run: Run, count: number): (readonly [Trace, Trace])[] {
  const runs = Array.from({ length: count }, (_, index) => run(index));
  return runs.flatMap((one, index) => runs.slice(0, index).map((other) => [one, other] as const));
}
