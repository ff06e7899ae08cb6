import type { Named, NamedBatch } from '@vialproof/contract/makers';
import type { Queryable } from '../../platform/postgres/database.ts';
import {
  findAnswer,
  findBatchAt,
  findCompoundAt,
  findMakerAt,
  listCompoundNames,
  listConfirmed,
  listRecordNames,
} from './addresses.store.ts';
import type { MakersContext } from './makers.service.ts';
import { shown, shownBatch } from './subjects.queries.ts';
import { findSpelledCompounds, findStated, type Stated } from './subjects.store.ts';

/** A compound, maker or batch at an address, with its spellings in public tests and the maker's own statement. */
export type Addressed<T extends Named = Named> = {
  record: T;
  spellings: string[];
  answer: { text: string; at: Date } | null;
};

/** The compound at this address. Each public spelling of its name has one. */
export async function compoundAt(
  _ctx: MakersContext,
  slug: string,
  db: Queryable,
): Promise<Addressed | undefined> {
  const folded = await findCompoundAt(db, slug.toLowerCase());
  if (folded === undefined) return undefined;
  const record = shown((await findSpelledCompounds(db, [folded])).get(folded));
  return record ? { record, spellings: await listCompoundNames(db, record.name), answer: null } : undefined;
}

/** The maker at this address. Each public spelling of its name has one. */
export async function makerAt(
  _ctx: MakersContext,
  slug: string,
  db: Queryable,
): Promise<Addressed | undefined> {
  return recordAt(db, await findMakerAt(db, slug.toLowerCase()), shown);
}

/** The batch at this address. Each public spelling of its code has one. */
export async function batchAt(
  _ctx: MakersContext,
  makerSlug: string,
  slug: string,
  db: Queryable,
): Promise<Addressed<NamedBatch> | undefined> {
  return recordAt(db, await findBatchAt(db, makerSlug.toLowerCase(), slug.toLowerCase()), shownBatch);
}

async function recordAt<T extends Named>(
  db: Queryable,
  id: string | undefined,
  show: (stated: Stated | undefined) => T | null,
): Promise<Addressed<T> | undefined> {
  const record = id === undefined ? null : show((await findStated(db, [id])).get(id));
  if (!record) return undefined;
  const answer = (await findAnswer(db, record.id)) ?? null;
  return { record, spellings: await listRecordNames(db, record.id), answer };
}

/** The public names of records by id. Records without a public test are left out. */
export async function namesOf(
  _ctx: MakersContext,
  ids: { makers: string[]; batches: string[]; compounds: string[] },
  db: Queryable,
): Promise<{ makers: Map<string, Named>; batches: Map<string, NamedBatch>; compounds: Map<string, Named> }> {
  const records = await findStated(db, [...ids.makers, ...ids.batches]);
  const compounds = await findSpelledCompounds(db, ids.compounds);
  return {
    makers: present(ids.makers, (id) => shown(records.get(id))),
    batches: present(ids.batches, (id) => shownBatch(records.get(id))),
    compounds: present(ids.compounds, (id) => shown(compounds.get(id))),
  };
}

function present<T>(ids: string[], show: (id: string) => T | null): Map<string, T> {
  return new Map(
    ids.flatMap((id) => {
      const name = show(id);
      return name ? [[id, name] as const] : [];
    }),
  );
}

/** The ids of confirmed records and known compounds. */
export const confirmedIds = (
  _ctx: MakersContext,
  db: Queryable,
): Promise<{ compounds: string[]; makers: string[]; batches: string[] }> => listConfirmed(db);
