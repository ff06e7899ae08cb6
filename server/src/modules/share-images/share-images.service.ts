import type { Platform } from '../../platform/platform.ts';
import type { GroupsContext } from '../group-tests/group-tests.service.ts';
import type { ListingContext } from '../listing/listing.service.ts';
import type { PictureRenderer } from './adapters/picture-renderer.ts';

export { groupImage, resultImage, siteImage } from './share-images.queries.ts';

export type ShareImagesContext = {
  platform: Platform;
  groups: GroupsContext;
  listing: ListingContext;
  pictures: PictureRenderer;
};

/** Pictures that other sites show beside links. */
export function createShareImagesContext(
  platform: Platform,
  needs: Omit<ShareImagesContext, 'platform'>,
): ShareImagesContext {
  return { platform, ...needs };
}
