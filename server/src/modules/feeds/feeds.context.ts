import type { Platform } from '../../platform/platform.ts';
import type { Listing } from '../listing/listing.service.ts';

export type FeedsContext = { platform: Platform; listing: Listing };
