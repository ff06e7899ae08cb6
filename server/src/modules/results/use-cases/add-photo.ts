import { createHash, randomUUID } from 'node:crypto';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { remakePhoto } from '../adapters/sharp-photo.ts';
import { insertPhoto, listPhotos } from '../photos.store.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordWork, refuseUpload } from '../results.transitions.ts';
import { MOST_PHOTOS, whyPhotosClosed } from '../rules/photos.ts';
import { changeRequest } from './change-request.ts';

/**
 * Stores a photo of the vial, encoded again. Refusals: `file_type`, `too_large`, and `invalid_fields` for a ninth
 * photo.
 */
export async function addPhoto(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
): Promise<LabRequest | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const photo = await remakePhoto(file.bytes);
  if (isRefusal(photo)) return photo;
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request, chain }) => {
    const closed = whyPhotosClosed(request.status, chain);
    if (closed) return refuse('wrong_state', closed);
    const known = await listPhotos(tx, request.id);
    const sha256 = createHash('sha256').update(photo.bytes).digest('hex');
    // If the same photo is sent again, it is stored once.
    if (known.some((row) => row.sha256 === sha256)) return undefined;
    if (known.filter((row) => row.refusedAt === null).length >= MOST_PHOTOS) {
      const message = `A sample has at most ${MOST_PHOTOS} photos.`;
      return refuse('invalid_fields', message, { errors: [{ path: 'file', message }] });
    }
    const id = randomUUID();
    const fileKey = `photos/${id}`;
    await ctx.platform.files.put(fileKey, photo.bytes, 'image/jpeg');
    await insertPhoto(tx, {
      id,
      requestId: request.id,
      fileKey,
      sha256,
      sizeBytes: photo.bytes.length,
      width: photo.width,
      height: photo.height,
      takenAt: ctx.platform.clock.now(),
      takenBy: viewer.id,
      refusedAt: null,
      removedAt: null,
      removedBy: null,
      removeReason: null,
    });
    await recordWork(ctx, tx, viewer, 'request.photo_taken', request.id, { photo: id, sha256 });
    return undefined;
  });
}
