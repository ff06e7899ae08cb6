import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { listOpenProposals, listPhotos, markPhotoRemoved } from '../photos.store.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordWork } from '../results.transitions.ts';
import { PROPOSAL_OPEN, whyPhotosClosed } from '../rules/photos.ts';
import { changeRequest } from './change-request.ts';

/** Hides a photo that shows another vial. It stays stored, with person and reason. */
export async function removePhoto(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  photoId: string,
  reason: string,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request, chain }) => {
    const closed = whyPhotosClosed(request.status, chain);
    if (closed) return refuse('wrong_state', closed);
    const photo = (await listPhotos(tx, request.id)).find((row) => row.id === photoId);
    if (!photo) return refuse('not_found');
    if (photo.refusedAt) {
      return refuse(
        'wrong_state',
        'This photo shows why a sample was refused. Its owner was told, and it stays.',
      );
    }
    const [proposed] = await listOpenProposals(tx, [photo.id]);
    if (proposed) return refuse('wrong_state', PROPOSAL_OPEN);
    await markPhotoRemoved(tx, photo.id, {
      removedAt: ctx.platform.clock.now(),
      removedBy: viewer.id,
      removeReason: reason,
    });
    await recordWork(ctx, tx, viewer, 'request.photo_removed', request.id, {
      photo: photo.id,
      sha256: photo.sha256,
      reason,
    });
    return undefined;
  });
}
