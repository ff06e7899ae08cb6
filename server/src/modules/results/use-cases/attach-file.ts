import { createHash, randomUUID } from 'node:crypto';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { safeFileName } from '../../../platform/files/file-names.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { pictureRefusal } from '../adapters/sharp-photo.ts';
import type { ResultsContext } from '../results.context.ts';
import { insertAttachment, listAttachments } from '../results.store.ts';
import { recordRevision, refuseUpload, touchDraft } from '../results.transitions.ts';
import { attachmentType, heifAdvice } from '../rules/attachments.ts';
import { withoutMetadata } from '../rules/picture-metadata.ts';
import { changeDraft } from './change-request.ts';

const MOST_ATTACHMENTS = 20;

/** Attaches a file; a picture loses its metadata. Refusals: `file_type`, `too_large`. */
export async function attachFile(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
): Promise<LabRequest | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const fit = await fitToAttach(file);
  if (isRefusal(fit)) return fit;
  const { fileName, contentType, bytes } = fit;
  return changeDraft(ctx, viewer, idOrTask, async (draft, locked) => {
    const known = await listAttachments(locked.tx, [draft.id]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // If the same file is sent again, it is attached once.
    if (known.some((row) => row.sha256 === sha256 && row.fileName === fileName)) return undefined;
    if (known.length >= MOST_ATTACHMENTS) {
      const message = `A result has at most ${MOST_ATTACHMENTS} attachments.`;
      return refuse('invalid_fields', message, { errors: [{ path: 'file', message }] });
    }
    const id = randomUUID();
    const fileKey = `attachments/${id}`;
    await ctx.platform.files.put(fileKey, bytes, contentType);
    await insertAttachment(locked.tx, {
      id,
      revisionId: draft.id,
      fileKey,
      fileName,
      contentType,
      sha256,
      sizeBytes: bytes.length,
      uploadedBy: viewer.id,
      uploadedAt: ctx.platform.clock.now(),
    });
    const touched = await touchDraft(ctx, locked.tx, draft);
    await recordRevision(ctx, locked.tx, viewer, 'attached', touched, {
      attachment: id,
      file_name: fileName,
      sha256,
    });
    return undefined;
  });
}

/** The upload in the form that is stored, or why it is refused. */
async function fitToAttach(
  file: Upload,
): Promise<{ fileName: string; contentType: string; bytes: Uint8Array } | Refusal> {
  const fileName = safeFileName(file.name);
  const contentType = attachmentType(fileName, file.bytes);
  if (!contentType) {
    return refuse(
      'file_type',
      heifAdvice(file.bytes) ?? 'Attach a PDF, PNG, JPEG or CSV file whose content is what its name says.',
    );
  }
  const bytes = withoutMetadata(contentType, file.bytes);
  if (!bytes) return refuse('file_type', 'This picture is damaged or cut off. Attach it again.');
  const unfit = contentType.startsWith('image/') ? await pictureRefusal(bytes) : undefined;
  return unfit ?? { fileName, contentType, bytes };
}
