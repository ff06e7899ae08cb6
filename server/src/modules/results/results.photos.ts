import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import { remakePhoto } from './photo.ts';
import type { Desk, Hand } from './results.desk.ts';
import type { PhotosStore } from './results.photos.store.ts';
import { sha256, type Upload } from './upload.ts';

const MOST_PHOTOS = 8;

/** Photos of the vial: taken at the desk until the result is with a second person. */
export function photos({ clock }: Platform, { store, desk }: { store: PhotosStore; desk: Desk }) {
  const { reach, withRequest, worked } = desk;

  function closedTo({ request, chain }: Pick<Hand, 'request' | 'chain'>): Refusal | undefined {
    if (request.status !== 'awaiting_sample' && request.status !== 'received') {
      return refuse('wrong_state', 'Photos belong to a sample that is expected or in the laboratory.');
    }
    return chain.some((row) => row.state === 'in_review')
      ? refuse(
          'wrong_state',
          'This result is in review. It must be returned before its photos can be changed.',
        )
      : undefined;
  }

  async function write(tx: Tx, viewer: Viewer, action: string, requestId: string, photo: string) {
    const subject = { kind: 'request', id: requestId };
    await recordAudit(tx, { at: clock.now(), actorId: viewer.id, action, subject, detail: { photo } });
    await worked.publish(tx, { requestId });
  }

  return {
    /** Keeps a photo, made anew. Refuses file_type, too_large, and invalid_fields for a ninth. */
    async take(viewer: Viewer, idOrTask: string, file: Upload): Promise<TestRequestRecord | Refusal> {
      const reachable = await reach(viewer, idOrTask);
      if (isRefusal(reachable)) return reachable;
      const photo = await remakePhoto(file.bytes);
      if (isRefusal(photo)) return photo;
      return withRequest(viewer, idOrTask, async (hand) => {
        const closed = closedTo(hand);
        if (closed) return closed;
        const known = await store.ofRequest(hand.request.id, hand.tx);
        const hash = sha256(photo.bytes);
        // A photo sent again after a lost answer is the same one.
        if (known.some((row) => row.sha256 === hash)) return hand.request;
        if (known.filter((row) => row.refusedAt === null).length >= MOST_PHOTOS) {
          const message = `A sample has at most ${MOST_PHOTOS} photos.`;
          return refuse('invalid_fields', message, { errors: [{ path: 'file', message }] });
        }
        const id = randomUUID();
        const fileKey = `photos/${id}`;
        await hand.changes.put(fileKey, photo.bytes, 'image/jpeg');
        await store.insert(hand.tx, {
          id,
          requestId: hand.request.id,
          fileKey,
          sha256: hash,
          sizeBytes: photo.bytes.length,
          width: photo.width,
          height: photo.height,
          takenAt: clock.now(),
          takenBy: viewer.id,
          refusedAt: null,
        });
        await write(hand.tx, viewer, 'request.photo_taken', hand.request.id, id);
        return hand.request;
      });
    },

    /** Throws a photo away: it showed another vial. What shows a refused one stays. */
    remove: (viewer: Viewer, idOrTask: string, photoId: string): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, async (hand) => {
        const closed = closedTo(hand);
        if (closed) return closed;
        const known = await store.ofRequest(hand.request.id, hand.tx);
        const photo = known.find((row) => row.id === photoId);
        if (!photo) return refuse('not_found');
        if (photo.refusedAt) {
          return refuse(
            'wrong_state',
            'This photo shows why a sample was refused. Its owner was told, and it stays.',
          );
        }
        await store.remove(hand.tx, photo.id);
        hand.changes.discard(photo.fileKey);
        await write(hand.tx, viewer, 'request.photo_removed', hand.request.id, photo.id);
        return hand.request;
      }),
  };
}
