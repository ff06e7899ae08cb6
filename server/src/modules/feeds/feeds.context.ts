import type { Platform } from '../../platform/platform.ts';
import type { Dossiers } from '../dossiers/dossiers.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Publications } from '../publications/publications.service.ts';

export type FeedsContext = {
  platform: Platform;
  publications: Publications;
  dossiers: Dossiers;
  makers: Makers;
};
