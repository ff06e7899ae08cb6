import { z } from 'zod';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/ids.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { MakersContext, SubjectChange } from './makers.service.ts';
import {
  findBatch,
  findMaker,
  findSameCode,
  listStrayBatches,
  moveBatches,
  moveMakers,
  updateBatch,
  updateMaker,
} from './makers.store.ts';
import type { BatchRow, MakerRow } from './makers.tables.ts';
import { lockNames } from './names.store.ts';
import { requestsOfChange } from './subjects.queries.ts';

/** What became of a change: which requests and makers are others now, what the log says, and which record is answered. */
export type Changed = {
  requestIds?: string[];
  makerIds: string[];
  subject: { kind: 'maker' | 'batch' | 'compound'; id: string };
  action: string;
  detail: Record<string, unknown>;
  shown: string;
};

/**
 * Changes names in a transaction, alone: writes the log, does what follows, and answers the id of the maker or compound.
 * `work` finds its record under the lock.
 */
export async function changeNames(
  ctx: MakersContext,
  viewer: Viewer,
  work: (tx: Tx) => Promise<Changed | Refusal>,
): Promise<string | Refusal> {
  const { db, clock } = ctx.platform;
  return db.transaction(async (tx): Promise<string | Refusal> => {
    await lockNames(tx);
    const done = await work(tx);
    if (isRefusal(done)) return done;
    const { requestIds = [], makerIds, subject, action, detail, shown } = done;
    await recordAudit(tx, { at: clock.now(), actorId: viewer.id, action, subject, detail });
    await followNamesChange(ctx, tx, { requestIds, makerIds });
    return shown;
  });
}

/** So many are told of in the transaction that changed them. Each costs its rows in lists and counts, and all names wait. */
export const MOST_AT_ONCE = 50;
/** The job that tells of those that are too many. */
export const tellRequestsJob = defineJob(
  'makers.tell-requests',
  z.object({ requestIds: z.array(z.string()) }),
  { expireInSeconds: 900 },
);

/** Does what follows for all that is of another subject now. Where that is more than fits into one transaction, the requests of makers follow in jobs. */
export async function followNamesChange(ctx: MakersContext, tx: Tx, change: SubjectChange): Promise<void> {
  const all = await requestsOfChange(ctx, tx, change);
  const isMany = all.length > MOST_AT_ONCE;
  const first = isMany ? change.requestIds.slice(0, MOST_AT_ONCE) : all;
  await ctx.afterNamesChange(tx, { requestIds: first, makerIds: [] });
  const told = new Set(first);
  const later = all.filter((id) => !told.has(id));
  const chunks = Array.from({ length: Math.ceil(later.length / MOST_AT_ONCE) }, (_, place) => ({
    requestIds: later.slice(place * MOST_AT_ONCE, (place + 1) * MOST_AT_ONCE),
  }));
  await ctx.platform.jobs.sendMany(tx, tellRequestsJob, chunks);
}

/** The maker that may be changed; refuses not_found, wrong_state for one that was merged, and stale_version. */
export async function changeableMaker(tx: Tx, id: string, version: number): Promise<MakerRow | Refusal> {
  return changeable(isUuid(id) ? await findMaker(tx, id) : undefined, version);
}

/** The same of a batch. */
export async function changeableBatch(tx: Tx, id: string, version: number): Promise<BatchRow | Refusal> {
  return changeable(isUuid(id) ? await findBatch(tx, id) : undefined, version);
}

function changeable<Row extends MakerRow | BatchRow>(row: Row | undefined, version: number): Row | Refusal {
  if (!row) return refuse('not_found');
  if (row.mergedInto !== null) return refuse('wrong_state', 'This was merged into another. Undo that first.');
  return row.version === version ? row : refuse('stale_version');
}

/** Sets or takes away the pointer of a merge, for all that hangs below. */
export async function pointMaker(tx: Tx, { id }: MakerRow, into: MakerRow | null): Promise<void> {
  await updateMaker(tx, id, { mergedInto: into?.id ?? null });
  await moveMakers(tx, id, into?.currentId ?? id);
}

export async function pointBatch(tx: Tx, id: string, into: BatchRow | null): Promise<void> {
  await updateBatch(tx, id, { mergedInto: into?.id ?? null });
  await moveBatches(tx, id, into?.currentId ?? id);
}

/** Parts batches whose makers are no longer one, then merges those of one maker that are written with the same code. */
export async function settleBatches(tx: Tx, makerIds: string[]): Promise<void> {
  for (const id of await listStrayBatches(tx, makerIds)) await pointBatch(tx, id, null);
  for (const makerId of makerIds) {
    for (let same = await findSameCode(tx, makerId); same; same = await findSameCode(tx, makerId)) {
      const stays = await findBatch(tx, same.stays);
      if (!stays) throw new Error(`there is no batch ${same.stays}`);
      await pointBatch(tx, same.goes, stays);
    }
  }
}

/** Another version, so that who looked at an older one is told. */
export async function bump(tx: Tx, row: MakerRow | BatchRow): Promise<void> {
  const change = { version: row.version + 1 };
  await ('makerId' in row ? updateBatch(tx, row.id, change) : updateMaker(tx, row.id, change));
}
