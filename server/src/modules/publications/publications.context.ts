import type { Platform } from '../../platform/platform.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Makers } from '../makers/makers.service.ts';

export type PublicationsContext = {
  platform: Platform;
  catalog: Catalog;
  makers: Makers;
  chromatograms: Chromatograms;
};
