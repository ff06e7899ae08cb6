import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import { readChromatogramCsv } from './chromatogram-csv.rules.ts';
import { integrate } from './chromatogram-peaks.rules.ts';
import { wavelengthOf } from './chromatogram-wavelength.rules.ts';
import type { Desk } from './results.desk.ts';
import type { ResultsStore } from './results.store.ts';
import { safeFileName } from './upload.rules.ts';
import { sha256, type Upload } from './upload.ts';

/** The detector trace of a draft. */
export function chromatograms({ clock }: Platform, { store, desk }: { store: ResultsStore; desk: Desk }) {
  const { reach, withRequest, openDraft, touch, audit } = desk;
  return {
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
  };
}
