import type { Platform } from '../../platform/platform.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Publications } from '../publications/publications.service.ts';

export type DossiersContext = { platform: Platform; makers: Makers; publications: Publications };
