import type { SaveResult, Submission } from '@vialproof/contract/lab';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { massesOf, readFormula } from '../methods/methods.service.ts';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import { completeMeasurements, type Weigh } from './measurements.complete.rules.ts';
import type { Desk } from './results.desk.ts';
import { factsOf } from './results.presenter.ts';
import { isCurrentVersion, isOpen, stateAfter, submissionErrors } from './results.rules.ts';
import type { ResultsStore } from './results.store.ts';

/** The masses of a formula as a result's lines are compared with them. */
const weigh: Weigh = (formula) => {
  const substance = readFormula(formula);
  return typeof substance === 'string' ? substance : massesOf(substance);
};

/** What analysts do with a draft, up to handing it to a second person. */
export function drafting({ clock }: Platform, { store, desk }: { store: ResultsStore; desk: Desk }) {
  const { withRequest, audit, begin, openDraft, touch } = desk;

  return {
    /**
     * Saves the draft and works out its lines; refuses stale_draft when it is not the one that `version` saw, and
     * invalid_fields for a line that cannot be as it was sent. 0 begins it.
     */
    save: (viewer: Viewer, idOrTask: string, save: SaveResult): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, async (hand) => {
        const before = hand.chain.find((row) => isOpen(row.state));
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        if (!isCurrentVersion(save.version, before?.version)) return refuse('stale_draft');
        const { title, summary } = save;
        const completed = completeMeasurements(save.measurements, weigh);
        if ('errors' in completed)
          return refuse('invalid_fields', completed.errors[0]?.message, { errors: completed.errors });
        const { measurements } = completed;
        const saved = await touch(hand.tx, draft, {
          title,
          summary,
          measurements,
          version: draft.version + 1,
        });
        await audit(hand.tx, viewer, 'saved', saved, { version: saved.version });
        return hand.request;
      }),

    /**
     * Draft → in review. Refuses stale_draft when draft or trace are not what was `seen`, and invalid_fields while
     * something is missing or a purity is not that of the trace.
     */
    submit: (viewer: Viewer, idOrTask: string, seen: Submission): Promise<TestRequestRecord | Refusal> =>
      withRequest(viewer, idOrTask, async ({ tx, request, chain }) => {
        const draft = chain.find((row) => isOpen(row.state));
        const state = draft && stateAfter(draft.state, 'submitted');
        if (!draft || !state) return refuse('wrong_state');
        if (seen.version !== undefined && seen.version !== draft.version) return refuse('stale_draft');
        const [trace] = (await store.parts([draft.id], tx)).chromatograms;
        if (
          seen.chromatogram_version !== undefined &&
          seen.chromatogram_version !== (trace?.version ?? null)
        ) {
          return refuse(
            'stale_draft',
            'The chromatogram was changed since it stood on your screen. Look at it again before you hand in.',
          );
        }
        const errors = submissionErrors(draft, trace ? factsOf(trace) : null);
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
