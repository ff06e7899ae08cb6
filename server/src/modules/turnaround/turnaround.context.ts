import type { Platform } from '../../platform/platform.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Publications } from '../publications/publications.service.ts';

export type TurnaroundContext = { platform: Platform; catalog: Catalog; publications: Publications };
