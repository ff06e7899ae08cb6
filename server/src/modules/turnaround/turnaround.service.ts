import type { Platform } from '../../platform/platform.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';

export { findOpenSample, listTurnaround, readPromises } from './turnaround.queries.ts';

export type TurnaroundContext = {
  platform: Platform;
  catalog: CatalogContext;
  publications: PublicationsContext;
  /** The end of the demo's own samples; null if the installation is no demo. */
  demoEnd: () => Promise<Date | null>;
};

/** How long results took, beside the promised times. The module has no tables of its own. */
export function createTurnaroundContext(
  platform: Platform,
  deps: Omit<TurnaroundContext, 'platform'>,
): TurnaroundContext {
  return { platform, ...deps };
}
