import type { ChooseSubjectBody, LabSubject } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../../platform/refusal.ts';
import { findOrderForStaff } from '../../orders/orders.service.ts';
import { describeSubject } from '../makers.queries.ts';
import type { MakersContext } from '../makers.service.ts';
import type { RecordRow } from '../makers.tables.ts';
import { followNamesChange } from '../makers.transitions.ts';
import { foldName } from '../names.rules.ts';
import {
  findAlias,
  findCurrent,
  findRecord,
  giveAlias,
  lockNames,
  selectMakerOf,
  updateRecord,
} from '../records.store.ts';
import { resolve } from '../subjects.queries.ts';
import { findStated, listRequestsOfNames, saveChoice } from '../subjects.store.ts';
import { addAlias, addRecord } from './add-records.ts';
import { keepWords, nameSubjects } from './name-subjects.ts';

/**
 * Staff choose maker and batch of a sample, or confirm a spelling. Null: the customer's words decide. An unknown name
 * becomes a spelling of the chosen maker. Refusals: `own_order`, `wrong_state`, `invalid_fields`.
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
    if (!choice.maker && choice.batch) return refuseField('batch', 'Choose the maker first.');
    const desk: Desk = { ctx, tx, viewer, learned: { maker: [], batch: [] } };
    const maker = choice.maker && (await chosenRecord(desk, choice.maker, null));
    if (isRefusal(maker)) return maker;
    if (maker) await learnWords(desk, maker, null, [row.words.maker, request.manufacturer]);
    const batch = maker && choice.batch && (await chosenRecord(desk, choice.batch, maker));
    if (isRefusal(batch)) return batch;
    if (batch) await learnWords(desk, batch, maker, [row.words.batch, request.batchCode]);
    const at = clock.now();
    const chosen = { makerId: maker?.id ?? null, batchId: batch?.id ?? null };
    await saveChoice(tx, request.id, { ...chosen, byId: viewer.id, at });
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: 'request.subject_chosen',
      subject: { kind: 'request', id: request.id },
      detail: { maker: maker?.name ?? null, batch: batch?.name ?? null },
    });
    if (request.visibility === 'public' && request.status === 'complete') {
      await nameSubjects(ctx, tx, [request.id]);
    }
    const others = maker ? await listRequestsOfNames(tx, maker.id, desk.learned) : [];
    await followNamesChange(ctx, tx, { requestIds: [request.id, ...others], makerIds: [] });
    return describeSubject(ctx, tx, request.id);
  });
}

type Choice = NonNullable<ChooseSubjectBody['maker']>;
type Desk = {
  ctx: MakersContext;
  tx: Tx;
  viewer: Viewer;
  /** The spellings that now mean another record. */
  learned: { maker: string[]; batch: string[] };
};

/** The record that staff chose; an unknown name becomes a confirmed record. */
async function chosenRecord(
  { ctx, tx, viewer, learned }: Desk,
  choice: Choice,
  maker: RecordRow | null,
): Promise<RecordRow | Refusal> {
  const kind = maker ? 'batch' : 'maker';
  if ('id' in choice) {
    const record = await findCurrent(tx, choice.id);
    const isMeant = record?.kind === kind && (!maker || (await selectMakerOf(tx, record)).id === maker.id);
    if (isMeant) return record;
    return refuseField(kind, maker ? 'This maker has no such batch.' : 'This maker does not exist.');
  }
  const folded = foldName(kind, choice.name);
  if (folded === '') return refuseField(kind, `Write a ${maker ? 'code' : 'name'} that can be seen.`);
  const known = await findAlias(tx, maker?.id ?? null, folded);
  if (!known) {
    learned[kind].push(folded);
    return addRecord(ctx, tx, { name: choice.name, folded, confirmedBy: viewer.id }, maker?.id);
  }
  const record = await findRecord(tx, known.recordId);
  if (!record) throw new Error(`there is no record ${known.recordId}`);
  if (!record.confirmedAt) {
    const confirmed = { confirmedAt: ctx.platform.clock.now(), confirmedBy: viewer.id };
    await updateRecord(tx, record.id, { ...confirmed, version: record.version + 1 });
  }
  return record;
}

/** Stores the customer's spelling as a name of the chosen record, unless another public record has this name. */
async function learnWords(
  { ctx, tx, learned }: Desk,
  record: RecordRow,
  maker: RecordRow | null,
  [folded, spelling]: [string, string | null],
): Promise<void> {
  if (folded === '') return;
  const known = await findAlias(tx, maker?.id ?? null, folded);
  if (!known) await addAlias(ctx, tx, record, { folded, spelling: spelling ?? '' });
  else {
    if (maker || known.slug !== null || known.recordId === record.id) return;
    // A public record keeps its name permanently. Any other record loses the name for now, and gets it back later.
    const of = (await findStated(tx, [known.recordId])).get(known.recordId);
    if (of?.folded === folded && of.slug) return;
    await giveAlias(tx, known.id, record.id);
  }
  learned[record.kind].push(folded);
}
