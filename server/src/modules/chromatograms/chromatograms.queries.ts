import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { Chromatogram } from '@vialproof/contract/results';
import { packSeries } from '@vialproof/contract/series';
import type { Trace } from '@vialproof/contract/trace';
import type { Tx } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { ChromatogramsContext } from './chromatograms.context.ts';
import {
  presentChromatogram,
  presentFacts,
  presentFullChromatogram,
  presentLabChromatogram,
} from './chromatograms.presenter.ts';
import { findChromatogram, listFacts, listTraces } from './chromatograms.store.ts';
import { unpackTrace } from './rules/trace-bytes.ts';

/** The thinned chromatogram of a published revision, null where it has none. */
export function findPublished(ctx: ChromatogramsContext, revisionId: string): Promise<Chromatogram | null> {
  const cached = ctx.published.get(revisionId);
  if (cached) return cached;
  const trace = readPublished(ctx, revisionId);
  ctx.published.set(revisionId, trace);
  trace.catch(() => ctx.published.delete(revisionId));
  return trace;
}

async function readPublished(ctx: ChromatogramsContext, revisionId: string): Promise<Chromatogram | null> {
  const [row] = await listFacts(ctx.platform.db.orm, [revisionId]);
  const drawn = row && (await drawnOf(ctx, [row])).get(row.fileKey);
  return drawn ? presentChromatogram(row, drawn) : null;
}

/** The thinned chromatograms of these revisions with all that staff see of them, by the revision's id. */
export async function describeForStaff(
  ctx: ChromatogramsContext,
  revisionIds: string[],
  nameOf: (id: string) => { display_name: string },
): Promise<Map<string, LabChromatogram>> {
  const rows = await listFacts(ctx.platform.db.orm, revisionIds);
  const drawn = await drawnOf(ctx, rows);
  const found = new Map<string, LabChromatogram>();
  for (const row of rows) {
    const trace = drawn.get(row.fileKey);
    if (trace) found.set(row.revisionId, presentLabChromatogram(row, trace, nameOf));
  }
  return found;
}

/** What is published of a revision's trace but its points, and the version that it has. */
export async function findFacts(_ctx: ChromatogramsContext, tx: Tx, revisionId: string) {
  const [row] = await listFacts(tx, [revisionId]);
  return row ? { version: row.version, facts: presentFacts(row) } : undefined;
}

/** The chromatogram with every point, null where the revision has none. */
export async function findFull(
  _ctx: ChromatogramsContext,
  tx: Tx,
  revisionId: string,
): Promise<Chromatogram | null> {
  const row = await findChromatogram(tx, revisionId);
  return row ? presentFullChromatogram(row) : null;
}

/** The file as it was uploaded: its name, hash, and key in the storage of files. */
export async function findStoredFile(ctx: ChromatogramsContext, revisionId: string) {
  const row = await findChromatogram(ctx.platform.db.orm, revisionId);
  return row ? { fileName: row.fileName, sha256: row.sha256, fileKey: row.fileKey } : undefined;
}

/** Every point with both baselines, as contract/chromatograms.routes describes them. Refuses not_found without a trace. */
export async function packPoints(
  ctx: ChromatogramsContext,
  revisionId: string,
): Promise<Uint8Array<ArrayBuffer> | Refusal> {
  const row = await findChromatogram(ctx.platform.db.orm, revisionId);
  if (!row) return refuse('not_found');
  const done = await ctx.workers.ask({ kind: 'baseline', trace: row.trace });
  if (!done.ok) return refuse('chromatogram_unreadable', done.message);
  const { minutes, signal_mau: signal } = unpackTrace(row.trace);
  const own = row.instrument?.baseline ?? { minutes: [], mau: [] };
  return packSeries([minutes, signal, done.line.minutes, done.line.mau, own.minutes, own.mau]);
}

/** The traces of these files thinned for drawing, by the key of the file. */
async function drawnOf(ctx: ChromatogramsContext, rows: { fileKey: string }[]): Promise<Map<string, Trace>> {
  const found = new Map<string, Trace>();
  for (const { fileKey } of rows) {
    const drawn = ctx.drawn.get(fileKey);
    if (drawn) found.set(fileKey, drawn);
  }
  const missing = rows.map(({ fileKey }) => fileKey).filter((fileKey) => !found.has(fileKey));
  if (missing.length === 0) return found;
  for (const { fileKey, trace } of await listTraces(ctx.platform.db.orm, missing)) {
    const done = await ctx.workers.ask({ kind: 'draw', trace });
    if (!done.ok) throw new Error(`the trace ${fileKey} could not be thinned: ${done.message}`);
    ctx.drawn.set(fileKey, done.drawn);
    found.set(fileKey, done.drawn);
  }
  return found;
}
