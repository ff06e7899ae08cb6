import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findHandling, putHandling } from '../handling.store.ts';
import type { ResultsContext } from '../results.context.ts';
import { type LockedRequest, recordWork } from '../results.transitions.ts';
import { changeRequest } from './change-request.ts';

/**
 * Stores notes on how to handle a sample, which analysts may read. Only staff who see the customer's notes write them.
 * Refusal: `wrong_state`.
 */
export async function setHandling(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  words: string,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async (locked) => {
    const { status } = locked.request;
    if (status === 'complete' || status === 'cancelled') return refuse('wrong_state');
    await saveHandling(ctx, viewer, locked, words);
    return undefined;
  });
}

/** As `setHandling`, when a sample arrives. */
export async function saveHandling(
  ctx: ResultsContext,
  viewer: Viewer,
  { tx, request }: Pick<LockedRequest, 'tx' | 'request'>,
  words: string,
): Promise<void> {
  const before = await findHandling(tx, request.id);
  if ((before ?? '') === words) return;
  await putHandling(tx, { requestId: request.id, words, byId: viewer.id, at: ctx.platform.clock.now() });
  const detail = { handling: { from: before, to: words || null } };
  await recordWork(ctx, tx, viewer, 'request.handling_set', request.id, detail);
}
