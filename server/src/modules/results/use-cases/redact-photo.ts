import { createHash, randomUUID } from 'node:crypto';
import type { LabRequest } from '@vialproof/contract/lab';
import { adminOnly, type Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Upload } from '../../../platform/uploads.ts';
import { remakePhoto } from '../adapters/sharp-photo.ts';
import { listPhotos, replacePhotoFile } from '../photos.store.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordWork, refuseUpload } from '../results.transitions.ts';
import { changeRequest } from './change-request.ts';

/** The job that destroys a file. */
export const DESTROY_PHOTO = 'results.destroy-photo';

/**
 * An admin puts a redacted copy in the place of a photo that shows an address or a face, at any time. The original is
 * destroyed as soon as that is committed; its hash, the reason and the person stay. Refuses file_type, too_large, and
 * invalid_fields for the same picture once more.
 */
export async function redactPhoto(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { photoId, file, reason }: { photoId: string; file: Upload; reason: string },
): Promise<LabRequest | Refusal> {
  const refused = adminOnly(viewer) ?? (await refuseUpload(ctx, viewer, idOrTask, file));
  if (refused) return refused;
  const copy = await remakePhoto(file.bytes);
  if (isRefusal(copy)) return copy;
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request }) => {
    const photo = (await listPhotos(tx, request.id)).find(({ id }) => id === photoId);
    if (!photo) return refuse('not_found');
    const sha256 = createHash('sha256').update(copy.bytes).digest('hex');
    if (sha256 === photo.sha256) {
      const message = 'This is the photo itself. Choose a copy in which nothing personal is to be seen.';
      return refuse('invalid_fields', message, { errors: [{ path: 'file', message }] });
    }
    const fileKey = `photos/${randomUUID()}`;
    await ctx.platform.files.put(fileKey, copy.bytes, 'image/jpeg');
    const { fileKey: destroyedKey, sha256: destroyedSha256, sizeBytes: destroyedBytes } = photo;
    const now = ctx.platform.clock.now();
    await replacePhotoFile(
      tx,
      { photoId, destroyedKey, destroyedSha256, destroyedBytes, reason, byId: viewer.id, at: now },
      { fileKey, sha256, sizeBytes: copy.bytes.length, width: copy.width, height: copy.height },
    );
    await ctx.platform.jobs.send(tx, DESTROY_PHOTO, { key: destroyedKey });
    await recordWork(ctx, tx, viewer, 'request.photo_redacted', request.id, {
      photo: photoId,
      sha256: { from: destroyedSha256, to: sha256 },
      reason,
    });
    return undefined;
  });
}

/** Removes the bytes of a photo that was replaced; a store that does not answer is asked again by the queue. */
export async function destroyPhoto({ platform }: ResultsContext, key: string): Promise<void> {
  await platform.files.remove(key);
}
