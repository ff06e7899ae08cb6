import { LRUCache } from 'lru-cache';
import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChromatogramWorkers } from './adapters/chromatogram-workers.ts';
import type { ChromatogramsContext } from './chromatograms.context.ts';
import {
  describeForStaff,
  findFacts,
  findFull,
  findPublished,
  findStoredFile,
  packPoints,
} from './chromatograms.queries.ts';
import {
  describeInjections,
  findInjectionFile,
  findInjectionHashes,
  thousandsOf,
} from './injections.queries.ts';
import { explainWarnings } from './use-cases/explain-warnings.ts';
import { inheritChromatogram } from './use-cases/inherit-chromatogram.ts';
import { keepInjection } from './use-cases/keep-injection.ts';
import { keepState, stateAt } from './use-cases/keep-state.ts';
import {
  allowDoubt,
  explainUnused,
  keepTypedTime,
  releaseFile,
  sealInjections,
  takeOutChromatogram,
} from './use-cases/note-injection.ts';
import { readSpectrumFile } from './use-cases/read-spectrum.ts';
import { readChromatogramFile, replaceChromatogram } from './use-cases/replace-chromatogram.ts';
import { putBlank, saveBlank, switchBlank } from './use-cases/set-blank.ts';
import { integrateAnew, saveIntegration } from './use-cases/set-integration.ts';
import { addReplicate, removeReplicate } from './use-cases/set-replicate.ts';

export type { InjectionState } from './injections.queries.ts';
export { timeOf } from './rules/published-run.ts';
export type { ReadFile } from './use-cases/replace-chromatogram.ts';
export type Chromatograms = ReturnType<typeof createChromatograms>;

const MOST_CACHED = 300;

/**
 * The detector traces of results, by the revision that they belong to: read, integrated, drawn. Who may see or change
 * them is decided by the results.
 */
export function createChromatograms(platform: Platform, { workers }: { workers: ChromatogramWorkers }) {
  const ctx: ChromatogramsContext = {
    platform,
    workers,
    drawn: new LRUCache({ max: MOST_CACHED }),
    published: new LRUCache({ max: MOST_CACHED }),
  };
  return bindContext(ctx, {
    readFile: readChromatogramFile,
    readSpectrum: readSpectrumFile,
    keepInjection,
    keepState,
    stateAt,
    describeInjections,
    findInjectionFile,
    findInjectionHashes,
    thousandsOf,
    explainUnused,
    allowDoubt,
    keepTypedTime,
    releaseFile,
    sealInjections,
    replace: replaceChromatogram,
    takeOut: takeOutChromatogram,
    addReplicate,
    removeReplicate,
    integrateAnew,
    saveIntegration,
    explainWarnings,
    putBlank,
    switchBlank,
    saveBlank,
    inherit: inheritChromatogram,
    describeForStaff,
    findFacts,
    findFull,
    findPublished,
    findStoredFile,
    packPoints,
  });
}
