import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import { pictureRefusal } from './photo.ts';
import { withoutMetadata } from './picture-metadata.rules.ts';
import type { Desk } from './results.desk.ts';
import type { ResultsStore } from './results.store.ts';
import { attachmentType, heifAdvice, safeFileName } from './upload.rules.ts';
import { sha256, type Upload } from './upload.ts';

const MOST_ATTACHMENTS = 20;

/** The files attached to a draft. */
export function attachments({ clock }: Platform, { store, desk }: { store: ResultsStore; desk: Desk }) {
  const { reach, withRequest, openDraft, touch, audit } = desk;
  return {
    /**
     * Attaches a file whose first bytes agree with its extension, a picture without what its camera wrote into it;
     * refuses file_type, and too_large for one of more than 64 million pixels.
     */
    async attach(viewer: Viewer, idOrTask: string, file: Upload): Promise<TestRequestRecord | Refusal> {
      const reachable = await reach(viewer, idOrTask);
      if (isRefusal(reachable)) return reachable;
      const fileName = safeFileName(file.name);
      const contentType = attachmentType(fileName, file.bytes);
      if (!contentType) {
        return refuse(
          'file_type',
          heifAdvice(file.bytes) ??
            'Attach a PDF, PNG, JPEG or CSV file whose content is what its name says.',
        );
      }
      const bytes = withoutMetadata(contentType, file.bytes);
      if (!bytes) return refuse('file_type', 'This picture is damaged or cut off. Attach it again.');
      const unfit = contentType.startsWith('image/') ? await pictureRefusal(bytes) : undefined;
      if (unfit) return unfit;
      return withRequest(viewer, idOrTask, async (hand) => {
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        const { attachments } = await store.parts([draft.id], hand.tx);
        const hash = sha256(bytes);
        // An upload sent again after a lost answer is the same attachment, not a second one.
        if (attachments.some((known) => known.sha256 === hash && known.fileName === fileName))
          return hand.request;
        if (attachments.length >= MOST_ATTACHMENTS) {
          const message = `A result has at most ${MOST_ATTACHMENTS} attachments.`;
          return refuse('invalid_fields', message, { errors: [{ path: 'file', message }] });
        }
        const id = randomUUID();
        const fileKey = `attachments/${id}`;
        await hand.changes.put(fileKey, bytes, contentType);
        await store.insertAttachment(hand.tx, {
          id,
          revisionId: draft.id,
          fileKey,
          fileName,
          contentType,
          sha256: hash,
          sizeBytes: bytes.length,
          uploadedBy: viewer.id,
          uploadedAt: clock.now(),
        });
        await audit(hand.tx, viewer, 'attached', await touch(hand.tx, draft), { attachment: id });
        return hand.request;
      });
    },
  };
}
