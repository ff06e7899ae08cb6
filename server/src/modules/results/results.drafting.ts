import { createHash, randomUUID } from 'node:crypto';
import type { SaveResult } from '@vialproof/contract/lab';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { type FileChanges, transactionWithFiles } from '../../platform/file-transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Orders, TestRequestRecord } from '../orders/orders.service.ts';
import { readChromatogramCsv } from './chromatogram-csv.rules.ts';
import { integrate } from './chromatogram-peaks.rules.ts';
import { wavelengthOf } from './chromatogram-wavelength.rules.ts';
import { isCurrentVersion, isOpen, mayBegin, stateAfter, submissionErrors } from './results.rules.ts';
import type { ResultsStore } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';
import { attachmentType, safeFileName } from './upload.rules.ts';

export type Upload = { name: string; bytes: Uint8Array };
/** What is done to the chain of a request, all of it locked. */
type Hand = { tx: Tx; request: TestRequestRecord; chain: RevisionRow[]; changes: FileChanges };

const MOST_ATTACHMENTS = 20;

/** What analysts do: intake, the draft, its trace and files, and handing it to a second person. */
export function drafting(platform: Platform, { store, orders }: { store: ResultsStore; orders: Orders }) {
  const { clock } = platform;

  /** The request, when this person may work on it; asked again under the lock. */
  async function reach(viewer: Viewer, idOrTask: string, tx?: Tx): Promise<TestRequestRecord | Refusal> {
    const request = await orders.findForStaff(viewer, idOrTask, tx);
    if (isRefusal(request)) return request;
    return (await orders.notOwn(viewer, request)) ?? request;
  }

  /** Locks the request, so that all changes of its results take turns; refuses one's own order. */
  async function withRequest<T>(
    viewer: Viewer,
    idOrTask: string,
    work: (hand: Hand) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const found = await reach(viewer, idOrTask);
    if (isRefusal(found)) return found;
    return transactionWithFiles<T | Refusal>(platform, async (tx, changes) => {
      const request = await reach(viewer, found.id, tx);
      if (isRefusal(request)) return request;
      return work({ tx, request, chain: await store.chain(request.id, tx), changes });
    });
  }

  /** Writes who did what to a revision. */
  function audit(tx: Tx, viewer: Viewer, action: string, row: RevisionRow, detail = {}): Promise<void> {
    return recordAudit(tx, {
      at: clock.now(),
      actorId: viewer.id,
      action: `result.${action}`,
      subject: { kind: 'request', id: row.requestId },
      detail: { revision: row.revision, ...detail },
    });
  }

  async function begin(
    tx: Tx,
    viewer: Viewer,
    chain: RevisionRow[],
    content: Pick<RevisionRow, 'requestId' | 'title' | 'summary' | 'measurements' | 'amendReason'>,
  ): Promise<RevisionRow> {
    const now = clock.now();
    const row = await store.insertRevision(tx, {
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
    });
    await store.addContributor(tx, row.id, viewer.id, now);
    await audit(tx, viewer, 'begun', row);
    return row;
  }

  /** The draft to work on, begun when there is none yet; whoever asks for it counts as a contributor. */
  async function openDraft(viewer: Viewer, { tx, request, chain }: Hand): Promise<RevisionRow | Refusal> {
    const open = chain.find((row) => isOpen(row.state));
    if (open?.state === 'in_review')
      return refuse('wrong_state', 'This result is in review. It must be returned before it can be changed.');
    if (open) {
      await store.addContributor(tx, open.id, viewer.id, clock.now());
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
    const empty = { title: '', summary: '', measurements: [], amendReason: null };
    return begin(tx, viewer, chain, { ...empty, requestId: request.id });
  }

  function touch(tx: Tx, draft: RevisionRow, change: Partial<RevisionRow> = {}): Promise<RevisionRow> {
    return store.updateRevision(tx, draft.id, { ...change, updatedAt: clock.now() });
  }

  return {
    withRequest,
    audit,

    intake: (
      viewer: Viewer,
      idOrTask: string,
      intake: { accepted: boolean; condition: string; note: string },
    ): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, ({ tx, request }) => orders.takeIn(tx, viewer, request, intake)),

    /** Saves the draft; refuses stale_draft when it is not the one that `version` saw. 0 begins it. */
    save: (viewer: Viewer, idOrTask: string, save: SaveResult): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, async (hand) => {
        const before = hand.chain.find((row) => isOpen(row.state));
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        if (!isCurrentVersion(save.version, before?.version)) return refuse('stale_draft');
        const { title, summary, measurements } = save;
        const saved = await touch(hand.tx, draft, {
          title,
          summary,
          measurements,
          version: draft.version + 1,
        });
        await audit(hand.tx, viewer, 'saved', saved, { version: saved.version });
        return hand.request;
      }),

    /** Reads a trace, proposes its peaks, and puts it in the place of the draft's trace. Refuses chromatogram_unreadable. */
    async putChromatogram(
      viewer: Viewer,
      idOrTask: string,
      file: Upload,
    ): Promise<TestRequestRecord | Refusal> {
      const reachable = await reach(viewer, idOrTask);
      if (isRefusal(reachable)) return reachable;
      const reading = readChromatogramCsv(file.bytes);
      if (!reading.ok) {
        const errors = [{ path: 'file', message: reading.message }];
        return refuse('chromatogram_unreadable', reading.message, { errors });
      }
      const { peaks, main_peak, purity_percent, method, limits } = integrate(reading.trace);
      return withRequest(viewer, idOrTask, async (hand) => {
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        const fileKey = `chromatograms/${randomUUID()}`;
        await hand.changes.put(fileKey, file.bytes, 'application/octet-stream');
        const orphan = await store.replaceChromatogram(hand.tx, {
          id: randomUUID(),
          revisionId: draft.id,
          fileKey,
          fileName: safeFileName(file.name),
          sha256: sha256(file.bytes),
          sizeBytes: file.bytes.length,
          wavelengthNm: wavelengthOf(file.bytes),
          minutes: reading.trace.minutes,
          signalMau: reading.trace.signal_mau,
          peaks,
          mainPeak: main_peak,
          purityPercent: purity_percent,
          method: { ...method, limits },
          uploadedBy: viewer.id,
          uploadedAt: clock.now(),
        });
        if (orphan) hand.changes.discard(orphan);
        await audit(hand.tx, viewer, 'chromatogram_put', await touch(hand.tx, draft));
        return hand.request;
      });
    },

    /** Attaches a file whose first bytes agree with its extension; refuses file_type. */
    async attach(viewer: Viewer, idOrTask: string, file: Upload): Promise<TestRequestRecord | Refusal> {
      const reachable = await reach(viewer, idOrTask);
      if (isRefusal(reachable)) return reachable;
      const fileName = safeFileName(file.name);
      const contentType = attachmentType(fileName, file.bytes);
      if (!contentType) {
        return refuse(
          'file_type',
          'Attach a PDF, PNG, JPEG or CSV file whose content is what its name says.',
        );
      }
      return withRequest(viewer, idOrTask, async (hand) => {
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        const { attachments } = await store.parts([draft.id], hand.tx);
        const hash = sha256(file.bytes);
        // An upload sent again after a lost answer is the same attachment, not a second one.
        if (attachments.some((known) => known.sha256 === hash && known.fileName === fileName))
          return hand.request;
        if (attachments.length >= MOST_ATTACHMENTS) {
          const message = `A result has at most ${MOST_ATTACHMENTS} attachments.`;
          return refuse('invalid_fields', message, { errors: [{ path: 'file', message }] });
        }
        const id = randomUUID();
        const fileKey = `attachments/${id}`;
        await hand.changes.put(fileKey, file.bytes, contentType);
        await store.insertAttachment(hand.tx, {
          id,
          revisionId: draft.id,
          fileKey,
          fileName,
          contentType,
          sha256: hash,
          sizeBytes: file.bytes.length,
          uploadedBy: viewer.id,
          uploadedAt: clock.now(),
        });
        await audit(hand.tx, viewer, 'attached', await touch(hand.tx, draft), { attachment: id });
        return hand.request;
      });
    },

    /** Draft → in review. Refuses invalid_fields while something is missing. */
    submit: (viewer: Viewer, idOrTask: string): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, async ({ tx, request, chain }) => {
        const draft = chain.find((row) => isOpen(row.state));
        const state = draft && stateAfter(draft.state, 'submitted');
        if (!draft || !state) return refuse('wrong_state');
        const errors = submissionErrors(draft);
        if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
        const now = clock.now();
        await store.addContributor(tx, draft.id, viewer.id, now);
        await touch(tx, draft, { state, submittedAt: now, submittedBy: viewer.id });
        await audit(tx, viewer, 'submitted', draft);
        return request;
      }),

    /** A new draft on top of the published revision, which stands until the new one is published. */
    amend: (viewer: Viewer, idOrTask: string, reason: string): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, async ({ tx, request, chain }) => {
        const published = chain.find((row) => row.state === 'published');
        if (!published) return refuse('wrong_state', 'Only a published result can be amended.');
        if (chain.some((row) => isOpen(row.state)))
          return refuse('wrong_state', 'An amendment is already being worked on.');
        const { title, summary, measurements } = published;
        const content = { requestId: request.id, title, summary, measurements, amendReason: reason };
        const draft = await begin(tx, viewer, chain, content);
        await store.inherit(tx, published.id, draft.id);
        await audit(tx, viewer, 'amendment_begun', draft, { reason });
        return request;
      }),
  };
}
export type Drafting = ReturnType<typeof drafting>;

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
