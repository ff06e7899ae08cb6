import { randomUUID } from 'node:crypto';
import type { SplitBody } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.context.ts';
import { findMaker, giveCodes, listBatchSpellings, spellingsAmong } from '../makers.store.ts';
import { bump, changeableBatch, changeableMaker, changeNames } from '../makers.transitions.ts';
import { findMakerSpelling, insertBatch, insertMaker, updateMakerSpelling } from '../names.store.ts';
import { nameChangedMakers } from './name-subjects.ts';

/**
 * Gives spellings to a new maker, called as the oldest of them; tests with these words get batches below it. Admins; refuses
 * stale_version, and invalid_fields for the canonical name or a spelling of another. Answers the new maker's id.
 */
export function splitMaker(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { spellings, version }: SplitBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const maker = await changeableMaker(tx, id, version);
    if (isRefusal(maker)) return maker;
    const wanted = new Set(spellings);
    const found = await spellingsAmong(tx, maker.id, [...wanted]);
    const first = found[0] === undefined ? undefined : await findMakerSpelling(tx, found[0]);
    if (!first || found.length !== wanted.size || wanted.has(maker.folded)) return notThese();
    const now = ctx.platform.clock.now();
    const newId = randomUUID();
    await insertMaker(tx, {
      id: newId,
      name: first.spelling,
      folded: first.folded,
      confirmedAt: null,
      confirmedBy: null,
      answer: null,
      answeredAt: null,
      mergedInto: null,
      currentId: newId,
      createdAt: now,
    });
    for (const folded of found) await updateMakerSpelling(tx, folded, { makerId: newId });
    await bump(tx, maker);
    await nameChangedMakers(ctx, tx, [newId]);
    return {
      makerIds: [maker.id, newId],
      subject: { kind: 'maker', id: maker.id },
      action: 'maker.split',
      detail: { name: maker.name, spellings: found, to: { id: newId, name: first.spelling } },
      shown: newId,
    };
  });
}

/** Gives codes to a new batch, called as the oldest of them. Refuses like `splitMaker`. Answers the maker's id. */
export function splitBatch(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { spellings, version }: SplitBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const batch = await changeableBatch(tx, id, version);
    if (isRefusal(batch)) return batch;
    const wanted = new Set(spellings);
    const codes = await listBatchSpellings(tx, [batch.id]);
    const found = codes.filter(({ folded }) => wanted.has(folded));
    const [first] = found;
    const isAll = new Set(found.map(({ folded }) => folded)).size === wanted.size;
    if (!first || !isAll || wanted.has(batch.folded)) return notThese();
    const maker = await findMaker(tx, batch.makerId);
    if (!maker) throw new Error(`there is no maker ${batch.makerId}`);
    const newId = randomUUID();
    await insertBatch(tx, {
      id: newId,
      makerId: batch.makerId,
      code: first.spelling,
      folded: first.folded,
      confirmedAt: null,
      confirmedBy: null,
      answer: null,
      answeredAt: null,
      mergedInto: null,
      currentId: newId,
      createdAt: ctx.platform.clock.now(),
    });
    await giveCodes(tx, batch.id, [...wanted], newId);
    await bump(tx, batch);
    return {
      makerIds: [maker.currentId],
      subject: { kind: 'batch', id: batch.id },
      action: 'batch.split',
      detail: { code: batch.code, codes: [...wanted], to: { id: newId, code: first.spelling } },
      shown: maker.currentId,
    };
  });
}

function notThese(): Refusal {
  const message = 'Choose spellings of this one, and not the name itself.';
  return refuse('invalid_fields', message, { errors: [{ path: 'spellings', message }] });
}
