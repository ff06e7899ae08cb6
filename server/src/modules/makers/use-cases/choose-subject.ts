import type { ChooseSubjectBody, LabSubject } from '@vialproof/contract/makers';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findOrderForStaff } from '../../orders/orders.service.ts';
import { describeSubject } from '../makers.queries.ts';
import type { MakersContext } from '../makers.service.ts';
import { findBatch, findMaker, updateBatch, updateMaker } from '../makers.store.ts';
import type { BatchRow, MakerRow } from '../makers.tables.ts';
import { followNamesChange } from '../makers.transitions.ts';
import {
  findBatchSpelling,
  findMakerSpelling,
  insertBatchSpelling,
  insertMakerSpelling,
  lockNames,
  updateMakerSpelling,
} from '../names.store.ts';
import { resolve } from '../subjects.queries.ts';
import { findMakers, listRequestsOfNames, saveChoice } from '../subjects.store.ts';
import { addBatch, addMaker } from './add-records.ts';
import { keepWords, nameSubjects } from './name-subjects.ts';

/**
 * The desk says which maker and batch a sample is of: one that exists, or a spelling that it confirms; null leaves it to the
 * customer's words. These become a spelling of the maker where nobody knows them, and as long as no public test shows them the
 * last choice says whose they are. Refuses own_order, wrong_state before payment and after cancelling, and invalid_fields.
 */
export async function chooseSubject(
  ctx: MakersContext,
  viewer: Viewer,
  idOrTask: string,
  choice: ChooseSubjectBody,
): Promise<LabSubject | Refusal> {
  const { db, clock } = ctx.platform;
  return db.transaction(async (tx): Promise<LabSubject | Refusal> => {
    const request = await findOrderForStaff(ctx.orders, viewer, idOrTask, tx);
    if (isRefusal(request)) return request;
    if (!['awaiting_sample', 'received', 'complete'].includes(request.status)) return refuse('wrong_state');
    await lockNames(tx);
    const [row] = await resolve(ctx, tx, [request.id]);
    if (!row) throw new Error(`there is no request ${request.id}`);
    await keepWords(tx, [row]);
    if (!choice.maker && choice.batch) return unknown('batch', 'Choose the maker first.');
    const learned: Learned = { makers: [], batches: [] };
    const maker = choice.maker && (await chosenMaker(ctx, tx, viewer, choice.maker, learned));
    if (isRefusal(maker)) return maker;
    if (maker) {
      const words = { folded: row.words.maker, spelling: request.manufacturer ?? '' };
      await learnMaker(ctx, tx, maker, words, learned);
    }
    const batch =
      maker && choice.batch && (await chosenBatch(ctx, tx, viewer, { maker, choice: choice.batch }, learned));
    if (isRefusal(batch)) return batch;
    if (batch && maker) {
      const words = { folded: row.words.batch, spelling: request.batchCode ?? '' };
      await learnCode(ctx, tx, { maker, batch, words }, learned);
    }
    const at = clock.now();
    const chosen = { makerId: maker?.id ?? null, batchId: batch?.id ?? null };
    await saveChoice(tx, request.id, { ...chosen, byId: viewer.id, at });
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: 'request.subject_chosen',
      subject: { kind: 'request', id: request.id },
      detail: { maker: maker?.name ?? null, batch: batch?.code ?? null },
    });
    if (request.visibility === 'public' && request.status === 'complete') {
      await nameSubjects(ctx, tx, [request.id]);
    }
    const others = maker ? await listRequestsOfNames(tx, maker.id, learned) : [];
    await followNamesChange(ctx, tx, { requestIds: [request.id, ...others], makerIds: [] });
    return describeSubject(ctx, tx, request.id);
  });
}

type Choice = NonNullable<ChooseSubjectBody['maker']>;
/** Folded spellings that lead to another record than before. */
type Learned = { makers: string[]; batches: string[] };

async function chosenMaker(
  ctx: MakersContext,
  tx: Tx,
  viewer: Viewer,
  choice: Choice,
  learned: Learned,
): Promise<MakerRow | Refusal> {
  if ('id' in choice)
    return (await currentMaker(tx, choice.id)) ?? unknown('maker', 'This maker does not exist.');
  const folded = fold(choice.name);
  if (folded === '') return unknown('maker', 'Write a name that can be seen.');
  const known = await findMakerSpelling(tx, folded);
  if (!known) learned.makers.push(folded);
  const id =
    known?.makerId ?? (await addMaker(ctx, tx, { name: choice.name, folded, confirmedBy: viewer.id }));
  const maker = await currentMaker(tx, id);
  if (!maker) throw new Error(`there is no maker ${id}`);
  if (!maker.confirmedAt) await updateMaker(tx, maker.id, confirmation(ctx, viewer, maker));
  return maker;
}

async function chosenBatch(
  ctx: MakersContext,
  tx: Tx,
  viewer: Viewer,
  { maker, choice }: { maker: MakerRow; choice: Choice },
  learned: Learned,
): Promise<BatchRow | Refusal> {
  if ('id' in choice) {
    const batch = await currentBatch(tx, choice.id);
    const of = batch && (await findMaker(tx, batch.makerId));
    if (!batch || of?.currentId !== maker.id) return unknown('batch', 'This maker has no such batch.');
    return batch;
  }
  const folded = foldBatchCode(choice.name);
  if (folded === '') return unknown('batch', 'Write a code that can be seen.');
  const known = await findBatchSpelling(tx, maker.id, folded);
  if (!known) learned.batches.push(folded);
  const given = { makerId: maker.id, code: choice.name, folded, confirmedBy: viewer.id };
  const id = known?.batchId ?? (await addBatch(ctx, tx, given));
  const batch = await currentBatch(tx, id);
  if (!batch) throw new Error(`there is no batch ${id}`);
  if (!batch.confirmedAt) await updateBatch(tx, batch.id, confirmation(ctx, viewer, batch));
  return batch;
}

const confirmation = ({ platform }: MakersContext, viewer: Viewer, { version }: MakerRow | BatchRow) => ({
  confirmedAt: platform.clock.now(),
  confirmedBy: viewer.id,
  version: version + 1,
});

async function currentMaker(tx: Tx, id: string): Promise<MakerRow | undefined> {
  const maker = await findMaker(tx, id);
  return maker && findMaker(tx, maker.currentId);
}

async function currentBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  const batch = await findBatch(tx, id);
  return batch && findBatch(tx, batch.currentId);
}

type Words = { folded: string; spelling: string };

async function learnMaker(
  ctx: MakersContext,
  tx: Tx,
  maker: MakerRow,
  words: Words,
  learned: Learned,
): Promise<void> {
  if (words.folded === '') return;
  const known = await findMakerSpelling(tx, words.folded);
  if (!known) {
    const createdAt = ctx.platform.clock.now();
    await insertMakerSpelling(tx, { ...words, slug: null, makerId: maker.id, createdAt });
    learned.makers.push(words.folded);
    return;
  }
  const of = await findMaker(tx, known.makerId);
  if (known.slug !== null || of?.currentId === maker.id) return;
  // The name of a record that the public knows stays with it; one that it does not know takes its name back when it does.
  const isNamed = of?.folded === known.folded && Boolean((await findMakers(tx, [of.id])).get(of.id)?.slug);
  if (isNamed) return;
  await updateMakerSpelling(tx, known.folded, { makerId: maker.id });
  learned.makers.push(known.folded);
}

async function learnCode(
  ctx: MakersContext,
  tx: Tx,
  { maker, batch, words }: { maker: MakerRow; batch: BatchRow; words: Words },
  learned: Learned,
): Promise<void> {
  if (words.folded === '' || (await findBatchSpelling(tx, maker.id, words.folded))) return;
  const createdAt = ctx.platform.clock.now();
  // With the batch's own maker, so that undoing a merge takes it along.
  await insertBatchSpelling(tx, {
    ...words,
    makerId: batch.makerId,
    slug: null,
    batchId: batch.id,
    createdAt,
  });
  learned.batches.push(words.folded);
}

function unknown(path: string, message: string): Refusal {
  return refuse('invalid_fields', message, { errors: [{ path, message }] });
}
