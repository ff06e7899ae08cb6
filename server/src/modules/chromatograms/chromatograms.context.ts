import type { Chromatogram } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/contract/trace';
import type { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.ts';
import type { ChromatogramWorkers } from './adapters/chromatogram-workers.ts';

export type ChromatogramsContext = {
  platform: Platform;
  workers: ChromatogramWorkers;
  /**
   * Traces thinned for drawing, by their file and channel (rules/points-key), whose points never change: a trace of 200,000 points takes long
   * to read from the database. About 30 kB each.
   */
  drawn: LRUCache<string, Trace>;
  /** The thinned chromatograms of published revisions, which never change, by the revision's id. */
  published: LRUCache<string, Promise<Chromatogram | null>>;
};
