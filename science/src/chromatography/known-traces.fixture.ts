import { acquisitionOf } from './acquisition.ts';
import { type Prepared, prepare } from './integration.ts';
import { randomFrom } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';
import type { IntegrationOptions } from './types.ts';

/** A chromatogram with its automatic peaks, as from a file that says nothing else. */
export function prepared(trace: Trace, options: IntegrationOptions | null = null): Prepared {
  const { acquisition } = acquisitionOf([]);
  const nothing = { wavelengthNm: null, channel: null, channels: [], instrument: null, vendorPeaks: null };
  return prepare(
    { ok: true, format: 'csv', trace, unit: 'mAU', acquisition, warnings: [], ...nothing },
    options,
  );
}

/** The signal at equal steps from 0 to `run` minutes; with a seed, noise is added. */
export function sampled(
  signalAt: (minutes: number) => number,
  { step = 0.005, run = 20, noise = 0, seed = '' } = {},
): Trace {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const minutes = Array.from({ length: Math.round(run / step) + 1 }, (_, index) => index * step);
  return { minutes, signal_mau: minutes.map((at) => signalAt(at) + (noise > 0 ? noise * normal() : 0)) };
}

/** A peak of height 1. */
export function gaussian(at: number, apex: number, sigma: number): number {
  return Math.exp(-0.5 * ((at - apex) / sigma) ** 2);
}

/** A step of the signal from 0 to 1 around `middle`. */
export function step(at: number, middle: number, width: number): number {
  return 1 / (1 + Math.exp((middle - at) / width));
}
