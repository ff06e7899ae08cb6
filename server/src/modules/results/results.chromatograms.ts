import { randomUUID } from 'node:crypto';
import type { PeaksBody } from '@vialproof/contract/chromatograms';
import { limitErrors, rounded } from '@vialproof/contract/peaks';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import type { ChromatogramWorkers } from './chromatogram-workers.ts';
import type { Desk } from './results.desk.ts';
import { isOpen } from './results.rules.ts';
import type { ResultsStore } from './results.store.ts';
import type { ChromatogramRow } from './results.tables.ts';
import type { DrawnTraces } from './results.traces.ts';
import { safeFileName } from './upload.rules.ts';
import type { Upload } from './upload.ts';

type Deps = { store: ResultsStore; desk: Desk; thread: ChromatogramWorkers; drawn: DrawnTraces };

/** The detector trace of a draft: read, integrated, its limits set by hand. */
export function chromatograms({ clock }: Platform, { store, desk, thread, drawn }: Deps) {
  const { reach, withRequest, openDraft, touch, audit } = desk;

  /** The trace of the draft that may be changed; refuses what is not there, in review, or another version. */
  async function findOpen(requestId: string, version: number): Promise<ChromatogramRow | Refusal> {
    const draft = (await store.chain(requestId)).find((row) => isOpen(row.state));
    if (draft?.state === 'in_review') {
      return refuse('wrong_state', 'This result is in review. It must be returned before it can be changed.');
    }
    const row = draft && (await store.findChromatogram(draft.id));
    if (!row) return refuse('wrong_state', 'There is no draft with a chromatogram.');
    return row.version === version ? row : refuse('stale_draft');
  }

  return {
    /** Reads a trace, proposes its peaks, and puts it in the place of the draft's trace. Refuses chromatogram_unreadable. */
    async putChromatogram(
      viewer: Viewer,
      idOrTask: string,
      file: Upload,
    ): Promise<TestRequestRecord | Refusal> {
      const reachable = await reach(viewer, idOrTask);
      if (isRefusal(reachable)) return reachable;
      const read = await thread.ask({ kind: 'read', bytes: file.bytes });
      if (!read.ok) {
        const errors = [{ path: 'file', message: read.message }];
        return refuse('chromatogram_unreadable', read.message, { errors });
      }
      return withRequest(viewer, idOrTask, async (hand) => {
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        const fileKey = `chromatograms/${randomUUID()}`;
        drawn.keep(fileKey, read.drawn);
        await hand.changes.put(fileKey, file.bytes, 'application/octet-stream');
        const orphan = await store.replaceChromatogram(hand.tx, {
          id: randomUUID(),
          revisionId: draft.id,
          fileKey,
          fileName: safeFileName(file.name),
          sha256: read.sha256,
          sizeBytes: file.bytes.length,
          wavelengthNm: read.wavelengthNm,
          trace: read.trace,
          signalUnit: read.unit,
          format: read.format,
          warnings: read.warnings,
          peaks: read.peaks,
          mainPeak: read.mainPeak,
          purityPercent: read.purityPercent,
          method: read.method,
          baseline: read.limitsBy === 'instrument' ? 'instrument' : 'rolling_ball',
          limitsBy: read.limitsBy,
          changedBy: null,
          changedAt: null,
          proposal: read.proposal,
          instrument: read.instrument,
          uploadedBy: viewer.id,
          uploadedAt: clock.now(),
        });
        if (orphan) hand.changes.discard(orphan);
        await audit(hand.tx, viewer, 'chromatogram_put', await touch(hand.tx, draft));
        return hand.request;
      });
    },

    /**
     * Sets limits, main peak and baseline of the draft's trace; the areas are computed from the stored points. Refuses
     * invalid_fields for limits that cannot be, stale_draft when the trace is not the one that `version` saw.
     */
    async putPeaks(viewer: Viewer, idOrTask: string, body: PeaksBody): Promise<TestRequestRecord | Refusal> {
      const reachable = await reach(viewer, idOrTask);
      if (isRefusal(reachable)) return reachable;
      const row = await findOpen(reachable.id, body.version);
      if (isRefusal(row)) return row;
      const asked = {
        limits: body.limits.map(({ start_min, end_min }) => ({
          start_min: rounded(start_min),
          end_min: rounded(end_min),
        })),
        main_peak: body.main_peak,
        baseline: body.baseline,
      };
      const errors = limitErrors(asked.limits, asked.main_peak, extentOf(row));
      if (asked.baseline === 'instrument' && !row.instrument) {
        errors.push({ path: 'baseline', message: 'The file holds no baselines of the instrument.' });
      }
      if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
      const instrument = row.instrument?.baseline ?? null;
      const done = await thread.ask({ kind: 'integrate', trace: row.trace, asked, instrument });
      if (!done.ok) {
        const path = 'peak' in done ? `limits.${done.peak}` : 'limits';
        return refuse('invalid_fields', done.message, { errors: [{ path, message: done.message }] });
      }
      const { peaks, mainPeak, purityPercent, method } = done;
      return withRequest(viewer, idOrTask, async (hand) => {
        const draft = await openDraft(viewer, hand);
        if (isRefusal(draft)) return draft;
        if (draft.id !== row.revisionId) return refuse('stale_draft');
        const isSaved = await store.updateIntegration(hand.tx, row, {
          peaks,
          mainPeak,
          purityPercent,
          method,
          baseline: asked.baseline,
          limitsBy: 'person',
          changedBy: viewer.id,
          changedAt: clock.now(),
        });
        if (!isSaved) return refuse('stale_draft');
        await audit(hand.tx, viewer, 'peaks_set', await touch(hand.tx, draft), {
          version: row.version + 1,
          before: integrationOf(row),
          after: asked,
        });
        return hand.request;
      });
    },
  };
}

function extentOf(row: ChromatogramRow): { first: number; last: number } {
  const view = new DataView(row.trace.buffer, row.trace.byteOffset, row.trace.byteLength);
  return { first: view.getFloat64(0), last: view.getFloat64(row.trace.length / 2 - 8) };
}

function integrationOf({ peaks, mainPeak, baseline }: ChromatogramRow): Omit<PeaksBody, 'version'> {
  return {
    limits: peaks.map(({ start_min, end_min }) => ({ start_min, end_min })),
    main_peak: mainPeak,
    baseline,
  };
}
