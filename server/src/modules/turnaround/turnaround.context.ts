import type { Platform } from '../../platform/platform.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Publications } from '../publications/publications.service.ts';

export type TurnaroundContext = {
  platform: Platform;
  catalog: Catalog;
  publications: Publications;
  /** When the demo's own samples end; null without a demo. */
  demoEnd: () => Promise<Date | null>;
};
