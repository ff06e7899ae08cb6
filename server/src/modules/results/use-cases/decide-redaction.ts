import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { decideProposal, findPhotoOf, listOpenProposals } from '../photos.store.ts';
import type { OpenProposal, PhotoRow } from '../photos.tables.ts';
import type { ResultsContext } from '../results.context.ts';
import { type LockedRequest, recordWork } from '../results.transitions.ts';
import { mayDecideRedaction } from '../rules/permissions.ts';
import { changeRequest } from './change-request.ts';
import { destroyPhotoJob, replaceOriginal } from './redact-photo.ts';

/** `proposalId`: the proposal that the page showed. Undefined: the one that waits. */
type Seen = { photoId: string; proposalId: string | undefined };
type Decide = (locked: LockedRequest, photo: PhotoRow, proposal: OpenProposal) => Promise<void>;

/**
 * A second person agrees: the blackened copy is shown, and the original destroyed. Refusals: `same_person`,
 * `wrong_state`.
 */
export async function confirmRedaction(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  seen: Seen,
): Promise<LabRequest | Refusal> {
  return decide(ctx, viewer, idOrTask, seen, async ({ tx, request }, photo, proposal) => {
    const { fileKey, sha256, sizeBytes, boxes, reason, byId } = proposal;
    await replaceOriginal(
      ctx,
      tx,
      photo,
      { fileKey, sha256, sizeBytes },
      { boxes, reason, byId, confirmedBy: viewer.id },
    );
    const decision = {
      state: 'confirmed' as const,
      decidedBy: viewer.id,
      decidedAt: ctx.platform.clock.now(),
    };
    await decideProposal(tx, proposal.id, decision);
    await recordWork(ctx, tx, viewer, 'request.photo_redaction_confirmed', request.id, {
      photo: photo.id,
      proposal: proposal.id,
      sha256: { from: photo.sha256, to: sha256 },
    });
  });
}

/**
 * A second person disagrees: the original is shown again, and the copy destroyed. Refusals: `same_person`,
 * `wrong_state`.
 */
export async function refuseRedaction(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  seen: Seen,
): Promise<LabRequest | Refusal> {
  return decide(ctx, viewer, idOrTask, seen, async ({ tx, request }, photo, proposal) => {
    const decision = { state: 'refused' as const, decidedBy: viewer.id, decidedAt: ctx.platform.clock.now() };
    await decideProposal(tx, proposal.id, decision);
    await ctx.platform.jobs.send(tx, destroyPhotoJob, { key: proposal.fileKey });
    await recordWork(ctx, tx, viewer, 'request.photo_redaction_refused', request.id, {
      photo: photo.id,
      proposal: proposal.id,
    });
  });
}

async function decide(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { photoId, proposalId }: Seen,
  work: Decide,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async (locked) => {
    const photo = await findPhotoOf(locked.tx, locked.request.id, photoId);
    if (!photo) return refuse('not_found');
    const [proposal] = await listOpenProposals(locked.tx, [photoId]);
    if (!proposal || (proposalId !== undefined && proposalId !== proposal.id)) {
      return refuse('wrong_state', 'This redaction is not proposed any more. Look at the photo again.');
    }
    if (!mayDecideRedaction(viewer, proposal)) {
      return refuse('same_person', 'Somebody else decides about a redaction that you proposed.');
    }
    await work(locked, photo, proposal);
    await ctx.afterPhotoChange(locked.tx);
    return undefined;
  });
}
