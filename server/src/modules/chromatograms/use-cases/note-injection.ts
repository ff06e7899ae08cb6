import type { DateOrder } from '@vialproof/contract/injection-time';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { RunNote } from '@vialproof/contract/results';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { deleteTrace, updateRuns } from '../chromatograms.store.ts';
import { describeInjections } from '../injections.queries.ts';
import { insertAllowance, insertReason, insertRelease, insertTypedTime } from '../injections.store.ts';
import { publishedRun } from '../rules/published-run.ts';

type Note = { injectionId: string; reason: string; by: string };

/** Keeps why an injection is not the one that a revision reports. */
export async function explainUnused(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, revisionId, reason, by }: Note & { revisionId: string },
): Promise<void> {
  await insertReason(tx, { injectionId, revisionId, reason, byId: by, at: clock.now() });
}

/** Keeps a reviewer's word that an injection counts in spite of a doubt. */
export async function allowDoubt(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, what, reason, by }: Note & { what: InjectionDoubt },
): Promise<void> {
  await insertAllowance(tx, { injectionId, what, reason, byId: by, at: clock.now() });
}

/** Keeps that a reviewer lets an injection's file be published. */
export async function releaseFile(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, by }: { injectionId: string; by: string },
): Promise<void> {
  await insertRelease(tx, { injectionId, byId: by, at: clock.now() });
}

/** Keeps a time that somebody typed of an injection, or why nobody knows it. */
export async function keepTypedTime(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, injectedAt, reason, by }: Note & { injectedAt: string | null },
): Promise<void> {
  await insertTypedTime(tx, { injectionId, injectedAt, reason, byId: by, at: clock.now() });
}

/**
 * Keeps in a revision's chromatogram which runs of the sample it reports, why not the others, and of what sample and when
 * the reported one was, by its method's `order` of dates; answers the runs.
 */
export async function sealInjections(
  ctx: ChromatogramsContext,
  tx: Tx,
  { order, ...of }: { requestId: string; revisionId: string; order: DateOrder | null },
): Promise<RunNote[]> {
  const states = await describeInjections(ctx, tx, of);
  const reported = states.find(({ isDrawn }) => isDrawn);
  const isRepeated = states.filter(({ isUsed }) => isUsed).length > 1;
  const runs = states.map(({ injection, isUsed, reason, purityPercent }) => ({
    sha256: injection.sha256,
    used: isUsed,
    reason,
    ...(isUsed && isRepeated && { purity_percent: purityPercent }),
  }));
  await updateRuns(tx, of.revisionId, {
    injections: runs,
    run: reported ? publishedRun(reported, order) : null,
  });
  return runs;
}

/** Leaves a revision without a chromatogram; the injection stays. */
export async function takeOutChromatogram(
  _ctx: ChromatogramsContext,
  tx: Tx,
  revisionId: string,
): Promise<void> {
  await deleteTrace(tx, revisionId);
}
