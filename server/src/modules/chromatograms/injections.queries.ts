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

/** An injection (one measurement of a sample), as one revision of the result sees it. */
export type InjectionState = {
  injection: InjectionRow;
  /** Whether the revision shows or counts this injection. */
  isUsed: boolean;
  isDrawn: boolean;
  /** Why the injection cannot count any more. The words end a sentence. Null if it can. */
  problem: string | null;
  /** The purity in per cent, if the revision reports this injection. */
  purityPercent: number | null;
  /** The same file is the blank (only solvent), so it belongs to no sample. */
  servesAsBlank: boolean;
  /** The time that a person typed for the injection; null without one. */
  typed: TypedTimeRow | null;
  /** Why the injection is not used. If it is used: why its warnings are accepted. */
  reason: string | null;
  allowances: AllowanceRow[];
  /** A reviewer has allowed the owner to publish the file. Null if not. */
  release: ReleaseRow | null;
};

/** How a person chose to read the file's numbers. */
export const thousandsOf = (_ctx: ChromatogramsContext, db: Queryable, injectionId: string) =>
  findThousands(db, injectionId);

/** The injection of this request whose file has this SHA-256. */
export const findInjectionFile = (
  _ctx: ChromatogramsContext,
  db: Queryable,
  requestId: string,
  sha256: string,
) => findInjection(db, requestId, { sha256 });

/** The SHA-256 of these injections' files, by injection id. */
export const findInjectionHashes = (_ctx: ChromatogramsContext, db: Queryable, injectionIds: string[]) =>
  listHashes(db, injectionIds);

/** All injections of a request as one revision sees them, oldest first. */
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
