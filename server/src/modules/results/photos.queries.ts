import type { LabPhoto } from '@vialproof/contract/lab';
import type { SamplePhoto } from '@vialproof/contract/result-files';
import type { Viewer } from '../../platform/access.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { presentLabPhoto, presentPhoto } from './photos.presenter.ts';
import { listOpenProposals, listPhotos, listRedactions, listShownPhotos } from './photos.store.ts';
import type { ResultsContext } from './results.context.ts';
import type { RevisionRow } from './results.tables.ts';
import { redactedAfterIssue } from './rules/photos.ts';

/** All photos of a request for its owner. A photo that waits for a decision about blackening is left out. */
export async function photosOf(ctx: ResultsContext, requestId: string): Promise<SamplePhoto[]> {
  return shownPhotosOf(ctx, requestId, await ctx.listPublished(requestId));
}

/** The same photos for a published result, with notes about later changes. */
export async function shownPhotosOf(
  ctx: ResultsContext,
  requestId: string,
  published: RevisionRow[],
): Promise<SamplePhoto[]> {
  const { orm } = ctx.platform.db;
  const photos = await listShownPhotos(orm, requestId);
  const redactions = await listRedactions(
    orm,
    photos.map(({ id }) => id),
  );
  return photos.map((photo) => {
    const own = redactions.filter(({ photoId }) => photoId === photo.id);
    return presentPhoto(photo, redactedAfterIssue(own, published));
  });
}

/** All photos for staff. Of their own test, staff see what a customer sees. */
export async function labPhotosOf(
  ctx: ResultsContext,
  viewer: Viewer,
  { requestId, isOwn }: { requestId: string; isOwn: boolean },
): Promise<LabPhoto[]> {
  if (isOwn) {
    const shown = await photosOf(ctx, requestId);
    return shown.map((photo) => ({ ...photo, redactions: [], proposal: null }));
  }
  const { orm } = ctx.platform.db;
  const photos = await listPhotos(orm, requestId);
  const ids = photos.map(({ id }) => id);
  const redactions = await listRedactions(orm, ids);
  const proposals = await listOpenProposals(orm, ids);
  const people = await findPeople(ctx.accounts, [
    ...redactions.flatMap(({ byId, confirmedBy }) => [byId, ...(confirmedBy ? [confirmedBy] : [])]),
    ...proposals.map(({ byId }) => byId),
  ]);
  const nameOf = (id: string) => people.get(id)?.display_name ?? 'Former member';
  return photos.map((photo) => {
    const parts = {
      redactions: redactions.filter(({ photoId }) => photoId === photo.id),
      proposal: proposals.find(({ photoId }) => photoId === photo.id),
    };
    return presentLabPhoto(photo, parts, { viewer, nameOf });
  });
}
