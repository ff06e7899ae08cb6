import { onTestFinished } from 'vitest';
import { createChromatogramWorkers } from '../modules/chromatograms/adapters/chromatogram-workers.ts';

/** Threads that read chromatogram files until the test ends, and their warnings. */
export function workers(options: Partial<Parameters<typeof createChromatogramWorkers>[0]> = {}) {
  const warnings: unknown[] = [];
  const made = createChromatogramWorkers({
    log: { warn: (...words: unknown[]) => warnings.push(words) },
    ...options,
  });
  onTestFinished(() => made.close());
  return { ...made, warnings };
}
