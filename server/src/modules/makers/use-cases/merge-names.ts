import type { MergeBody } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.service.ts';
import { findBatch, findMaker } from '../makers.store.ts';
import type { BatchRow, MakerRow } from '../makers.tables.ts';
import {
  bump,
  changeableBatch,
  changeableMaker,
  changeNames,
  pointBatch,
  pointMaker,
  settleBatches,
} from '../makers.transitions.ts';
import { nameChangedMakers } from './name-subjects.ts';
import { takeCodes } from './take-codes.ts';

/** Merges a maker into another, with its batches. Admins; refuses stale_version, and wrong_state also where its answer or
 * confirmation would go. Answers the other's id. */
export function mergeMaker(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { into, version }: MergeBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const maker = await changeableMaker(tx, id, version);
    if (isRefusal(maker)) return maker;
    const target = await findMaker(tx, into);
    if (!target || target.mergedInto !== null || target.id === maker.id) return notIntoThis();
    const hidden = hides(maker, target);
    if (hidden) return hidden;
    await pointMaker(tx, maker, target);
    await settleBatches(tx, [target.id]);
    await bump(tx, maker);
    await bump(tx, target);
    return {
      makerIds: [maker.id, target.id],
      subject: { kind: 'maker', id: maker.id },
      action: 'maker.merged',
      detail: { name: maker.name, into: { id: target.id, name: target.name } },
      shown: target.id,
    };
  });
}

/** Takes a merging back. `version` is that of the maker that answers for it now. */
export function unmergeMaker(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { version }: { version: number },
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const maker = isUuid(id) ? await findMaker(tx, id) : undefined;
    if (!maker) return refuse('not_found');
    if (maker.mergedInto === null) return refuse('wrong_state', 'This maker is merged into no other.');
    const target = await changeableMaker(tx, maker.currentId, version);
    if (isRefusal(target)) return target;
    await pointMaker(tx, maker, null);
    await settleBatches(tx, [target.id, maker.id]);
    // What was published meanwhile under a code of the other one needs a batch of its own.
    await takeCodes(ctx, tx, { makerId: target.id, formerId: maker.id });
    await takeCodes(ctx, tx, { makerId: maker.id, formerId: target.id });
    await nameChangedMakers(ctx, tx, [target.id, maker.id]);
    await bump(tx, maker);
    await bump(tx, target);
    return {
      makerIds: [target.id, maker.id],
      subject: { kind: 'maker', id: maker.id },
      action: 'maker.unmerged',
      detail: { name: maker.name, from: { id: target.id, name: target.name } },
      shown: target.id,
    };
  });
}

/** Merges a batch into another of the same maker. Admins; refuses stale_version and wrong_state. Answers the maker's id. */
export function mergeBatch(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { into, version }: MergeBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const batch = await changeableBatch(tx, id, version);
    if (isRefusal(batch)) return batch;
    const target = await findBatch(tx, into);
    if (!target || target.mergedInto !== null || target.id === batch.id) return notIntoThis();
    const maker = await findMaker(tx, batch.makerId);
    const other = await findMaker(tx, target.makerId);
    if (!maker || maker.currentId !== other?.currentId) {
      return refuse('wrong_state', 'Only batches of one maker are merged.');
    }
    const hidden = hides(batch, target);
    if (hidden) return hidden;
    await pointBatch(tx, batch.id, target);
    await bump(tx, batch);
    await bump(tx, target);
    return {
      makerIds: [maker.currentId],
      subject: { kind: 'batch', id: batch.id },
      action: 'batch.merged',
      detail: { code: batch.code, into: { id: target.id, code: target.code } },
      shown: maker.currentId,
    };
  });
}

/** Takes a merging of batches back; those with the same code stay one. */
export function unmergeBatch(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { version }: { version: number },
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const batch = isUuid(id) ? await findBatch(tx, id) : undefined;
    if (!batch) return refuse('not_found');
    if (batch.mergedInto === null) return refuse('wrong_state', 'This batch is merged into no other.');
    const target = await changeableBatch(tx, batch.currentId, version);
    if (isRefusal(target)) return target;
    const maker = await findMaker(tx, batch.makerId);
    if (!maker) throw new Error(`there is no maker ${batch.makerId}`);
    await pointBatch(tx, batch.id, null);
    await settleBatches(tx, [maker.currentId]);
    await nameChangedMakers(ctx, tx, [maker.currentId]);
    await bump(tx, batch);
    await bump(tx, target);
    return {
      makerIds: [maker.currentId],
      subject: { kind: 'batch', id: batch.id },
      action: 'batch.unmerged',
      detail: { code: batch.code, from: { id: target.id, code: target.code } },
      shown: maker.currentId,
    };
  });
}

/** A merge shows what the other one says and whether it is confirmed: what is better known of this one must not go with it. */
function hides(from: MakerRow | BatchRow, into: MakerRow | BatchRow): Refusal | undefined {
  const instead = 'Merge the other way round, or do the same for the other one first.';
  if (from.answer !== null && into.answer === null) {
    return refuse('wrong_state', `The answer of this one would no longer be shown. ${instead}`);
  }
  if (from.confirmedAt !== null && into.confirmedAt === null) {
    return refuse('wrong_state', `This one is confirmed and the other is not. ${instead}`);
  }
  return undefined;
}

const notIntoThis = () => refuse('wrong_state', 'Choose another one that was not merged itself.');
