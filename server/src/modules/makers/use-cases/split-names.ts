import { randomUUID } from 'node:crypto';
import type { SplitBody } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.service.ts';
import {
  codesAmong,
  findBatch,
  findMaker,
  findNamesake,
  giveCodes,
  spellingsAmong,
} from '../makers.store.ts';
import { bump, changeableBatch, changeableMaker, changeNames, pointBatch } from '../makers.transitions.ts';
import { findMakerSpelling, insertBatch, insertMaker, updateMakerSpelling } from '../names.store.ts';
import { nameChangedMakers } from './name-subjects.ts';
import { takeCodes } from './take-codes.ts';

/**
 * Gives spellings to a new maker, called as the oldest of them; tests with these words get batches below it, at the addresses
 * that they had. Admins; refuses stale_version, and invalid_fields for the canonical name, a spelling of another, or the name of one. Answers the new maker's id.
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
    if (await findNamesake(tx, maker.id, first.folded)) return isOthers();
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
    await takeCodes(ctx, tx, { makerId: newId, formerId: maker.id });
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
    const found = await codesAmong(tx, batch.id, [...wanted]);
    const [first] = found;
    const isAll = new Set(found.map(({ folded }) => folded)).size === wanted.size;
    if (!first || !isAll || wanted.has(batch.folded)) return notThese();
    const maker = await findMaker(tx, batch.makerId);
    if (!maker) throw new Error(`there is no maker ${batch.makerId}`);
    const newId = await insertParts(ctx, tx, found);
    await nameChangedMakers(ctx, tx, [maker.currentId]);
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

type Code = { maker_id: string; folded: string; spelling: string };

/**
 * One batch at each of the merged makers that wrote these codes, the later ones merged into the first: undoing the merge of
 * makers takes each along. Answers the first one's id.
 */
async function insertParts(ctx: MakersContext, tx: Tx, codes: Code[]): Promise<string> {
  const ids: string[] = [];
  for (const makerId of new Set(codes.map((code) => code.maker_id))) {
    const own = codes.filter((code) => code.maker_id === makerId);
    const id = randomUUID();
    await insertBatch(tx, {
      id,
      makerId,
      code: own[0]?.spelling ?? '',
      folded: own[0]?.folded ?? '',
      confirmedAt: null,
      confirmedBy: null,
      answer: null,
      answeredAt: null,
      mergedInto: null,
      currentId: id,
      createdAt: ctx.platform.clock.now(),
    });
    await giveCodes(tx, { makerId, folded: own.map(({ folded }) => folded), to: id });
    const first = ids[0] === undefined ? undefined : await findBatch(tx, ids[0]);
    if (first) await pointBatch(tx, id, first);
    ids.push(id);
  }
  const [id] = ids;
  if (id === undefined) throw new Error('no code was given');
  return id;
}

function isOthers(): Refusal {
  const message = 'This is the name of another maker. Merge that one into this first.';
  return refuse('invalid_fields', message, { errors: [{ path: 'spellings', message }] });
}

function notThese(): Refusal {
  const message = 'Choose spellings of this one, and not the name itself.';
  return refuse('invalid_fields', message, { errors: [{ path: 'spellings', message }] });
}
