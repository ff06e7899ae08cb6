import type { Trace } from '@vialproof/contract/trace';

/** The signal at equal steps from 0 to `run` min. */
export function sampled(signalAt: (minutes: number) => number, step = 0.005, run = 20): Trace {
  const minutes = Array.from({ length: Math.round(run / step) + 1 }, (_, index) => index * step);
  return { minutes, signal_mau: minutes.map(signalAt) };
}

/** A peak of height 1. */
export function gaussian(at: number, apex: number, sigma: number): number {
  return Math.exp(-0.5 * ((at - apex) / sigma) ** 2);
}
