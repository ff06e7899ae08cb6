import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Upload } from '../../platform/files/uploads.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findOrderForStaff, type TestRequestRecord } from '../orders/orders.service.ts';
import type { ResultsContext } from './results.context.ts';
import {
  addContributor,
  insertDraftSave,
  insertRevision,
  listChain,
  updateRevision,
} from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';
import { isOpen, mayBegin, type RevisionEvent, stateAfter } from './rules/revisions.ts';

/** A locked request with the revisions of its result, oldest first. */
export type LockedRequest = {
  tx: Tx;
  request: TestRequestRecord;
  chain: RevisionRow[];
};

/** The request, if the person may work on it. Staff may not work on their own test. Refusal: `own_order`. */
export function findWorkable(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  tx?: Tx,
): Promise<TestRequestRecord | Refusal> {
  return findOrderForStaff(ctx.orders, viewer, idOrTask, tx);
}

/** Why an upload is refused: because of the request, or because the virus scanner found something. */
export async function refuseUpload(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
): Promise<Refusal | undefined> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  return isRefusal(request) ? request : ctx.platform.virusScan(file.bytes);
}

/** Locks the request, so that changes come one after another. Then checks whether the person may work on it. */
export async function withLockedRequest<T>(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  work: (locked: LockedRequest) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const found = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(found)) return found;
  return ctx.platform.db.transaction<T | Refusal>(async (tx) => {
    const locked = await lockRequest(ctx, tx, viewer, found.id);
    return isRefusal(locked) ? locked : work(locked);
  });
}

/** As `withLockedRequest`, but in the caller's transaction. */
export async function lockRequest(
  ctx: ResultsContext,
  tx: Tx,
  viewer: Viewer,
  idOrTask: string,
): Promise<LockedRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask, tx);
  return isRefusal(request) ? request : { tx, request, chain: await listChain(tx, request.id) };
}

/** The draft of the result. A missing draft is created. The caller becomes a contributor. */
export async function openDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  { tx, request, chain }: LockedRequest,
): Promise<RevisionRow | Refusal> {
  const open = chain.find((row) => isOpen(row.state));
  if (open?.state === 'in_review')
    return refuse('wrong_state', 'This result is in review. It must be returned before it can be changed.');
  if (open) {
    await addContributor(tx, open.id, viewer.id, ctx.platform.clock.now());
    return open;
  }
  if (!mayBegin(request.status)) {
    return refuse(
      'wrong_state',
      request.status === 'complete'
        ? 'This result is published. Begin an amendment to change it.'
        : 'A result can be entered once the sample has been received.',
    );
  }
  const empty = { title: '', summary: '', measurements: [], record: null, amendReason: null };
  return beginDraft(ctx, tx, viewer, chain, { ...empty, requestId: request.id });
}

/** Inserts a draft as the next revision. */
export async function beginDraft(
  ctx: ResultsContext,
  tx: Tx,
  viewer: Viewer,
  chain: RevisionRow[],
  content: Pick<RevisionRow, 'requestId' | 'title' | 'summary' | 'measurements' | 'record' | 'amendReason'>,
): Promise<RevisionRow> {
  const now = ctx.platform.clock.now();
  const row = await insertRevision(tx, {
    ...content,
    id: randomUUID(),
    revision: (chain.at(-1)?.revision ?? 0) + 1,
    state: 'draft',
    version: 0,
    returnComment: null,
    retractReason: null,
    createdAt: now,
    createdBy: viewer.id,
    updatedAt: now,
    submittedAt: null,
    submittedBy: null,
    publishedAt: null,
    publishedBy: null,
    retractedAt: null,
    retractedBy: null,
    injections: null,
    photos: null,
  });
  await insertDraftSave(tx, row, viewer.id);
  await addContributor(tx, row.id, viewer.id, now);
  await recordRevision(ctx, tx, viewer, 'begun', row);
  return row;
}

/** Changes a draft, or only the time of its last change. */
export function touchDraft(
  ctx: ResultsContext,
  tx: Tx,
  draft: RevisionRow,
  change: Partial<RevisionRow> = {},
): Promise<RevisionRow> {
  return updateRevision(tx, draft.id, { ...change, updatedAt: ctx.platform.clock.now() });
}

/** Changes the state of a revision. Refusal: `wrong_state`. */
export async function moveRevision(
  ctx: ResultsContext,
  tx: Tx,
  row: RevisionRow,
  event: RevisionEvent,
  change: Partial<RevisionRow>,
): Promise<RevisionRow | Refusal> {
  const state = stateAfter(row.state, event);
  if (!state) return refuse('wrong_state');
  return updateRevision(tx, row.id, { ...change, state, updatedAt: ctx.platform.clock.now() });
}

/** Logs what was done with a revision, and tells other modules. */
export function recordRevision(
  ctx: ResultsContext,
  tx: Tx,
  viewer: Viewer,
  action: string,
  row: RevisionRow,
  detail = {},
): Promise<void> {
  return recordWork(ctx, tx, viewer, `result.${action}`, row.requestId, {
    revision: row.revision,
    ...detail,
  });
}

/** Logs what was done with a request, and tells other modules. */
export async function recordWork(
  ctx: ResultsContext,
  tx: Tx,
  viewer: Viewer,
  action: string,
  requestId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.afterWork(tx, requestId);
  const subject = { kind: 'request', id: requestId };
  await recordAudit(tx, { at: ctx.platform.clock.now(), actorId: viewer.id, action, subject, detail });
}
