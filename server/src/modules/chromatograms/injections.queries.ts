import type { Queryable } from '../../platform/postgres/database.ts';
import type { ChromatogramsContext } from './chromatograms.service.ts';
import { listFacts } from './chromatograms.store.ts';
import {
  findInjection,
  findThousands,
  listAllowances,
  listHashes,
  listInjections,
  listReasons,
  listReleases,
  listTypedTimes,
} from './injections.store.ts';
import type { AllowanceRow, InjectionRow, ReleaseRow, TypedTimeRow } from './injections.tables.ts';
import { replicatesOf } from './rules/replicates.ts';

/** An injection of a sample in its relation to one revision of the result. */
export type InjectionState = {
  injection: InjectionRow;
  /** It is drawn, or reported beside the drawn one. */
  isUsed: boolean;
  isDrawn: boolean;
  /** Why it can no longer be counted beside the drawn one, as a sentence after its name; otherwise null. */
  problem: string | null;
  /** Main peak's share in this revision, in %; null if it is not reported. */
  purityPercent: number | null;
  /** Its file is the blank beside the revision's trace: a run of the solvent, of no sample. */
  servesAsBlank: boolean;
  /** The time that a person typed; null without one, or after it was withdrawn. */
  typed: TypedTimeRow | null;
  /** Why it is not used, null without a reason; for a used one, the reason for its warnings. */
  reason: string | null;
  allowances: AllowanceRow[];
  /** The release of its file for publication; null without one. */
  release: ReleaseRow | null;
};

/** The chosen reading of the numbers in an injection's file; undefined for an unambiguous file. */
export const thousandsOf = (_ctx: ChromatogramsContext, db: Queryable, injectionId: string) =>
  findThousands(db, injectionId);

/** The injection of a request whose file has this SHA-256. */
export const findInjectionFile = (
  _ctx: ChromatogramsContext,
  db: Queryable,
  requestId: string,
  sha256: string,
) => findInjection(db, requestId, { sha256 });

/** The SHA-256 of these injections' files, by injection id. */
export const findInjectionHashes = (_ctx: ChromatogramsContext, db: Queryable, injectionIds: string[]) =>
  listHashes(db, injectionIds);

/** Every injection of a request, oldest first; `revisionId` undefined without a revision. */
export async function describeInjections(
  _ctx: ChromatogramsContext,
  db: Queryable,
  { requestId, revisionId }: { requestId: string; revisionId: string | undefined },
): Promise<InjectionState[]> {
  const rows = await listInjections(db, requestId);
  const [used] = revisionId ? await listFacts(db, [revisionId]) : [];
  const reasons: Map<string, string> = revisionId ? await listReasons(db, revisionId) : new Map();
  const ids = rows.map(({ id }) => id);
  const allowances = await listAllowances(db, ids);
  const releases = await listReleases(db, ids);
  const times = await listTypedTimes(db, ids);
  const replicates = used ? replicatesOf(used) : [];
  return rows.map((injection) => {
    const isDrawn = injection.sha256 === used?.sha256;
    const replicate = replicates.find(({ injection_id: id }) => id === injection.id);
    const isUsed = isDrawn || replicate !== undefined;
    const typed = times.get(injection.id);
    return {
      injection,
      isUsed,
      isDrawn,
      problem: replicate?.problem ?? null,
      purityPercent: (isDrawn ? used?.purityPercent : replicate?.purity_percent) ?? null,
      servesAsBlank: injection.sha256 === used?.blank?.sha256,
      typed: typed && (typed.injectedAt !== null || typed.reason !== '') ? typed : null,
      reason: isUsed ? (replicate?.reason ?? null) : (reasons.get(injection.id) ?? null),
      allowances: allowances.filter(({ injectionId }) => injectionId === injection.id),
      release: releases.find(({ injectionId }) => injectionId === injection.id) ?? null,
    };
  });
}
