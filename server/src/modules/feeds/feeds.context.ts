import type { Platform } from '../../platform/platform.ts';
import type { Dossiers } from '../dossiers/dossiers.service.ts';
import type { Listing } from '../listing/listing.service.ts';
import type { Makers } from '../makers/makers.service.ts';

export type FeedsContext = { platform: Platform; listing: Listing; dossiers: Dossiers; makers: Makers };
