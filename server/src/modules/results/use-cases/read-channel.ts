import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import {
  describeInjections,
  findStoredFile,
  findTraceFacts,
  readChromatogramFile,
  replaceChromatogram,
} from '../../chromatograms/chromatograms.service.ts';
import { integrationOf } from '../../methods/methods.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, recordRevision, touchDraft } from '../results.transitions.ts';
import { changeDraft, findDraft } from './change-request.ts';
import { refuseOtherChannel } from './put-chromatogram.ts';

/**
 * Shows another channel of the draft's file, with new automatic peaks. Refusals: `wrong_state`, `invalid_fields`,
 * `stale_draft`.
 */
export async function readChannel(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  channel: string,
): Promise<LabRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const seen = await findDraft(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const file = seen && (await findStoredFile(ctx.chromatograms, seen.id, 'trace'));
  if (!file) return refuse('wrong_state', 'There is no draft with a chromatogram.');
  const bytes = await ctx.platform.files.get(file.fileKey);
  const drawn = await findTraceFacts(ctx.chromatograms, ctx.platform.db.orm, seen.id);
  const options = await integrationOf(ctx.methods, request.skuId);
  const read = await readChromatogramFile(ctx.chromatograms, bytes, {
    options,
    wish: { channel, thousands: drawn?.facts.thousands },
  });
  if (isRefusal(read)) return read;
  const absent = refuseOtherChannel(read, channel);
  if (absent) return absent;
  return changeDraft(ctx, viewer, idOrTask, async (draft, { tx }) => {
    const before = await findTraceFacts(ctx.chromatograms, tx, draft.id);
    const states = await describeInjections(ctx.chromatograms, tx, {
      requestId: request.id,
      revisionId: draft.id,
    });
    const injection = states.find(({ isDrawn }) => isDrawn)?.injection;
    if (!before || !injection || injection.sha256 !== read.sha256) return refuse('stale_draft');
    // This channel is already shown, so its peaks stay.
    if (before.facts.channel === channel) return undefined;
    await replaceChromatogram(ctx.chromatograms, tx, { revisionId: draft.id, injection, read });
    await recordRevision(ctx, tx, viewer, 'channel_chosen', await touchDraft(ctx, tx, draft), {
      file_name: injection.fileName,
      sha256: read.sha256,
      before: { channel: before.facts.channel ?? null, purity_percent: before.facts.purity_percent },
      after: { channel, purity_percent: read.purityPercent },
    });
    return undefined;
  });
}
