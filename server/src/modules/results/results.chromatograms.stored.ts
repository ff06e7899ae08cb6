import { packSeries } from '@vialproof/contract/series';
import type { Viewer } from '../../platform/access.ts';
import { recordView } from '../../platform/audit.ts';
import type { StoredFile } from '../../platform/http-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { ChromatogramWorkers } from './chromatogram-workers.ts';
import { isOpen } from './results.rules.ts';
import type { ResultsStore } from './results.store.ts';
import type { ChromatogramRow } from './results.tables.ts';
import { unpackTrace } from './trace-bytes.ts';

type Deps = { store: ResultsStore; orders: Orders; thread: ChromatogramWorkers };
type Found = { requestId: string; revision: number; row: ChromatogramRow };

/** What staff read of a stored chromatogram besides what pages draw: every point, and the file as it came. */
export function storedChromatograms({ db, files, clock }: Platform, { store, orders, thread }: Deps) {
  /** That of the given revision; by default of the open one, else of the newest. */
  async function find(viewer: Viewer, idOrTask: string, revision?: number): Promise<Found | Refusal> {
    const request = await orders.findForStaff(viewer, idOrTask);
    if (isRefusal(request)) return request;
    const chain = await store.chain(request.id);
    const one = revision
      ? chain.find((each) => each.revision === revision)
      : (chain.find((each) => isOpen(each.state)) ?? chain.at(-1));
    const row = one && (await store.findChromatogram(one.id));
    return row ? { requestId: request.id, revision: one.revision, row } : refuse('not_found');
  }

  return {
    /** Every point with both baselines, as contract/chromatograms.routes describes them. */
    async points(
      viewer: Viewer,
      idOrTask: string,
      revision?: number,
    ): Promise<Uint8Array<ArrayBuffer> | Refusal> {
      const found = await find(viewer, idOrTask, revision);
      if (isRefusal(found)) return found;
      const { row } = found;
      const done = await thread.ask({ kind: 'baseline', trace: row.trace });
      if (!done.ok) return refuse('chromatogram_unreadable', done.message);
      const { minutes, signal_mau: signal } = unpackTrace(row.trace);
      const own = row.instrument?.baseline ?? { minutes: [], mau: [] };
      return packSeries([minutes, signal, done.line.minutes, done.line.mau, own.minutes, own.mau]);
    },

    /** The file byte for byte; who took it is written down. */
    async file(
      viewer: Viewer,
      idOrTask: string,
      revision?: number,
    ): Promise<(StoredFile & { fileName: string }) | Refusal> {
      const found = await find(viewer, idOrTask, revision);
      if (isRefusal(found)) return found;
      const { row, requestId } = found;
      await recordView(db.orm, {
        at: clock.now(),
        actorId: viewer.id,
        action: 'request.chromatogram_downloaded',
        subject: { kind: 'request', id: requestId },
        detail: { revision: found.revision, sha256: row.sha256 },
      });
      return {
        fileName: row.fileName,
        contentType: 'application/octet-stream',
        sha256: row.sha256,
        isPublic: false,
        bytes: await files.get(row.fileKey),
      };
    },
  };
}
