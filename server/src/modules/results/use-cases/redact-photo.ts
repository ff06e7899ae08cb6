import { createHash, randomUUID } from 'node:crypto';
import type { FieldError } from '@vialproof/contract/errors';
import type { RedactionBody } from '@vialproof/contract/intake';
import type { LabRequest } from '@vialproof/contract/lab';
import { z } from 'zod';
import type { Viewer } from '../../../platform/access.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { blackenPhoto } from '../adapters/sharp-photo.ts';
import { findPhotoOf, insertProposal, listOpenProposals, replacePhotoFile } from '../photos.store.ts';
import type { PhotoRow, RedactionRow } from '../photos.tables.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, type LockedRequest, recordWork } from '../results.transitions.ts';
import { boxErrors, boxWords, coverageErrors, needsSecondPerson, PROPOSAL_OPEN } from '../rules/photos.ts';
import { changeRequest } from './change-request.ts';

/** The job that destroys a file. */
export const destroyPhotoJob = defineJob('results.destroy-photo', z.object({ key: z.string() }));

/** The boxes and the reason; `copy` is the blackened picture. */
type Redaction = RedactionBody & { fileKey: string; copy: { sha256: string; sizeBytes: number } };

/**
 * Makes boxes in a photo black. Before the publication this counts at once, and the original is destroyed. Later it is
 * a proposal: only staff see the photo until a second person decides. Refusals: `invalid_fields`, `wrong_state`.
 */
export async function redactPhoto(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { photoId, boxes, reason }: RedactionBody & { photoId: string },
): Promise<LabRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const { db, files } = ctx.platform;
  const original = await findPhotoOf(db.orm, request.id, photoId);
  if (!original) return refuse('not_found');
  const outside = refuseBoxes(boxErrors(boxes, original));
  if (outside) return outside;
  const { bytes, ...coverage } = await blackenPhoto(await files.get(original.fileKey), boxes);
  const useless = refuseBoxes(coverageErrors(coverage));
  if (useless) return useless;
  const sha256 = createHash('sha256').update(bytes).digest('hex');

  return changeRequest(ctx, viewer, request.id, async (locked) => {
    const photo = await findPhotoOf(locked.tx, request.id, photoId);
    if (!photo) return refuse('not_found');
    const [proposed] = await listOpenProposals(locked.tx, [photoId]);
    if (proposed) return refuse('wrong_state', PROPOSAL_OPEN);
    if (photo.sha256 !== original.sha256) {
      return refuse('wrong_state', 'This photo was redacted in the meantime. Look at it again.');
    }
    const fileKey = `photos/${randomUUID()}`;
    await files.put(fileKey, bytes, 'image/jpeg');
    const redaction = { boxes, reason, fileKey, copy: { sha256, sizeBytes: bytes.length } };
    if (needsSecondPerson(locked.chain)) await propose(ctx, viewer, locked, photo, redaction);
    else await redactAtOnce(ctx, viewer, locked, photo, redaction);
    return undefined;
  });
}

function refuseBoxes(errors: FieldError[]): Refusal | undefined {
  const [first] = errors;
  return first && refuse('invalid_fields', first.message, { errors });
}

async function redactAtOnce(
  ctx: ResultsContext,
  viewer: Viewer,
  { tx, request }: LockedRequest,
  photo: PhotoRow,
  { boxes, reason, fileKey, copy }: Redaction,
): Promise<void> {
  const decision = { boxes, reason, byId: viewer.id, confirmedBy: null };
  await replaceOriginal(ctx, tx, photo, { fileKey, ...copy }, decision);
  await recordWork(ctx, tx, viewer, 'request.photo_redacted', request.id, {
    photo: photo.id,
    sha256: { from: photo.sha256, to: copy.sha256 },
    boxes: boxes.map(boxWords),
    reason,
  });
}

async function propose(
  ctx: ResultsContext,
  viewer: Viewer,
  { tx, request }: LockedRequest,
  photo: PhotoRow,
  { boxes, reason, fileKey, copy }: Redaction,
): Promise<void> {
  const id = randomUUID();
  await insertProposal(tx, {
    id,
    photoId: photo.id,
    state: 'proposed',
    boxes,
    reason,
    byId: viewer.id,
    at: ctx.platform.clock.now(),
    fileKey,
    ...copy,
    decidedBy: null,
    decidedAt: null,
  });
  await recordWork(ctx, tx, viewer, 'request.photo_redaction_proposed', request.id, {
    photo: photo.id,
    proposal: id,
    sha256: { from: photo.sha256, to: copy.sha256 },
    boxes: boxes.map(boxWords),
    reason,
  });
  await ctx.afterPhotoChange(tx);
}

/** Shows the blackened copy in place of the original, which a job destroys. */
export async function replaceOriginal(
  ctx: ResultsContext,
  tx: LockedRequest['tx'],
  photo: PhotoRow,
  copy: Pick<PhotoRow, 'fileKey' | 'sha256' | 'sizeBytes'>,
  decision: Pick<RedactionRow, 'boxes' | 'reason' | 'byId' | 'confirmedBy'>,
): Promise<void> {
  const { id: photoId, fileKey: destroyedKey, sha256: destroyedSha256, sizeBytes: destroyedBytes } = photo;
  const destroyed = { destroyedKey, destroyedSha256, destroyedBytes, at: ctx.platform.clock.now() };
  await replacePhotoFile(tx, { photoId, ...destroyed, ...decision }, copy);
  await ctx.platform.jobs.send(tx, destroyPhotoJob, { key: destroyedKey });
}

/** Deletes the file of a replaced photo; tried again until it succeeds. */
export async function destroyPhoto({ platform }: ResultsContext, key: string): Promise<void> {
  await platform.files.remove(key);
}
