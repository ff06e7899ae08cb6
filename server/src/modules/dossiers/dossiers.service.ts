import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DossiersContext } from './dossiers.context.ts';
import { listConfirmed, newestOf, selectDossier } from './dossiers.queries.ts';

export type { DossierOf } from './dossiers.queries.ts';
export type Dossiers = ReturnType<typeof createDossiers>;

/** What is published of compounds, makers and batches. */
export function createDossiers(platform: Platform, modules: Omit<DossiersContext, 'platform'>) {
  const ctx: DossiersContext = { platform, ...modules };
  return bindContext(ctx, { select: selectDossier, newest: newestOf, listConfirmed });
}
