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

/** Stores why a revision does not use an injection. */
export async function explainUnused(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, revisionId, reason, by }: Note & { revisionId: string },
): Promise<void> {
  await insertReason(tx, { injectionId, revisionId, reason, byId: by, at: clock.now() });
}

/** Stores that a reviewer allows an injection in spite of a doubt. */
export async function allowDoubt(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, what, reason, by }: Note & { what: InjectionDoubt },
): Promise<void> {
  await insertAllowance(tx, { injectionId, what, reason, byId: by, at: clock.now() });
}

/** Stores that a reviewer allows a file to be published. */
export async function releaseFile(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, by }: { injectionId: string; by: string },
): Promise<void> {
  await insertRelease(tx, { injectionId, byId: by, at: clock.now() });
}

/** Stores the time that a person typed for an injection, or why it is unknown. */
export async function keepTypedTime(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { injectionId, injectedAt, reason, by }: Note & { injectedAt: string | null },
): Promise<void> {
  await insertTypedTime(tx, { injectionId, injectedAt, reason, byId: by, at: clock.now() });
}

/**
 * Stores with a chromatogram which injections the sample has, and name and time of the one that is shown. Returns the
 * injections.
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

/** Removes the chromatogram from a revision. Its injection stays. */
export async function takeOutChromatogram(
  _ctx: ChromatogramsContext,
  tx: Tx,
  revisionId: string,
): Promise<void> {
  await deleteTrace(tx, revisionId);
}
