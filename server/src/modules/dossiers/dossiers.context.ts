import type { Platform } from '../../platform/platform.ts';
import type { Topic } from '../../platform/topic.ts';
import type { Makers } from '../makers/makers.service.ts';

export type DossiersContext = {
  platform: Platform;
  makers: Makers;
  /** Published in the transaction in which what a dossier shows has changed. */
  changed: Topic<{ requestIds: string[] }>;
};
