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
import { presentMaker } from './makers.presenter.ts';
import type { MakersContext } from './makers.service.ts';
import { listAliases, listBatches, listKnown, listMerged, searchMakers } from './makers.store.ts';
import { findCurrent } from './records.store.ts';
import { resolve } from './subjects.queries.ts';
import { findStated, type Stated } from './subjects.store.ts';
import { mostAlike } from './suggestions.rules.ts';

const PAGE = 25;

/** Makers of whose spellings one contains `q`. Spellings of merged makers are searched too. */
export async function listMakers(
  { platform }: MakersContext,
  { q = '', state, page }: LabMakersQuery,
): Promise<LabMakers> {
  const confirmed = state ? state === 'confirmed' : undefined;
  const ask = { term: fold(q), confirmed, offset: (page - 1) * PAGE, limit: PAGE };
  const { rows, total } = await searchMakers(platform.db.orm, ask);
  return { data: rows, pagination: { page, limit: PAGE, total } };
}

/**
 * A maker with all its data. The id of a merged maker gives the maker into which it was merged. Refusal: `not_found`.
 */
export async function readMaker({ platform }: MakersContext, id: string): Promise<LabMakerDetail | Refusal> {
  const db = platform.db.orm;
  const maker = isUuid(id) ? await findCurrent(db, id) : undefined;
  if (maker?.kind !== 'maker') return refuse('not_found');
  const batches = await listBatches(db, maker.id);
  const recordIds = [maker.id, ...batches.map((batch) => batch.id)];
  const slug = (await findStated(db, [maker.id])).get(maker.id)?.slug ?? null;
  const parts = {
    spellings: await listAliases(db, recordIds),
    merged: await listMerged(db, recordIds),
  };
  return presentMaker(maker, slug, batches, parts);
}

/** Maker, batch and compound of a sample, with suggestions. Refusal: `not_found`. */
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
  const codes = maker ? await listKnown(db, maker.id) : [];
  return {
    written: { maker: written.manufacturer, batch: written.batchCode },
    maker: maker ? recordOf(maker) : null,
    batch: batch ? recordOf(batch) : null,
    is_chosen: (choice?.maker_id ?? null) !== null,
    suggestions: {
      makers: mostAlike(words.maker, await listKnown(db, null)).map(recordOf),
      batches: mostAlike(words.batch, codes).map(recordOf),
    },
  };
}

const recordOf = ({ id, name, confirmed }: Pick<Stated, 'id' | 'name' | 'confirmed'>): SubjectRecord => ({
  id,
  name,
  confirmed,
});
