import { bindContext } from '../../platform/bind-context.ts';
import { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Listing } from '../listing/listing.service.ts';
import type { ShareImagesContext } from './share-images.context.ts';
import { groupImage, resultImage, siteImage } from './share-images.queries.ts';

export type ShareImages = ReturnType<typeof createShareImages>;

/** The pictures that link previews show. */
export function createShareImages(
  platform: Platform,
  { groups, listing }: { groups: Groups; listing: Listing },
) {
  const ctx: ShareImagesContext = { platform, groups, listing, drawing: createKeyedMutex() };
  return bindContext(ctx, { siteImage, groupImage, resultImage });
}
