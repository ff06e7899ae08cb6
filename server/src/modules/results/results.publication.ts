import type { RequestSku } from '@vialproof/contract/orders';
import type { Chromatogram } from '@vialproof/contract/results';
import { reviewerOnly, type Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { FileChanges } from '../../platform/file-transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, Problem, type Refusal, refuse } from '../../platform/refusal.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Orders, TestRequestRecord } from '../orders/orders.service.ts';
import type { Desk } from './results.desk.ts';
import { fullChromatogram } from './results.presenter.ts';
import { isOpen, type RevisionEvent, stateAfter } from './results.rules.ts';
import type { ResultsStore } from './results.store.ts';
import type { RevisionRow } from './results.tables.ts';

/**
 * Told inside the transaction of a publication, with all that a certificate says. A listener that cannot go along
 * throws a Problem: nothing is published then, and files put through `changes` are removed.
 */
export type Publication = {
  request: TestRequestRecord;
  sku: RequestSku;
  revision: RevisionRow & { publishedAt: Date };
  chromatogram: Chromatogram | null;
  authorisedBy: { name: string; role: string };
  /** What was published last before it: superseded by this one, or retracted earlier. */
  replaces: { revision: number; publishedAt: Date; reason: string; state: 'superseded' | 'retracted' } | null;
  changes: FileChanges;
};

type Deps = { store: ResultsStore; desk: Desk; orders: Orders; accounts: Accounts };

/** What a second person decides: sent back, published, withdrawn. */
export function publication(platform: Platform, { store, desk, orders, accounts }: Deps) {
  const { clock } = platform;
  const { withRequest, audit } = desk;
  const published = createTopic<Publication>();
  const changed = createTopic<{ requestId: string }>();

  async function move(tx: Tx, row: RevisionRow, event: RevisionEvent, change: Partial<RevisionRow>) {
    const state = stateAfter(row.state, event);
    if (!state) return refuse('wrong_state');
    return store.updateRevision(tx, row.id, { ...change, state, updatedAt: clock.now() });
  }

  async function publishNow(
    viewer: Viewer,
    id: string,
    known: { sku: RequestSku; authorisedBy: Publication['authorisedBy'] },
    submittedAt: string | undefined,
  ): Promise<TestRequestRecord | Refusal> {
    return withRequest(viewer, id, async ({ tx, request, chain, changes }) => {
      const open = chain.find((row) => isOpen(row.state));
      if (open?.state !== 'in_review') return refuse('wrong_state');
      // What is in review does not change: the moment of handing in says what the reviewer has read.
      if (submittedAt !== undefined && open.submittedAt?.getTime() !== Date.parse(submittedAt)) {
        return refuse(
          'stale_draft',
          'This result was returned and handed in again since you opened it. Read it again before you publish.',
        );
      }
      const contributors = await store.contributors([open.id], tx);
      if (contributors.some(({ userId }) => userId === viewer.id)) return refuse('same_person');

      const standing = chain.find((row) => row.state === 'published');
      const superseded = standing && (await move(tx, standing, 'superseded', {}));
      if (isRefusal(superseded)) return superseded;
      const publishedAt = clock.now();
      const revision = await move(tx, open, 'published', { publishedAt, publishedBy: viewer.id });
      if (isRefusal(revision)) return revision;
      const completed = await orders.complete(tx, request, viewer.id, revision.amendReason);
      if (isRefusal(completed)) return completed;
      await audit(tx, viewer, 'published', revision);
      const trace = await store.findChromatogram(revision.id, tx);
      await published.publish(tx, {
        ...known,
        request: completed,
        revision: { ...revision, publishedAt },
        chromatogram: trace ? fullChromatogram(trace) : null,
        replaces: replacedBy(open, chain),
        changes,
      });
      await changed.publish(tx, { requestId: request.id });
      return completed;
    });
  }

  return {
    published,
    changed,

    /** In review → draft, with what to change. */
    async sendBack(viewer: Viewer, idOrTask: string, comment: string): Promise<TestRequestRecord | Refusal> {
      const forbidden = reviewerOnly(viewer);
      if (forbidden) return forbidden;
      return withRequest(viewer, idOrTask, async ({ tx, request, chain }) => {
        const open = chain.find((row) => isOpen(row.state));
        if (!open) return refuse('wrong_state');
        const returned = await move(tx, open, 'returned', { returnComment: comment });
        if (isRefusal(returned)) return returned;
        await audit(tx, viewer, 'returned', returned, { comment });
        return request;
      });
    },

    /**
     * In review → published, by somebody who did not touch the revision; completes the request. One transaction with
     * the certificate: refuses certificate_unprintable when it cannot be made, and nothing has happened then. Refuses
     * stale_draft when the revision is not the one that was handed in at `submittedAt`.
     */
    async publish(
      viewer: Viewer,
      idOrTask: string,
      submittedAt?: string,
    ): Promise<TestRequestRecord | Refusal> {
      const forbidden = reviewerOnly(viewer);
      if (forbidden) return forbidden;
      const request = await orders.findForStaff(viewer, idOrTask);
      if (isRefusal(request)) return request;
      // Read beforehand: inside the transaction each such read would want a second connection.
      const sku = await orders.skuOf(request);
      const person = (await accounts.findPeople([viewer.id])).get(viewer.id);
      if (!person) throw new Error(`there is no account ${viewer.id}`);
      const authorisedBy = { name: person.display_name, role: `${viewer.role}, second person` };
      try {
        return await publishNow(viewer, request.id, { sku, authorisedBy }, submittedAt);
      } catch (error) {
        if (error instanceof Problem) return error.refusal;
        throw error;
      }
    },

    /** Withdraws the published revision; the request returns to the laboratory. */
    async retract(viewer: Viewer, idOrTask: string, reason: string): Promise<TestRequestRecord | Refusal> {
      const forbidden = reviewerOnly(viewer);
      if (forbidden) return forbidden;
      return withRequest(viewer, idOrTask, async ({ tx, request, chain }) => {
        const standing = chain.find((row) => row.state === 'published');
        if (!standing) return refuse('wrong_state', 'There is no published result to withdraw.');
        const change = { retractReason: reason, retractedAt: clock.now(), retractedBy: viewer.id };
        const retracted = await move(tx, standing, 'retracted', change);
        if (isRefusal(retracted)) return retracted;
        const reopened = await orders.reopen(tx, request, viewer.id, reason);
        if (isRefusal(reopened)) return reopened;
        await audit(tx, viewer, 'retracted', retracted, { reason });
        await changed.publish(tx, { requestId: request.id });
        return reopened;
      });
    },
  };
}

/** The latest published before `open`, and why it is replaced. */
function replacedBy(open: RevisionRow, chain: RevisionRow[]): Publication['replaces'] {
  const before = chain.findLast((row) => row.publishedAt !== null && row.revision < open.revision);
  if (!before?.publishedAt) return null;
  const reason = open.amendReason ?? before.retractReason ?? '';
  const state = before.state === 'retracted' ? 'retracted' : 'superseded';
  return { revision: before.revision, publishedAt: before.publishedAt, reason, state };
}
