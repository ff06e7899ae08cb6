import type { LabRequest } from '@vialproof/contract/lab';
import type { ChannelWish } from '@vialproof/science/chromatography/channel-choice';
import type { Viewer } from '../../../platform/access.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import {
  addReplicate,
  findTraceFacts,
  keepInjection,
  type ReadFile,
  readChromatogramFile,
  replaceChromatogram,
} from '../../chromatograms/chromatograms.service.ts';
import { integrationOf } from '../../methods/methods.service.ts';
import { selectOrder, type TestRequestRecord } from '../../orders/orders.service.ts';
import type { ResultsContext } from '../results.context.ts';
import type { RevisionRow } from '../results.tables.ts';
import {
  findWorkable,
  type LockedRequest,
  lockRequest,
  recordRevision,
  refuseUpload,
  touchDraft,
} from '../results.transitions.ts';
import { changeDraft, workOnDraft } from './change-request.ts';

/**
 * Reads a chromatogram, stores it as an injection, and shows it in the draft. Refusals: `chromatogram_unreadable`,
 * `invalid_fields` for an unknown channel, `trace_used_elsewhere`.
 */
export async function putChromatogram(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
  wish: ChannelWish = {},
): Promise<LabRequest | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const read = await readChromatogramRun(ctx, viewer, idOrTask, file.bytes, wish);
  if (isRefusal(read)) return read;
  return changeDraft(ctx, viewer, idOrTask, (draft, locked) =>
    keepRun(ctx, viewer, draft, locked, { file, read, replaces: true }),
  );
}

/** Reads a file as the test's method says. Refusals: `chromatogram_unreadable`, `forbidden`. */
export async function readChromatogramRun(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  bytes: Uint8Array,
  wish: ChannelWish = {},
): Promise<ReadFile | Refusal> {
  const found = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(found)) return found;
  const options = await integrationOf(ctx.methods, found.skuId);
  const read = await readChromatogramFile(ctx.chromatograms, bytes, { options, wish });
  if (isRefusal(read)) return read;
  const absent = wish.channel === undefined ? undefined : refuseOtherChannel(read, wish.channel);
  return absent ?? read;
}

type Run = { file: Upload; read: ReadFile };

/**
 * Stores a measurement as an injection. It is shown only if none is shown yet, because a person decides. Refusals as
 * for an upload.
 */
export async function addInjection(
  ctx: ResultsContext,
  tx: Tx,
  viewer: Viewer,
  idOrTask: string,
  run: Run,
): Promise<TestRequestRecord | Refusal> {
  const locked = await lockRequest(ctx, tx, viewer, idOrTask);
  if (isRefusal(locked)) return locked;
  const refused = await workOnDraft(ctx, viewer, locked, (draft) =>
    keepRun(ctx, viewer, draft, locked, { ...run, replaces: false }),
  );
  return refused ?? locked.request;
}

/** Stores a measurement. It is shown, or counted with the shown one. */
export async function keepRun(
  ctx: ResultsContext,
  viewer: Viewer,
  draft: RevisionRow,
  { tx, request }: LockedRequest,
  { file, read, replaces, isReplicate = false }: Run & { replaces: boolean; isReplicate?: boolean },
): Promise<Refusal | undefined> {
  const kept = await keepInjection(ctx.chromatograms, tx, {
    requestId: request.id,
    file,
    read,
    by: viewer.id,
  });
  if ('usedElsewhere' in kept) return refuseUsedElsewhere(ctx, tx, request, kept.usedElsewhere);
  const before = await findTraceFacts(ctx.chromatograms, tx, draft.id);
  const isReported = replaces || !before;
  if (isReported) {
    await replaceChromatogram(ctx.chromatograms, tx, {
      revisionId: draft.id,
      injection: kept.injection,
      read,
    });
  }
  // A measurement that cannot be part of the mean is stored with the reason.
  const counted =
    isReplicate && !isReported
      ? await addReplicate(ctx.chromatograms, tx, {
          revisionId: draft.id,
          injection: kept.injection,
          read,
          reason: '',
        })
      : undefined;
  const action = isReported ? 'chromatogram_put' : 'injection_added';
  await recordRevision(ctx, tx, viewer, action, await touchDraft(ctx, tx, draft), {
    file_name: kept.injection.fileName,
    sha256: read.sha256,
    purity_percent: read.purityPercent,
    ...(counted && { counted: !isRefusal(counted) }),
    before: before ? { sha256: before.facts.sha256, purity_percent: before.facts.purity_percent } : null,
  });
  return undefined;
}

/** Refuses a file whose channel is not the one that the client asked for. */
export function refuseOtherChannel(read: { channel: string | null }, channel: string): Refusal | undefined {
  if (read.channel === channel) return undefined;
  const message = `The file names no channel “${channel}”.`;
  return refuse('invalid_fields', message, { errors: [{ path: 'channel', message }] });
}

async function refuseUsedElsewhere(
  ctx: ResultsContext,
  tx: Tx,
  request: TestRequestRecord,
  requestIds: string[],
): Promise<Refusal> {
  const tasks: number[] = [];
  for (const id of requestIds) tasks.push((await selectOrder(ctx.orders, id, tx)).taskNumber);
  return refuse(
    'trace_used_elsewhere',
    `This trace is stored under task ${tasks.join(' and task ')}, so it cannot be one of task ${request.taskNumber}.`,
  );
}
