import type { AssignedTo } from '@vialproof/contract/assignees';
import type { ExpectedSample } from '@vialproof/contract/intake';
import type { LabQueue, LabRequest, QueueStatus, Revision } from '@vialproof/contract/lab';
import type { Measurement, Result } from '@vialproof/contract/results';
import type { RevisionNote } from '@vialproof/contract/revision-notes';
import { dayOf, isoOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { describeForStaff, findPublishedTrace } from '../chromatograms/chromatograms.service.ts';
import { proposeLines } from '../methods/methods.service.ts';
import {
  findOrderEvenOwn,
  isOrderReader,
  orderTimelineOf,
  refuseOwnOrder,
  skuOf,
  type TestRequestRecord,
} from '../orders/orders.service.ts';
import { assigneesOf, nameAssignees } from './assignees.queries.ts';
import { contributorsOf } from './contributors.queries.ts';
import { findHandling } from './handling.store.ts';
import { historyOf } from './history.queries.ts';
import { labPhotosOf, shownPhotosOf } from './photos.queries.ts';
import { countQueue, listQueue } from './queue.store.ts';
import type { ResultsContext } from './results.context.ts';
import {
  type NamedPerson,
  presentHistory,
  presentLabRequest,
  presentLabSku,
  presentQueueItem,
  presentResult,
  presentRevision,
} from './results.presenter.ts';
import { listAttachments, listChain, listEnds, listTitles } from './results.store.ts';
import { whyNotExpected } from './rules/intake.ts';
import { mayDo, seesCustomer } from './rules/permissions.ts';
import { isOpen } from './rules/revisions.ts';
import { signaturesOf } from './rules/signatures.ts';
import { stepsOf } from './rules/steps.ts';
import { listSignatures } from './signatures.store.ts';

const QUEUE_PAGE = 25;

/** A page of the queue; by default only open work. */
export async function readQueue(
  ctx: ResultsContext,
  viewer: Viewer,
  {
    assignedTo,
    ...asked
  }: {
    status: QueueStatus | undefined;
    q: string | undefined;
    assignedTo: AssignedTo | undefined;
    page: number;
  },
): Promise<LabQueue> {
  const { db, clock } = ctx.platform;
  const today = dayOf(clock.now());
  const assignee = { me: viewer.id, only: assignedTo };
  const { rows, total } = await listQueue(db.orm, { ...asked, assignee, today, limit: QUEUE_PAGE });
  const assignees = await assigneesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => presentQueueItem(row, row.is_own ? undefined : assignees.get(row.id))),
    pagination: { page: asked.page, limit: QUEUE_PAGE, total },
    counts: await countQueue(db.orm, { today, assignee }),
  };
}

/** A request with its result, for staff. */
export async function readRequest(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
): Promise<LabRequest | Refusal> {
  const request = await findOrderEvenOwn(ctx.orders, idOrTask);
  return isRefusal(request) ? request : describeRequest(ctx, viewer, request);
}

/** What a scanned vial should contain, and why it would be refused. Refusal: `not_found`. */
export async function readExpectedSample(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
): Promise<ExpectedSample | Refusal> {
  const request = await findOrderEvenOwn(ctx.orders, idOrTask);
  if (isRefusal(request)) return request;
  const sku = await skuOf(ctx.orders, request);
  const isOwn = (await refuseOwnOrder(ctx.orders, viewer, request)) !== undefined;
  return {
    request_id: request.id,
    task_number: request.taskNumber,
    sku_name: sku.name,
    sample_requirement: sku.sample_requirement,
    compound_name: request.compoundName,
    dosage_text: request.dosageText,
    manufacturer: request.manufacturer,
    batch_code: request.batchCode,
    status: request.status,
    why_not: isOwn ? 'own_order' : whyNotExpected(request.status),
  };
}

/** The present published result with fewer points. Undefined before the publication and after a withdrawal. */
export async function findPublishedResult(
  ctx: ResultsContext,
  requestId: string,
): Promise<Result | undefined> {
  const { orm } = ctx.platform.db;
  const published = await ctx.listPublished(requestId);
  const current = published.find((row) => row.state === 'published');
  if (!current?.publishedAt) return undefined;
  const [chromatogram, attachments, photos] = await Promise.all([
    findPublishedTrace(ctx.chromatograms, current.id),
    listAttachments(orm, [current.id]),
    shownPhotosOf(ctx, requestId, published),
  ]);
  const row = { ...current, publishedAt: current.publishedAt };
  const shown = photos.filter(({ refused }) => !refused);
  return presentResult(row, { chromatogram, attachments, photos: shown }, published);
}

/** The titles of published results. */
export async function findResultTitles(
  ctx: ResultsContext,
  requestIds: string[],
): Promise<Map<string, string>> {
  const rows = await listTitles(ctx.platform.db.orm, requestIds);
  return new Map(rows.map((row) => [row.requestId, row.title]));
}

/** Every published revision with its state and values. */
export async function reportsOf(
  ctx: ResultsContext,
  requestId: string,
): Promise<(RevisionNote & { measurements: Measurement[]; endedAt: Date | null })[]> {
  const rows = await ctx.listPublished(requestId);
  return presentHistory(rows).map((note) => {
    const place = rows.findIndex(({ revision }) => revision === note.revision);
    const endedAt = rows[place]?.retractedAt ?? rows[place + 1]?.publishedAt ?? null;
    return { ...note, measurements: rows[place]?.measurements ?? [], endedAt };
  });
}

/** When the present result was published; null without one. */
export async function findPublicationTime(ctx: ResultsContext, requestId: string): Promise<string | null> {
  const current = (await ctx.listPublished(requestId)).find(({ state }) => state === 'published');
  return isoOf(current?.publishedAt);
}

/** When and how these revisions ended. */
export const findRevisionEnds = (_ctx: ResultsContext, db: Queryable, revisionIds: string[]) =>
  listEnds(db, revisionIds);

/** Why and when a result was withdrawn, as long as there is no new one. */
export async function retractionOf(
  ctx: ResultsContext,
  requestId: string,
): Promise<{ reason: string; at: string } | null> {
  const last = (await ctx.listPublished(requestId)).at(-1);
  if (last?.state !== 'retracted' || !last.retractedAt) return null;
  return { reason: last.retractReason ?? '', at: last.retractedAt.toISOString() };
}

/** A sample's page shows this many of its newest steps. */
const MOST_STEPS = 500;

export async function describeRequest(
  ctx: ResultsContext,
  viewer: Viewer,
  request: TestRequestRecord,
): Promise<LabRequest> {
  const { orders, methods } = ctx;
  if (await isOrderReader(orders, viewer.id, request)) return describeOwn(ctx, viewer, request);
  const { nameOf, revisions } = await describeChain(ctx, request);
  const draft = revisions.find((row) => isOpen(row.state)) ?? null;
  const isNamed = seesCustomer(viewer);
  const timeline = await orderTimelineOf(orders, request);
  const handling = await findHandling(ctx.platform.db.orm, request.id);
  const assignee = (await assigneesOf(ctx, [request.id])).get(request.id);
  const history = await historyOf(ctx, request.id, { limit: MOST_STEPS });
  const may = mayDo({
    role: viewer.role,
    isOwnOrder: false,
    status: request.status,
    open: draft?.state,
    hasPublished: revisions.some((row) => row.state === 'published'),
    hasContributed: draft?.contributors.some(({ id }) => id === viewer.id) ?? false,
  });
  return {
    request: presentLabRequest(request, { timeline, handling, assignee, seesCustomer: isNamed }),
    sku: presentLabSku(await skuOf(orders, request)),
    customer: isNamed ? nameOf(request.customerId) : null,
    is_own: false,
    steps: stepsOf(timeline, await nameAssignees(ctx, history.data)),
    photos: await labPhotosOf(ctx, viewer, { requestId: request.id, isOwn: false }),
    draft,
    revisions: revisions.filter((row) => !isOpen(row.state)).toReversed(),
    proposal: may.edit ? await proposeLines(methods, request) : null,
    may,
  };
}

/** A request as staff see it who ordered it themselves: only what a customer sees. */
async function describeOwn(
  ctx: ResultsContext,
  viewer: Viewer,
  request: TestRequestRecord,
): Promise<LabRequest> {
  const timeline = await orderTimelineOf(ctx.orders, request);
  const known = { timeline, handling: null, assignee: undefined, seesCustomer: true };
  const { id: customerId } = viewer;
  const me = request.customerId === customerId ? await nameOf(ctx, viewer) : null;
  return {
    request: { ...presentLabRequest(request, known), sample_condition: null },
    sku: presentLabSku(await skuOf(ctx.orders, request)),
    customer: me === null ? null : { id: customerId, display_name: me },
    is_own: true,
    steps: stepsOf(timeline, []),
    photos: await labPhotosOf(ctx, viewer, { requestId: request.id, isOwn: true }),
    draft: null,
    revisions: [],
    proposal: null,
    may: mayDo({
      role: viewer.role,
      isOwnOrder: true,
      status: request.status,
      open: undefined,
      hasPublished: false,
      hasContributed: false,
    }),
  };
}

/** All revisions of a request's result, with names of people. */
async function describeChain(
  ctx: ResultsContext,
  request: TestRequestRecord,
): Promise<{ revisions: Revision[]; nameOf: (id: string) => NamedPerson }> {
  const { orm } = ctx.platform.db;
  const chain = await listChain(orm, request.id);
  const ids = chain.map((row) => row.id);
  const contributors = await contributorsOf(ctx, orm, chain);
  const signatures = await listSignatures(orm, ids);
  const people = await findPeople(ctx.accounts, [
    request.customerId,
    ...chain.flatMap((row) => row.publishedBy ?? []),
    ...contributors.map(({ userId }) => userId),
  ]);
  const nameOf = (id: string): NamedPerson => ({
    id,
    display_name: people.get(id)?.display_name ?? 'Former member',
  });
  const chromatograms = await describeForStaff(ctx.chromatograms, ids, nameOf);
  const attachments = await listAttachments(orm, ids);
  const revisions = chain.map((row) => {
    const parts = {
      chromatogram: chromatograms.get(row.id) ?? null,
      attachments: attachments.filter(({ revisionId }) => revisionId === row.id),
      contributorIds: contributors
        .filter(({ revisionId }) => revisionId === row.id)
        .map(({ userId }) => userId),
      signatures: signaturesOf(row, signatures),
    };
    return presentRevision(row, parts, nameOf);
  });
  return { revisions, nameOf };
}

/** The name that a staff member's signatures contain. */
export async function nameOf(ctx: ResultsContext, viewer: Viewer): Promise<string> {
  const person = (await findPeople(ctx.accounts, [viewer.id])).get(viewer.id);
  if (!person) throw new Error(`there is no account ${viewer.id}`);
  return person.display_name;
}
