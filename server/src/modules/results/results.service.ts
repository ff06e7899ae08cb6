import type { PeaksBody } from '@vialproof/contract/chromatograms';
import type { LabQueue, LabRequest, SaveResult } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { Result, RevisionNote } from '@vialproof/contract/results';
import { isStaff, mayReadResult, staffOnly, type Viewer } from '../../platform/access.ts';
import { recordView } from '../../platform/audit.ts';
import type { StoredFile } from '../../platform/http-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Orders, TestRequestRecord } from '../orders/orders.service.ts';
import { createChromatogramThread } from './chromatogram-thread.ts';
import { attachments } from './results.attachments.ts';
import { chromatograms } from './results.chromatograms.ts';
import { storedChromatograms } from './results.chromatograms.stored.ts';
import { desk as deskOf } from './results.desk.ts';
import { drafting } from './results.drafting.ts';
import {
  type NamedPerson,
  presentHistory,
  presentLabRequest,
  presentLabSku,
  presentQueueItem,
  presentResult,
  presentRevision,
} from './results.present.ts';
import { publication } from './results.publication.ts';
import { queueStore } from './results.queue.store.ts';
import { isOpen, mayDo } from './results.rules.ts';
import { resultsStore } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';
import { publishedTraces } from './results.traces.ts';
import type { Upload } from './upload.ts';

export { metricsOf } from './measurements.rules.ts';
export type { Publication } from './results.publication.ts';
export type { Upload } from './upload.ts';
export type Results = ReturnType<typeof createResults>;

export type AttachedFile = StoredFile & { fileName: string };

const QUEUE_PAGE = 25;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Results as chains of revisions: drafted by analysts, published by a second person, amended and withdrawn openly. */
export function createResults(
  platform: Platform,
  { orders, accounts }: { orders: Orders; accounts: Accounts },
) {
  const { db, files, clock } = platform;
  const store = resultsStore(db.orm);
  const queue = queueStore(db.orm);
  const traces = publishedTraces(store);
  const desk = deskOf(platform, { store, orders });
  const drafts = drafting(platform, { store, orders, desk });
  const thread = createChromatogramThread(platform);
  const tracing = chromatograms(platform, { store, desk, thread });
  const storedTraces = storedChromatograms(platform, { store, orders, thread });
  const filing = attachments(platform, { store, desk });
  const decisions = publication(platform, { store, desk, orders, accounts });

  async function describe(viewer: Viewer, request: TestRequestRecord): Promise<LabRequest> {
    const chain = await store.chain(request.id);
    const ids = chain.map((row) => row.id);
    const parts = await store.parts(ids);
    const hands = ids.length > 0 ? await store.contributors(ids) : [];
    const publishers = chain.flatMap((row) => row.publishedBy ?? []);
    const people = await accounts.findPeople([
      request.customerId,
      ...publishers,
      ...hands.map(({ userId }) => userId),
    ]);
    const nameOf = (id: string): NamedPerson => ({
      id,
      display_name: people.get(id)?.display_name ?? 'Former member',
    });
    const handsOf = (revisionId: string) =>
      hands.filter((hand) => hand.revisionId === revisionId).map(({ userId }) => userId);
    const revisions = chain.map((row) => presentRevision(row, parts, handsOf(row.id), nameOf));
    const draft = revisions.find((row) => isOpen(row.state)) ?? null;
    return {
      request: presentLabRequest(request, await orders.timelineOf(request)),
      sku: presentLabSku(await orders.skuOf(request)),
      customer: nameOf(request.customerId),
      draft,
      revisions: revisions.filter((row) => !isOpen(row.state)).toReversed(),
      may: mayDo({
        role: viewer.role,
        isOwnOrder: await orders.isReader(viewer.id, request),
        status: request.status,
        open: draft?.state,
        hasPublished: chain.some((row) => row.state === 'published'),
        hasContributed: draft !== null && handsOf(draft.id).includes(viewer.id),
      }),
    };
  }

  /** What staff see of a customer is written down like what they change. */
  function recordSight(viewer: Viewer, action: string, requestId: string, detail = {}): Promise<void> {
    const subject = { kind: 'request', id: requestId };
    return recordView(db.orm, { at: clock.now(), actorId: viewer.id, action, subject, detail });
  }

  /** The request as staff see it after a step. */
  async function after(
    viewer: Viewer,
    step: Promise<TestRequestRecord | Refusal>,
  ): Promise<LabRequest | Refusal> {
    const outcome = await step;
    if (isRefusal(outcome)) return outcome;
    return describe(viewer, await orders.select(outcome.id));
  }

  return {
    /** Ends what reads chromatograms. */
    close: () => thread.close(),
    /** Inside the transaction of a publication, with all that a certificate says. */
    published: decisions.published,
    /** Inside the transaction whenever what the public sees of a result has changed. */
    changed: decisions.changed,

    /** A page of the queue, oldest paid first; without a status and a search what there is to do. */
    async queue(
      viewer: Viewer,
      filter: { status: RequestStatus | 'in_review' | undefined; q: string | undefined; page: number },
    ): Promise<LabQueue | Refusal> {
      const hidden = staffOnly(viewer);
      if (hidden) return hidden;
      const { rows, total } = await queue.list({ ...filter, limit: QUEUE_PAGE });
      return {
        data: rows.map(presentQueueItem),
        pagination: { page: filter.page, limit: QUEUE_PAGE, total },
      };
    },

    /** By id or task number. */
    async detail(viewer: Viewer, idOrTask: string): Promise<LabRequest | Refusal> {
      const request = await orders.findForStaff(viewer, idOrTask);
      if (isRefusal(request)) return request;
      await recordSight(viewer, 'request.viewed', request.id);
      return describe(viewer, request);
    },

    intake: (
      viewer: Viewer,
      idOrTask: string,
      intake: { accepted: boolean; condition: string; note: string },
    ) => after(viewer, drafts.intake(viewer, idOrTask, intake)),
    save: (viewer: Viewer, idOrTask: string, save: SaveResult) =>
      after(viewer, drafts.save(viewer, idOrTask, save)),
    putChromatogram: (viewer: Viewer, idOrTask: string, file: Upload) =>
      after(viewer, tracing.putChromatogram(viewer, idOrTask, file)),
    putPeaks: (viewer: Viewer, idOrTask: string, peaks: PeaksBody) =>
      after(viewer, tracing.putPeaks(viewer, idOrTask, peaks)),
    /** Every point of a revision's trace, and its file as it came; by default of the newest revision. */
    chromatogramPoints: storedTraces.points,
    chromatogramFile: storedTraces.file,
    attach: (viewer: Viewer, idOrTask: string, file: Upload) =>
      after(viewer, filing.attach(viewer, idOrTask, file)),
    submit: (viewer: Viewer, idOrTask: string) => after(viewer, drafts.submit(viewer, idOrTask)),
    amend: (viewer: Viewer, idOrTask: string, reason: string) =>
      after(viewer, drafts.amend(viewer, idOrTask, reason)),
    sendBack: (viewer: Viewer, idOrTask: string, comment: string) =>
      after(viewer, decisions.sendBack(viewer, idOrTask, comment)),
    publish: (viewer: Viewer, idOrTask: string) => after(viewer, decisions.publish(viewer, idOrTask)),
    retract: (viewer: Viewer, idOrTask: string, reason: string) =>
      after(viewer, decisions.retract(viewer, idOrTask, reason)),

    /** An attached file: of the standing result for those who may read it, of any other revision for staff only. */
    async readAttachment(viewer: Viewer | null, id: string): Promise<AttachedFile | Refusal> {
      const found = UUID.test(id) ? await store.findAttachment(id) : undefined;
      if (!found) return refuse('not_found');
      const { attachment, revision } = found;
      if (revision.state !== 'published' && !isStaff(viewer)) return refuse('not_found');
      const request = await orders.select(revision.requestId);
      const isPublic = request.visibility === 'public' && revision.state === 'published';
      const isOwn = viewer !== null && (await orders.isReader(viewer.id, request));
      const hidden = mayReadResult(viewer, { isOwn, isPublic });
      if (hidden) return hidden;
      if (viewer && isStaff(viewer) && !isPublic && !isOwn) {
        await recordSight(viewer, 'request.attachment_viewed', request.id, { attachment: id });
      }
      const { fileName, contentType, sha256 } = attachment;
      return { fileName, contentType, sha256, isPublic, bytes: await files.get(attachment.fileKey) };
    },

    /** The standing result, its trace thinned to at most 1,500 points; undefined before publication and once withdrawn. */
    async findPublished(requestId: string): Promise<Result | undefined> {
      const published = await store.published(requestId);
      const standing = standingOf(published);
      if (!standing) return undefined;
      const [chromatogram, attachments] = await Promise.all([
        traces.find(standing.id),
        store.attachments([standing.id]),
      ]);
      return presentResult(standing, { chromatogram, attachments }, published);
    },

    /** Titles of the standing results among these requests. */
    async findTitles(requestIds: string[]): Promise<Map<string, string>> {
      const rows = await store.titles(requestIds);
      return new Map(rows.map((row) => [row.requestId, row.title]));
    },

    /** Every published revision, oldest first, with its present state and why it stands no longer. */
    async historyOf(requestId: string): Promise<RevisionNote[]> {
      return presentHistory(await store.published(requestId));
    },

    /** Why and when the result was withdrawn, while no other stands in its place. */
    async retractionOf(requestId: string): Promise<{ reason: string; at: string } | null> {
      const last = (await store.published(requestId)).at(-1);
      if (last?.state !== 'retracted' || !last.retractedAt) return null;
      return { reason: last.retractReason ?? '', at: last.retractedAt.toISOString() };
    },
  };
}

function standingOf(published: RevisionRow[]): (RevisionRow & { publishedAt: Date }) | undefined {
  const standing = published.find((row) => row.state === 'published');
  return standing?.publishedAt ? { ...standing, publishedAt: standing.publishedAt } : undefined;
}
