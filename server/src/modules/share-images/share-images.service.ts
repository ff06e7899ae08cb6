import { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { GroupsContext } from '../group-tests/group-tests.service.ts';
import type { ListingContext } from '../listing/listing.service.ts';

export { groupImage, resultImage, siteImage } from './share-images.queries.ts';

export type ShareImagesContext = {
  platform: Platform;
  groups: GroupsContext;
  listing: ListingContext;
  /** Pictures are drawn one at a time. */
  drawing: ReturnType<typeof createKeyedMutex>;
};

/** The pictures that link previews show. */
export function createShareImagesContext(
  platform: Platform,
  { groups, listing }: { groups: GroupsContext; listing: ListingContext },
): ShareImagesContext {
  return { platform, groups, listing, drawing: createKeyedMutex() };
}
