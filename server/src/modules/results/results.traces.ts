import type { Chromatogram } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/contract/trace';
import type { ChromatogramWorkers } from './chromatogram-workers.ts';
import { presentChromatogram } from './results.presenter.ts';
import type { ResultsStore } from './results.store.ts';

/** About 30 kB each. */
const MOST_KEPT = 300;

export type DrawnTraces = ReturnType<typeof drawnTraces>;

/**
 * Traces thinned for drawing, by the key of their file, whose points never change: a trace of 200,000 points takes long
 * to read from the database, so those looked at last are kept in memory.
 */
export function drawnTraces(store: ResultsStore, thread: ChromatogramWorkers) {
  const kept = new Map<string, Trace>();

  function keep(fileKey: string, drawn: Trace): void {
    kept.delete(fileKey);
    kept.set(fileKey, drawn);
    forgetOldest(kept);
  }

  return {
    keep,

    async of(rows: { fileKey: string }[]): Promise<Map<string, Trace>> {
      const found = new Map<string, Trace>();
      for (const { fileKey } of rows) {
        const drawn = kept.get(fileKey);
        if (!drawn) continue;
        keep(fileKey, drawn);
        found.set(fileKey, drawn);
      }
      const missing = rows.map(({ fileKey }) => fileKey).filter((fileKey) => !found.has(fileKey));
      if (missing.length === 0) return found;
      for (const { fileKey, trace } of await store.traces(missing)) {
        const done = await thread.ask({ kind: 'draw', trace });
        if (!done.ok) throw new Error(`the trace ${fileKey} could not be thinned: ${done.message}`);
        keep(fileKey, done.drawn);
        found.set(fileKey, done.drawn);
      }
      return found;
    },
  };
}

/** The thinned chromatograms of published revisions, which never change; those read longest ago are forgotten. */
export function publishedTraces(store: ResultsStore, drawnTraces: DrawnTraces) {
  const kept = new Map<string, Promise<Chromatogram | null>>();

  async function read(revisionId: string): Promise<Chromatogram | null> {
    const [row] = (await store.parts([revisionId])).chromatograms;
    const drawn = row && (await drawnTraces.of([row])).get(row.fileKey);
    return drawn ? presentChromatogram(row, drawn) : null;
  }

  return {
    find(revisionId: string): Promise<Chromatogram | null> {
      const trace = kept.get(revisionId) ?? read(revisionId);
      kept.delete(revisionId);
      kept.set(revisionId, trace);
      trace.catch(() => kept.delete(revisionId));
      forgetOldest(kept);
      return trace;
    },
  };
}

function forgetOldest(kept: Map<string, unknown>): void {
  for (const [oldest] of kept) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
}
