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
  /**
   * Traces with few points for drawing, by file and channel (rules/points-key). Their points never change, and reading
   * 200,000 points from the database takes long. About 30 kB each.
   */
  drawn: LRUCache<string, Trace>;
  /** The chromatograms of published revisions with few points, by revision id; they never change. */
  published: LRUCache<string, Promise<Chromatogram | null>>;
};

/**
 * Detector traces of results, one per revision: reading, integration, drawing. The module results decides who may see
 * or change a trace.
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
