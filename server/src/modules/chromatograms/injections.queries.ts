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

/** An injection of a sample as one revision of its result stands to it. */
export type InjectionState = {
  injection: InjectionRow;
  /** It is drawn, or reported beside the one that is. */
  isUsed: boolean;
  isDrawn: boolean;
  /** Why it cannot stay beside the drawn one, behind its name, as after another channel was read; null where it can. */
  problem: string | null;
  /** Main peak's share as the revision reports it, %; null where it does not report it. */
  purityPercent: number | null;
  /** Its file is the blank beside the revision's trace: a run of the solvent, and of no sample. */
  servesAsBlank: boolean;
  /** What somebody typed of its time; null where nobody did, or it was taken back. */
  typed: TypedTimeRow | null;
  /** Why it is not used, null while nobody has said it; of one that is, what its warnings were answered with. */
  reason: string | null;
  allowances: AllowanceRow[];
  /** That its file may be published; null while no reviewer has said it. */
  release: ReleaseRow | null;
};

/** How the numbers of an injection's file are read whenever it is read again; undefined where the file tells it. */
export const thousandsOf = (_ctx: ChromatogramsContext, db: Queryable, injectionId: string) =>
  findThousands(db, injectionId);

/** The injection of a request whose file has this SHA-256. */
export const findInjectionFile = (
  _ctx: ChromatogramsContext,
  db: Queryable,
  requestId: string,
  sha256: string,
) => findInjection(db, requestId, { sha256 });

/** The SHA-256 of these injections' files, by their ids. */
export const findInjectionHashes = (_ctx: ChromatogramsContext, db: Queryable, injectionIds: string[]) =>
  listHashes(db, injectionIds);

/** Every injection of a request, oldest first; `revisionId` undefined where there is no revision yet. */
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
