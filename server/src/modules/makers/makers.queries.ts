import type {
  LabMakerDetail,
  LabMakers,
  LabMakersQuery,
  LabSubject,
  SubjectRecord,
} from '@vialproof/contract/makers';
import { fold } from '@vialproof/science/text/fold';
import type { Viewer } from '../../platform/access.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findOrderForStaff } from '../orders/orders.service.ts';
import { presentBatch, presentMaker } from './makers.presenter.ts';
import type { MakersContext } from './makers.service.ts';
import {
  findMaker,
  listAllSpellings,
  listBatchCodes,
  listBatches,
  listBatchSpellings,
  listMerged,
  listMergedBatches,
  listSpellings,
  searchMakers,
} from './makers.store.ts';
import { resolve } from './subjects.queries.ts';
import { findMakers, type Stated } from './subjects.store.ts';
import { mostAlike } from './suggestions.rules.ts';

const PAGE = 25;

/** Makers by name whose spellings contain `q`; what was merged is found by its spellings. */
export async function listMakers(
  { platform }: MakersContext,
  { q = '', state, page }: LabMakersQuery,
): Promise<LabMakers> {
  const confirmed = state ? state === 'confirmed' : undefined;
  const ask = { term: fold(q), confirmed, offset: (page - 1) * PAGE, limit: PAGE };
  const { rows, total } = await searchMakers(platform.db.orm, ask);
  return { data: rows, pagination: { page, limit: PAGE, total } };
}

/** A maker with all that hangs on it; the id of a merged one leads to where it went. Refuses not_found. */
export async function readMaker({ platform }: MakersContext, id: string): Promise<LabMakerDetail | Refusal> {
  const db = platform.db.orm;
  const asked = isUuid(id) ? await findMaker(db, id) : undefined;
  const maker = asked && (await findMaker(db, asked.currentId));
  if (!maker) return refuse('not_found');
  const rows = await listBatches(db, maker.id);
  const batchIds = rows.map((row) => row.id);
  const codes = await listBatchSpellings(db, batchIds);
  const merged = await listMergedBatches(db, batchIds);
  const slug = (await findMakers(db, [maker.id])).get(maker.id)?.slug ?? null;
  return presentMaker(maker, {
    slug,
    spellings: await listSpellings(db, maker.id),
    merged: await listMerged(db, maker.id),
    batches: rows.map((row) => presentBatch(row, { codes, merged })),
  });
}

/** What a sample is of and what it may be. Refuses not_found. */
export async function readSubject(
  ctx: MakersContext,
  viewer: Viewer,
  idOrTask: string,
): Promise<LabSubject | Refusal> {
  const request = await findOrderForStaff(ctx.orders, viewer, idOrTask);
  return isRefusal(request) ? request : describeSubject(ctx, ctx.platform.db.orm, request.id);
}

export async function describeSubject(
  ctx: MakersContext,
  db: Queryable,
  requestId: string,
): Promise<LabSubject> {
  const [row] = await resolve(ctx, db, [requestId]);
  if (!row) throw new Error(`there is no request ${requestId}`);
  const { written, choice, words, maker, batch } = row;
  const codes = maker ? await listBatchCodes(db, maker.id) : [];
  return {
    written: { maker: written.manufacturer, batch: written.batchCode },
    maker: maker ? recordOf(maker) : null,
    batch: batch ? recordOf(batch) : null,
    is_chosen: (choice?.maker_id ?? null) !== null,
    suggestions: {
      makers: mostAlike(words.maker, await listAllSpellings(db)).map(recordOf),
      batches: mostAlike(words.batch, codes).map(recordOf),
    },
  };
}

const recordOf = ({ id, name, confirmed }: Omit<Stated, 'slug'>): SubjectRecord => ({ id, name, confirmed });
