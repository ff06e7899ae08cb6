import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { type FileChanges, transactionWithFiles } from '../../platform/file-transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Orders, TestRequestRecord } from '../orders/orders.service.ts';
import { isOpen, mayBegin } from './results.rules.ts';
import type { ResultsStore } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';

/** What is done to the chain of a request, all of it locked. */
export type Hand = { tx: Tx; request: TestRequestRecord; chain: RevisionRow[]; changes: FileChanges };
export type Desk = ReturnType<typeof desk>;

/** Takes one request in hand: who may, in turns, on which draft, and written down. */
export function desk(platform: Platform, { store, orders }: { store: ResultsStore; orders: Orders }) {
  const { clock } = platform;
  /** Told inside the transaction of whatever staff do with a request's results, published or not. */
  const worked = createTopic<{ requestId: string }>();

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
  async function audit(tx: Tx, viewer: Viewer, action: string, row: RevisionRow, detail = {}): Promise<void> {
    await worked.publish(tx, { requestId: row.requestId });
    await recordAudit(tx, {
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

  return { worked, reach, withRequest, audit, begin, openDraft, touch };
}
