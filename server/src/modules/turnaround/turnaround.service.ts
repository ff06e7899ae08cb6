import type { Platform } from '../../platform/platform.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';

export { findOpenSample, listTurnaround, readPromises } from './turnaround.queries.ts';

export type TurnaroundContext = {
  platform: Platform;
  catalog: CatalogContext;
  publications: PublicationsContext;
  /** When the demo data of a year end. Null without demo data. */
  demoEnd: () => Promise<Date | null>;
};

/** How long results took, and what was promised. */
export function createTurnaroundContext(
  platform: Platform,
  deps: Omit<TurnaroundContext, 'platform'>,
): TurnaroundContext {
  return { platform, ...deps };
}
