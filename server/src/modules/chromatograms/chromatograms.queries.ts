import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { Chromatogram } from '@vialproof/contract/results';
import { packSeries } from '@vialproof/contract/series';
import type { Trace } from '@vialproof/science/chromatography/trace';
import { standingWarnings, unexplainedCodes } from '@vialproof/science/chromatography/trace-reasons';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import {
  presentChromatogram,
  presentFacts,
  presentFullChromatogram,
  presentLabChromatogram,
} from './chromatograms.presenter.ts';
import type { ChromatogramsContext } from './chromatograms.service.ts';
import { findChromatogram, listFacts, listTraces, selectBlankTrace } from './chromatograms.store.ts';
import type { ChromatogramFacts } from './chromatograms.tables.ts';
import { instrumentOf } from './rules/instrument.ts';
import { pointsKey } from './rules/points-key.ts';
import { unpackTrace } from './rules/trace-bytes.ts';

/** The published chromatogram of a result, ready to draw. Null without a chromatogram. */
export function findPublishedTrace(
  ctx: ChromatogramsContext,
  revisionId: string,
): Promise<Chromatogram | null> {
  const cached = ctx.published.get(revisionId);
  if (cached) return cached;
  const trace = readPublished(ctx, revisionId);
  ctx.published.set(revisionId, trace);
  trace.catch(() => ctx.published.delete(revisionId));
  return trace;
}

async function readPublished(ctx: ChromatogramsContext, revisionId: string): Promise<Chromatogram | null> {
  const [row] = await listFacts(ctx.platform.db.orm, [revisionId]);
  const drawn = row && (await drawnOf(ctx, [row])).get(pointsKey(row));
  return drawn ? presentChromatogram(row, drawn) : null;
}

/** The chromatograms of these revisions for staff, ready to draw. */
export async function describeForStaff(
  ctx: ChromatogramsContext,
  revisionIds: string[],
  nameOf: (id: string) => { display_name: string },
): Promise<Map<string, LabChromatogram>> {
  const rows = await listFacts(ctx.platform.db.orm, revisionIds);
  const drawn = await drawnOf(ctx, rows);
  const found = new Map<string, LabChromatogram>();
  for (const row of rows) {
    const trace = drawn.get(pointsKey(row));
    if (trace) found.set(row.revisionId, presentLabChromatogram(row, trace, nameOf));
  }
  return found;
}

/**
 * What is published about a chromatogram, without its points. Also the other purities, and reasons that are missing.
 */
export async function findTraceFacts(_ctx: ChromatogramsContext, db: Queryable, revisionId: string) {
  const [row] = await listFacts(db, [revisionId]);
  if (!row) return undefined;
  const unexplained = unexplainedCodes(standingWarnings(row), row.explained);
  const others = (row.replicates ?? []).map(({ purity_percent: percent }) => percent);
  return { version: row.version, facts: presentFacts(row), others, unexplained };
}

/** The chromatogram of a revision with all points. */
export async function findFullTrace(
  _ctx: ChromatogramsContext,
  tx: Tx,
  revisionId: string,
): Promise<Chromatogram | null> {
  const row = await findChromatogram(tx, revisionId);
  return row ? presentFullChromatogram(row) : null;
}

/** The uploaded file of a chromatogram, or of its blank (only solvent). */
export async function findStoredFile(
  ctx: ChromatogramsContext,
  revisionId: string,
  which: 'trace' | 'blank',
): Promise<{ fileName: string; sha256: string; fileKey: string } | undefined> {
  const [row] = await listFacts(ctx.platform.db.orm, [revisionId]);
  return (which === 'blank' ? row?.blank : row) ?? undefined;
}

/** All points of the chromatogram, its baselines and its blank, as bytes. Refusal: `not_found`. */
export async function packPoints(
  ctx: ChromatogramsContext,
  revisionId: string,
): Promise<Uint8Array<ArrayBuffer> | Refusal> {
  const row = await findChromatogram(ctx.platform.db.orm, revisionId);
  if (!row) return refuse('not_found');
  const done = await ctx.workers.ask({ kind: 'baseline', trace: row.trace });
  if (!done.ok) return refuse('chromatogram_unreadable', done.message);
  const { minutes, signal_mau: signal } = unpackTrace(row.trace);
  const own = instrumentOf(row)?.baseline ?? { minutes: [], mau: [] };
  const blank = unpackTrace(
    row.blankId ? await selectBlankTrace(ctx.platform.db.orm, row.blankId) : new Uint8Array(),
  );
  const { line } = done;
  return packSeries(
    [minutes, signal, line.minutes, line.mau, own.minutes, own.mau].concat([blank.minutes, blank.signal_mau]),
  );
}

/** These chromatograms, ready to draw. */
async function drawnOf(ctx: ChromatogramsContext, rows: ChromatogramFacts[]): Promise<Map<string, Trace>> {
  const found = new Map<string, Trace>();
  const missing = new Map<string, string>();
  for (const row of rows) {
    const points = pointsKey(row);
    const drawn = ctx.drawn.get(points);
    if (drawn) found.set(points, drawn);
    else missing.set(points, row.revisionId);
  }
  if (missing.size === 0) return found;
  const traces = await listTraces(ctx.platform.db.orm, [...missing.values()]);
  for (const [points, revisionId] of missing) {
    const stored = traces.find((row) => row.revisionId === revisionId);
    if (!stored) continue;
    const done = await ctx.workers.ask({ kind: 'draw', trace: stored.trace });
    if (!done.ok) throw new Error(`the trace ${points} could not be thinned: ${done.message}`);
    ctx.drawn.set(points, done.drawn);
    found.set(points, done.drawn);
  }
  return found;
}
