import type { Chromatogram } from '@vialproof/contract/results';
import { presentChromatogram } from './results.present.ts';
import type { ResultsStore } from './results.store.ts';

/** About 30 kB each. */
const MOST_KEPT = 300;

/**
 * The thinned traces of published revisions. They never change, and a trace of 200,000 points takes long to read:
 * so they are kept in memory, and those read longest ago are forgotten.
 */
export function publishedTraces(store: ResultsStore) {
  const kept = new Map<string, Promise<Chromatogram | null>>();

  async function read(revisionId: string): Promise<Chromatogram | null> {
    const [row] = (await store.parts([revisionId])).chromatograms;
    return row ? presentChromatogram(row) : null;
  }

  return {
    find(revisionId: string): Promise<Chromatogram | null> {
      const trace = kept.get(revisionId) ?? read(revisionId);
      kept.delete(revisionId);
      kept.set(revisionId, trace);
      trace.catch(() => kept.delete(revisionId));
      for (const [oldest] of kept) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return trace;
    },
  };
}
