import type { Chromatogram } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/science/chromatography/trace';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.ts';
import type { ChromatogramWorkers } from './adapters/chromatogram-workers.ts';

export {
  describeForStaff,
  findFullTrace,
  findPublishedTrace,
  findStoredFile,
  findTraceFacts,
  packPoints,
} from './chromatograms.queries.ts';
export type { InjectionState } from './injections.queries.ts';
export {
  describeInjections,
  findInjectionFile,
  findInjectionHashes,
  thousandsOf,
} from './injections.queries.ts';
export { timeOf } from './rules/published-run.ts';
export { keepWarningReasons } from './use-cases/explain-warnings.ts';
export { inheritChromatogram } from './use-cases/inherit-chromatogram.ts';
export { keepInjection } from './use-cases/keep-injection.ts';
export { injectionStateAt, keepInjectionState } from './use-cases/keep-state.ts';
export {
  allowDoubt,
  explainUnused,
  keepTypedTime,
  releaseFile,
  sealInjections,
  takeOutChromatogram,
} from './use-cases/note-injection.ts';
export { readSpectrumFile } from './use-cases/read-spectrum.ts';
export type { ReadFile } from './use-cases/replace-chromatogram.ts';
export { readChromatogramFile, replaceChromatogram } from './use-cases/replace-chromatogram.ts';
export { saveBlank, storeBlank, switchBlank } from './use-cases/set-blank.ts';
export { integrateAnew, saveIntegration } from './use-cases/set-integration.ts';
export { addReplicate, removeReplicate } from './use-cases/set-replicate.ts';

const MOST_CACHED = 300;

export type ChromatogramsContext = {
  platform: Platform;
  workers: ChromatogramWorkers;
  /** Chromatograms for drawing, kept in memory, because reading all points takes long. Each has about 30 kB. */
  drawn: LRUCache<string, Trace>;
  /** Published chromatograms for drawing, which never change. */
  published: LRUCache<string, Promise<Chromatogram | null>>;
};

/**
 * The chromatograms of results: reading, finding peaks, drawing. The module results decides who may see or change one.
 */
export function createChromatogramsContext(
  platform: Platform,
  { workers }: { workers: ChromatogramWorkers },
): ChromatogramsContext {
  return {
    platform,
    workers,
    drawn: new LRUCache({ max: MOST_CACHED }),
    published: new LRUCache({ max: MOST_CACHED }),
  };
}
