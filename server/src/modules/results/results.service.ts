import type { PeaksBody } from '@vialproof/contract/chromatograms';
import type { ParcelItem, ParcelOutcome } from '@vialproof/contract/desk';
import type { LabQueue, LabRequest, QueueStatus, SaveResult, Submission } from '@vialproof/contract/lab';
import type { Result, RevisionNote, SamplePhoto } from '@vialproof/contract/results';
import { staffOnly, type Viewer } from '../../platform/access.ts';
import { recordView } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Methods } from '../methods/methods.service.ts';
import type { Intake, Orders, TestRequestRecord } from '../orders/orders.service.ts';
import type { ChromatogramWorkers } from './chromatogram-workers.ts';
import { attachments } from './results.attachments.ts';
import { storedChromatograms } from './results.chromatograms.stored.ts';
import { chromatograms } from './results.chromatograms.ts';
import { desk as deskOf } from './results.desk.ts';
import { drafting } from './results.drafting.ts';
import { intake } from './results.intake.ts';
import { photosStore } from './results.photos.store.ts';
import { photos } from './results.photos.ts';
import {
  type NamedPerson,
  presentHistory,
  presentLabRequest,
  presentLabSku,
  presentPhoto,
  presentQueueItem,
  presentResult,
  presentRevision,
} from './results.presenter.ts';
import { publication } from './results.publication.ts';
import { queueStore } from './results.queue.store.ts';
import { reading } from './results.reading.ts';
import { isOpen, mayDo } from './results.rules.ts';
import { resultsStore } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';
import { drawnTraces, publishedTraces } from './results.traces.ts';
import type { Upload } from './upload.ts';

export { metricsOf } from './measurements.rules.ts';
export type { Publication } from './results.publication.ts';
export type { Upload } from './upload.ts';
export type Results = ReturnType<typeof createResults>;

type Needs = { orders: Orders; accounts: Accounts; methods: Methods; thread: ChromatogramWorkers };

const QUEUE_PAGE = 25;

/** Results as chains of revisions: drafted by analysts, published by a second person, amended and withdrawn openly. */
export function createResults(platform: Platform, { orders, accounts, methods, thread }: Needs) {
  const { db, clock } = platform;
  const store = resultsStore(db.orm);
  const queue = queueStore(db.orm);
  const photoStore = photosStore(db.orm);
  const desk = deskOf(platform, { store, orders });
  const drafts = drafting(platform, { store, desk });
  const drawn = drawnTraces(store, thread);
  const traces = publishedTraces(store, drawn);
  const tracing = chromatograms(platform, { store, desk, thread, drawn });
  const storedTraces = storedChromatograms(platform, { store, orders, thread });
  const filing = attachments(platform, { store, desk });
  const pictures = photos(platform, { store: photoStore, desk });
  const arrivals = intake(platform, { orders, desk, photos: photoStore });
  const given = reading(platform, { store, photos: photoStore, orders });
  const decisions = publication(platform, { store, desk, orders, accounts });

  async function describe(viewer: Viewer, request: TestRequestRecord): Promise<LabRequest> {
    const chain = await store.chain(request.id);
    const ids = chain.map((row) => row.id);
    const stored = await store.parts(ids);
    const parts = { ...stored, drawn: await drawn.of(stored.chromatograms) };
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
    const may = mayDo({
      role: viewer.role,
      isOwnOrder: await orders.isReader(viewer.id, request),
      status: request.status,
      open: draft?.state,
      hasPublished: chain.some((row) => row.state === 'published'),
      hasContributed: draft !== null && handsOf(draft.id).includes(viewer.id),
    });
    return {
      request: presentLabRequest(request, await orders.timelineOf(request)),
      sku: presentLabSku(await orders.skuOf(request)),
      customer: nameOf(request.customerId),
      photos: (await photoStore.ofRequest(request.id)).map(presentPhoto),
      draft,
      revisions: revisions.filter((row) => !isOpen(row.state)).toReversed(),
      proposal: may.edit ? await methods.propose(request.skuId, request.compoundName) : null,
      may,
    };
  }

  /** What staff see of a customer is written down like what they change. */
  function recordSight(viewer: Viewer, action: string, requestId: string, detail = {}): Promise<void> {
    const subject = { kind: 'request', id: requestId };
    return recordView(db.orm, { at: clock.now(), actorId: viewer.id, action, subject, detail });
  }

  /** A step with an uploaded file: only of somebody who may take it, and only when the virus scanner lets it pass. */
  async function withFile(
    viewer: Viewer,
    idOrTask: string,
    file: Upload,
    step: (viewer: Viewer, idOrTask: string, file: Upload) => Promise<TestRequestRecord | Refusal>,
  ): Promise<LabRequest | Refusal> {
    const reachable = await desk.reach(viewer, idOrTask);
    const refused = isRefusal(reachable) ? reachable : await platform.virusScan(file.bytes);
    return refused ?? after(viewer, step(viewer, idOrTask, file));
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
    /** Inside the transaction of a publication, with all that a certificate says. */
    published: decisions.published,
    /** Inside the transaction whenever what the public sees of a result has changed. */
    changed: decisions.changed,

    /** Inside the transaction of whatever staff do with a result, published or not. */
    worked: desk.worked,

    /** A page of the queue, overdue first; without a status and a search what there is to do. */
    async queue(
      viewer: Viewer,
      filter: { status: QueueStatus | undefined; q: string | undefined; page: number },
    ): Promise<LabQueue | Refusal> {
      const hidden = staffOnly(viewer);
      if (hidden) return hidden;
      const today = clock.now().toISOString().slice(0, 10);
      const { rows, total } = await queue.list({ ...filter, today, limit: QUEUE_PAGE });
      return {
        data: rows.map(presentQueueItem),
        pagination: { page: filter.page, limit: QUEUE_PAGE, total },
        counts: await queue.counts(today),
      };
    },

    /** By id or task number. */
    async detail(viewer: Viewer, idOrTask: string): Promise<LabRequest | Refusal> {
      const request = await orders.findForStaff(viewer, idOrTask);
      if (isRefusal(request)) return request;
      await recordSight(viewer, 'request.viewed', request.id);
      return describe(viewer, request);
    },

    intake: (viewer: Viewer, idOrTask: string, found: Intake) =>
      after(viewer, arrivals.one(viewer, idOrTask, found)),
    /** What a scanned vial should be, and why it would not be taken in. */
    async expected(viewer: Viewer, idOrTask: string) {
      const sample = await arrivals.expected(viewer, idOrTask);
      if (!isRefusal(sample)) await recordSight(viewer, 'request.scanned', sample.request_id);
      return sample;
    },
    /** The vials of a parcel, each answered on its own; a vial that was taken in before is not taken twice. */
    async intakeParcel(
      viewer: Viewer,
      items: ParcelItem[],
    ): Promise<{ items: ParcelOutcome[]; at: string } | Refusal> {
      const hidden = staffOnly(viewer);
      if (hidden) return hidden;
      return { items: await arrivals.parcel(viewer, items), at: clock.now().toISOString() };
    },
    takePhoto: (viewer: Viewer, idOrTask: string, file: Upload) =>
      withFile(viewer, idOrTask, file, pictures.take),
    removePhoto: (viewer: Viewer, idOrTask: string, photoId: string) =>
      after(viewer, pictures.remove(viewer, idOrTask, photoId)),
    save: (viewer: Viewer, idOrTask: string, save: SaveResult) =>
      after(viewer, drafts.save(viewer, idOrTask, save)),
    putChromatogram: (viewer: Viewer, idOrTask: string, file: Upload) =>
      withFile(viewer, idOrTask, file, tracing.putChromatogram),
    putPeaks: (viewer: Viewer, idOrTask: string, peaks: PeaksBody) =>
      after(viewer, tracing.putPeaks(viewer, idOrTask, peaks)),
    /** Every point of a revision's trace, and its file as it came; by default of the newest revision. */
    chromatogramPoints: storedTraces.points,
    chromatogramFile: storedTraces.file,
    attach: (viewer: Viewer, idOrTask: string, file: Upload) =>
      withFile(viewer, idOrTask, file, filing.attach),
    submit: (viewer: Viewer, idOrTask: string, seen: Submission) =>
      after(viewer, drafts.submit(viewer, idOrTask, seen)),
    amend: (viewer: Viewer, idOrTask: string, reason: string) =>
      after(viewer, drafts.amend(viewer, idOrTask, reason)),
    sendBack: (viewer: Viewer, idOrTask: string, comment: string) =>
      after(viewer, decisions.sendBack(viewer, idOrTask, comment)),
    publish: (viewer: Viewer, idOrTask: string, submittedAt?: string) =>
      after(viewer, decisions.publish(viewer, idOrTask, submittedAt)),
    retract: (viewer: Viewer, idOrTask: string, reason: string) =>
      after(viewer, decisions.retract(viewer, idOrTask, reason)),

    /** Attachments and photos, for those who may have them. */
    readFile: given.read,
    /** An address of one of them that needs no token for five minutes. */
    linkFile: given.link,

    /** Every photo of a request, oldest first; for its owner. */
    photosOf: async (requestId: string): Promise<SamplePhoto[]> =>
      (await photoStore.ofRequest(requestId)).map(presentPhoto),

    /** The standing result, its trace thinned to at most 1,500 points; undefined before publication and once withdrawn. */
    async findPublished(requestId: string): Promise<Result | undefined> {
      const published = await store.published(requestId);
      const standing = standingOf(published);
      if (!standing) return undefined;
      const [chromatogram, attachments, photos] = await Promise.all([
        traces.find(standing.id),
        store.attachments([standing.id]),
        photoStore.ofRequest(requestId),
      ]);
      return presentResult(standing, { chromatogram, attachments, photos }, published);
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
