import type { Trace } from '@vialproof/contract/trace';
import { randomFrom } from '../../../../database/seed/traces.ts';

/** The signal at equal steps from 0 to `run` min, with white noise of that standard deviation where a seed is given. */
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

/** A gradient's step: from 0 to 1 about `middle`. */
export function step(at: number, middle: number, width: number): number {
  return 1 / (1 + Math.exp((middle - at) / width));
}
