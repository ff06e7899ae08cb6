import type { Platform } from '../../platform/platform.ts';
import type { MakersContext } from '../makers/makers.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';

export type { DossierOf } from './dossiers.queries.ts';
export { listConfirmed, newestOf, selectDossier } from './dossiers.queries.ts';

export type DossiersContext = {
  platform: Platform;
  makers: MakersContext;
  publications: PublicationsContext;
};

/** The published data of compounds, makers and batches. */
export function createDossiersContext(
  platform: Platform,
  modules: Omit<DossiersContext, 'platform'>,
): DossiersContext {
  return { platform, ...modules };
}
