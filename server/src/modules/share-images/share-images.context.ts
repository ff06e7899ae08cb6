import type { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Listing } from '../listing/listing.service.ts';

export type ShareImagesContext = {
  platform: Platform;
  groups: Groups;
  listing: Listing;
  /** Pictures are drawn one at a time. */
  drawing: ReturnType<typeof createKeyedMutex>;
};
