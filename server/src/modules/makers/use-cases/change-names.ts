import type { ChangeBatchBody, ChangeMakerBody } from '@vialproof/contract/makers';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.service.ts';
import { findMaker, findNamesake, updateBatch, updateMaker } from '../makers.store.ts';
import type { BatchRow, MakerRow } from '../makers.tables.ts';
import { changeableBatch, changeableMaker, changeNames } from '../makers.transitions.ts';
import {
  findBatchSpelling,
  findMakerSpelling,
  insertBatchSpelling,
  insertMakerSpelling,
} from '../names.store.ts';
import { findBatches, findMakers, findSpelledMakers } from '../subjects.store.ts';
import { showBatchSpelling, showMakerSpelling } from './add-records.ts';

/**
 * Changes the canonical name, whether it is confirmed, and what the maker says. The former name stays a spelling. Admins; refuses
 * stale_version, wrong_state for a merged one, and invalid_fields for a spelling of another maker. Answers the maker's id.
 */
export function changeMaker(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { version, name, ...change }: ChangeMakerBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const maker = await changeableMaker(tx, id, version);
    if (isRefusal(maker)) return maker;
    const named = name ?? maker.name;
    const refused = named === maker.name ? undefined : await renameMaker(ctx, tx, maker, named);
    if (refused) return refused;
    const { fields, detail } = changesOf(ctx, viewer, maker, change);
    const folded = fold(named);
    await updateMaker(tx, maker.id, { ...fields, name: named, folded, version: version + 1 });
    return {
      makerIds: [maker.id],
      subject: { kind: 'maker', id: maker.id },
      action: 'maker.changed',
      detail: {
        ...detail,
        ...(named === maker.name ? { name: named } : { name: { from: maker.name, to: named } }),
      },
      shown: maker.id,
    };
  });
}

/** The same of a batch and its code. Answers the maker's id. */
export function changeBatch(
  ctx: MakersContext,
  viewer: Viewer,
  id: string,
  { version, code, ...change }: ChangeBatchBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const batch = await changeableBatch(tx, id, version);
    if (isRefusal(batch)) return batch;
    const maker = await findMaker(tx, batch.makerId);
    if (!maker) throw new Error(`there is no maker ${batch.makerId}`);
    const coded = code ?? batch.code;
    const refused =
      coded === batch.code
        ? undefined
        : await renameBatch(ctx, tx, batch, { makerId: maker.currentId, coded });
    if (refused) return refused;
    const { fields, detail } = changesOf(ctx, viewer, batch, change);
    await updateBatch(tx, batch.id, {
      ...fields,
      code: coded,
      folded: foldBatchCode(coded),
      version: version + 1,
    });
    return {
      makerIds: [maker.currentId],
      subject: { kind: 'batch', id: batch.id },
      action: 'batch.changed',
      detail: {
        ...detail,
        ...(coded === batch.code ? { code: coded } : { code: { from: batch.code, to: coded } }),
      },
      shown: maker.currentId,
    };
  });
}

/** The new name is a spelling too, and has an address where the maker has one. */
async function renameMaker(
  ctx: MakersContext,
  tx: Tx,
  maker: MakerRow,
  name: string,
): Promise<Refusal | undefined> {
  const folded = fold(name);
  if (folded === '') return isNone('name');
  const spelled = (await findSpelledMakers(tx, [folded])).get(folded);
  if ((spelled && spelled.id !== maker.id) || (await findNamesake(tx, maker.id, folded)))
    return isOthers('name', 'another maker');
  if (!(await findMakerSpelling(tx, folded))) {
    const createdAt = ctx.platform.clock.now();
    await insertMakerSpelling(tx, { folded, spelling: name, slug: null, makerId: maker.id, createdAt });
  }
  if ((await findMakers(tx, [maker.id])).get(maker.id)?.slug)
    await showMakerSpelling(ctx, tx, { folded, as: name });
  return undefined;
}

async function renameBatch(
  ctx: MakersContext,
  tx: Tx,
  batch: BatchRow,
  { makerId, coded }: { makerId: string; coded: string },
): Promise<Refusal | undefined> {
  const folded = foldBatchCode(coded);
  if (folded === '') return isNone('code');
  const spelling = await findBatchSpelling(tx, makerId, folded);
  if (!spelling) {
    const createdAt = ctx.platform.clock.now();
    const row = { makerId: batch.makerId, folded, spelling: coded, slug: null, batchId: batch.id, createdAt };
    await insertBatchSpelling(tx, row);
  } else if ((await findBatches(tx, [spelling.batchId])).get(spelling.batchId)?.id !== batch.id) {
    return isOthers('code', 'another batch');
  }
  if ((await findBatches(tx, [batch.id])).get(batch.id)?.slug)
    await showBatchSpelling(ctx, tx, makerId, { folded, as: coded });
  return undefined;
}

function changesOf(
  { platform }: MakersContext,
  viewer: Viewer,
  before: MakerRow | BatchRow,
  { confirmed, answer }: { confirmed?: boolean | undefined; answer?: string | undefined },
) {
  const now = platform.clock.now();
  const wasConfirmed = before.confirmedAt !== null;
  const isOther = confirmed !== undefined && confirmed !== wasConfirmed;
  const words = answer === undefined ? before.answer : answer || null;
  const saysOther = words !== before.answer;
  return {
    fields: {
      ...(isOther ? { confirmedAt: confirmed ? now : null, confirmedBy: confirmed ? viewer.id : null } : {}),
      ...(saysOther ? { answer: words, answeredAt: words === null ? null : now } : {}),
    },
    detail: {
      ...(isOther ? { confirmed } : {}),
      ...(saysOther ? { answer: { from: before.answer, to: words } } : {}),
    },
  };
}

function isNone(path: string): Refusal {
  const message = 'Write something that can be seen.';
  return refuse('invalid_fields', message, { errors: [{ path, message }] });
}

function isOthers(path: string, whose: string): Refusal {
  const message = `This is a spelling of ${whose}. Merge the two instead.`;
  return refuse('invalid_fields', message, { errors: [{ path, message }] });
}
