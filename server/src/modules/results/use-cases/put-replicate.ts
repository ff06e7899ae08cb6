import type { LabRequest } from '@vialproof/contract/lab';
import type { ChannelWish } from '@vialproof/science/chromatography/channel-choice';
import type { Viewer } from '../../../platform/access.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import {
  findTraceFacts,
  type ReadFile,
  readChromatogramFile,
} from '../../chromatograms/chromatograms.service.ts';
import { integrationOf } from '../../methods/methods.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, refuseUpload } from '../results.transitions.ts';
import { changeDraft, findDraft } from './change-request.ts';
import { keepRun, readChromatogramRun } from './put-chromatogram.ts';

/** Reads one more injection by the same channel, and counts it if possible. Refusals as for an upload. */
export async function putReplicate(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
  wish: ChannelWish = {},
): Promise<LabRequest | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const seen = await findDraft(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const drawn = seen && (await drawnWish(ctx, seen.id));
  const read = drawn
    ? await readBeside(ctx, viewer, idOrTask, file.bytes, { ...drawn, thousands: wish.thousands })
    : await readChromatogramRun(ctx, viewer, idOrTask, file.bytes, wish);
  if (isRefusal(read)) return read;
  return changeDraft(ctx, viewer, idOrTask, (draft, locked) =>
    keepRun(ctx, viewer, draft, locked, { file, read, replaces: false, isReplicate: true }),
  );
}

/** The channel of the injection that is shown. */
export async function drawnWish(ctx: ResultsContext, revisionId: string): Promise<ChannelWish | undefined> {
  const drawn = await findTraceFacts(ctx.chromatograms, ctx.platform.db.orm, revisionId);
  if (!drawn) return undefined;
  const { channel, wavelength_nm: nm } = drawn.facts;
  return { channel: channel ?? undefined, preferredNm: nm ?? undefined };
}

/** Reads a file as the test's method says, in the channel nearest to that of the shown injection. */
export async function readBeside(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  bytes: Uint8Array,
  wish: ChannelWish,
): Promise<ReadFile | Refusal> {
  const found = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(found)) return found;
  return readChromatogramFile(ctx.chromatograms, bytes, {
    options: await integrationOf(ctx.methods, found.skuId),
    wish,
  });
}
