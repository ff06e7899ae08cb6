import { createPublicAnswer, type PublicAnswer } from '../../platform/cache/public-answer.ts';
import { siteIdentity } from '../../platform/config/public-config.ts';
import { FOR_OTHER_SITES } from '../../platform/http/usual-headers.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findGroupDetail } from '../group-tests/group-tests.service.ts';
import { selectTest } from '../listing/listing.service.ts';
import {
  type Picture,
  presentGroupPicture,
  presentResultPicture,
  presentSitePicture,
} from './share-images.presenter.ts';
import type { ShareImagesContext } from './share-images.service.ts';

const HEADERS = {
  'Content-Type': 'image/png',
  // The picture is only valid as long as its result, so caches must ask each time.
  'Cache-Control': 'public, no-cache',
  ...FOR_OTHER_SITES,
};

/** The picture of the site itself. */
export function siteImage(ctx: ShareImagesContext): Promise<PublicAnswer> {
  return drawn(ctx, 'site', () => presentSitePicture(siteIdentity(ctx.platform)));
}

/** The picture of a group that the list shows. Refusal: `not_found`. */
export async function groupImage(ctx: ShareImagesContext, id: string): Promise<PublicAnswer | Refusal> {
  const group = await findGroupDetail(ctx.groups, id, null);
  if (isRefusal(group)) return group;
  const { test } = group;
  if (!test.is_public) return refuse('not_found');
  const key = `group ${test.id} ${test.status} ${test.joined_count}`;
  return drawn(ctx, key, () => presentGroupPicture(siteIdentity(ctx.platform), test));
}

/**
 * The picture of a published result. The address of an older result redirects to the present one. Refusal: `not_found`.
 */
export async function resultImage(
  ctx: ShareImagesContext,
  id: string,
  revision: number,
): Promise<PublicAnswer | string | Refusal> {
  const test = await selectTest(ctx.listing, id);
  if (isRefusal(test)) return test;
  const { result } = test;
  if (!result) return refuse('not_found');
  if (result.revision !== revision) return `/share/${test.request_id}/${result.revision}.png`;
  const key = `${test.request_id} ${result.revision}`;
  return drawn(ctx, key, () => presentResultPicture(siteIdentity(ctx.platform), { ...test, result }));
}

/** Draws a picture once, and keeps it under `key`. */
function drawn(
  { platform, pictures }: ShareImagesContext,
  key: string,
  picture: () => Picture,
): Promise<PublicAnswer> {
  return platform.publicCache.fetchImage(key, async () =>
    createPublicAnswer(await pictures.draw(picture()), HEADERS),
  );
}
