import type { MergeBody } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.service.ts';
import type { RecordRow } from '../makers.tables.ts';
import { type Asked, bump, changeableRecord, changeNames, findAsked, naming } from '../makers.transitions.ts';
import {
  findAlias,
  findNamesake,
  findRecord,
  findSameCode,
  findStrayCode,
  listStrayBatches,
  moveBack,
  moveInto,
  selectMakerOf,
} from '../records.store.ts';
import { nameChangedMakers } from './name-subjects.ts';
import { takeCodes } from './split-record.ts';

/**
 * An admin merges a maker with its batches into another maker, or a batch into another batch. Returns the maker's id.
 * Refusals: `stale_version`, `wrong_state` if an answer or a confirmation would be lost.
 */
export function mergeRecord(
  ctx: MakersContext,
  viewer: Viewer,
  asked: Asked,
  { into, version }: MergeBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const record = await changeableRecord(tx, asked, version);
    if (isRefusal(record)) return record;
    const target = await findRecord(tx, into);
    if (target?.kind !== record.kind || target.mergedInto !== null || target.id === record.id) {
      return refuse('wrong_state', 'Choose another one that was not merged itself.');
    }
    const maker = await selectMakerOf(tx, target);
    if (record.kind === 'batch' && (await selectMakerOf(tx, record)).id !== maker.id) {
      return refuse('wrong_state', 'Only batches of one maker are merged.');
    }
    const hidden = hides(record, target);
    if (hidden) return hidden;
    await moveInto(tx, record.id, target);
    await mergeSameCodes(tx, maker.id);
    await bump(tx, record);
    await bump(tx, target);
    return {
      makerIds: record.kind === 'maker' ? [record.id, maker.id] : [maker.id],
      subject: record,
      action: 'merged',
      detail: { ...naming(record), into: { id: target.id, ...naming(target) } },
      shown: maker.id,
    };
  });
}

/**
 * Undoes a merge: the merged record gets its names and batch codes back. Names that were added later stay. Returns the
 * maker's id. Refusals: `stale_version`, `wrong_state`.
 */
export function unmergeRecord(
  ctx: MakersContext,
  viewer: Viewer,
  asked: Asked,
  { version }: { version: number },
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const record = await findAsked(tx, asked);
    if (!record) return refuse('not_found');
    if (record.mergedInto === null) {
      return refuse('wrong_state', `This ${record.kind} is merged into no other.`);
    }
    const target = await changeableRecord(tx, { kind: asked.kind, id: record.currentId }, version);
    if (isRefusal(target)) return target;
    await moveBack(tx, record);
    const maker = await selectMakerOf(tx, target);
    const parted = record.kind === 'maker' ? await partMakers(tx, record, target) : undefined;
    if (parted) return parted;
    const makerIds = record.kind === 'maker' ? [maker.id, record.id] : [maker.id];
    for (const id of makerIds) await mergeSameCodes(tx, id);
    if (record.kind === 'maker') {
      // Meanwhile tests may have been published with a batch code of the other maker, so they need a batch there.
      await takeCodes(ctx, tx, { makerId: maker.id, formerId: record.id });
      await takeCodes(ctx, tx, { makerId: record.id, formerId: maker.id });
    }
    await nameChangedMakers(ctx, tx, makerIds);
    await bump(tx, record);
    await bump(tx, target);
    return {
      makerIds,
      subject: record,
      action: 'unmerged',
      detail: { ...naming(record), from: { id: target.id, ...naming(target) } },
      shown: maker.id,
    };
  });
}

/** Undoes merges between batches of two makers. Refuses if another record has the name or code by now. */
async function partMakers(tx: Tx, record: RecordRow, target: RecordRow): Promise<Refusal | undefined> {
  const known = await findAlias(tx, null, record.folded);
  if (known && known.recordId !== record.id && record.movedAliases?.includes(known.id)) {
    return refuse('wrong_state', 'Another maker has this name by now. Merge that one back first.');
  }
  if (await findNamesake(tx, record.id, record.folded)) {
    return refuse('wrong_state', 'Another maker has this name by now. Rename that one first.');
  }
  const makerIds = [target.id, record.id];
  for (const id of await listStrayBatches(tx, makerIds)) {
    const batch = await findRecord(tx, id);
    if (batch) await moveBack(tx, batch);
  }
  const code = await findStrayCode(tx, makerIds);
  return code === undefined
    ? undefined
    : refuse('wrong_state', `The code ${code} was given to another batch since. Merge that one back first.`);
}

/** Merges batches of a maker that have the same code. */
async function mergeSameCodes(tx: Tx, makerId: string): Promise<void> {
  for (let same = await findSameCode(tx, makerId); same; same = await findSameCode(tx, makerId)) {
    const stays = await findRecord(tx, same.stays);
    if (!stays) throw new Error(`there is no batch ${same.stays}`);
    await moveInto(tx, same.goes, stays);
  }
}

/** Refuses a merge that would hide an answer or a confirmation. */
function hides(from: RecordRow, into: RecordRow): Refusal | undefined {
  const instead = 'Merge the other way round, or do the same for the other one first.';
  if (from.answer !== null && into.answer === null) {
    return refuse('wrong_state', `The answer of this one would no longer be shown. ${instead}`);
  }
  if (from.confirmedAt !== null && into.confirmedAt === null) {
    return refuse('wrong_state', `This one is confirmed and the other is not. ${instead}`);
  }
  return undefined;
}
