import type { DayInterval, Turnaround } from '@vialproof/contract/turnaround';
import type { Quantile } from '@vialproof/science/statistics/kaplan-meier';
import type { Figures } from './turnaround.rules.ts';

const intervalOf = ({ low, high }: Quantile): DayInterval => ({ low: low ?? null, high: high ?? null });

/** The measured times of a family of tests. With few samples only the promise. */
export function presentTurnaround(
  family: string,
  promises: readonly string[],
  figures: Figures | undefined,
  isDemo: boolean,
): Turnaround {
  return {
    family,
    n_received: figures?.nReceived ?? null,
    n_open: figures?.nOpen ?? null,
    median_days: figures?.median.time ?? null,
    interval: figures ? intervalOf(figures.median) : null,
    nine_of_ten_days: figures?.nineOfTen.time ?? null,
    nine_of_ten_interval: figures ? intervalOf(figures.nineOfTen) : null,
    promise_text: promises.join('; '),
    is_demo: figures !== undefined && isDemo,
  };
}
