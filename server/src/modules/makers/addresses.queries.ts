import type { Named, NamedBatch } from '@vialproof/contract/makers';
import type { Queryable } from '../../platform/postgres/database.ts';
import {
  findAnswer,
  findBatchAt,
  findCompoundAt,
  findMakerAt,
  listBatchNames,
  listCompoundNames,
  listConfirmed,
  listMakerNames,
} from './addresses.store.ts';
import type { MakersContext } from './makers.service.ts';
import { shown, shownBatch } from './subjects.queries.ts';
import { findBatches, findMakers, findSpelledCompounds, findSpelledMakers } from './subjects.store.ts';

/** What stands at an address: the record, how public tests write it, and what its maker says. */
export type Addressed<T extends Named = Named> = {
  record: T;
  spellings: string[];
  answer: { text: string; at: Date } | null;
};

/** The compound at this address, whichever of its spellings has it; in capitals it is the same address. */
export async function compoundAt({ platform }: MakersContext, slug: string): Promise<Addressed | undefined> {
  const db = platform.db.orm;
  const folded = await findCompoundAt(db, slug.toLowerCase());
  if (folded === undefined) return undefined;
  const record = shown((await findSpelledCompounds(db, [folded])).get(folded));
  return record ? { record, spellings: await listCompoundNames(db, record.name), answer: null } : undefined;
}

/** The maker at this address, as `compoundAt`. */
export async function makerAt({ platform }: MakersContext, slug: string): Promise<Addressed | undefined> {
  const db = platform.db.orm;
  const folded = await findMakerAt(db, slug.toLowerCase());
  if (folded === undefined) return undefined;
  const record = shown((await findSpelledMakers(db, [folded])).get(folded));
  if (!record) return undefined;
  const answer = (await findAnswer(db, 'maker', record.id)) ?? null;
  return { record, spellings: await listMakerNames(db, record.id), answer };
}

/** The batch at this address, below whichever spelling of its maker, as `compoundAt`. */
export async function batchAt(
  { platform }: MakersContext,
  makerSlug: string,
  slug: string,
): Promise<Addressed<NamedBatch> | undefined> {
  const db = platform.db.orm;
  const id = await findBatchAt(db, makerSlug.toLowerCase(), slug.toLowerCase());
  if (id === undefined) return undefined;
  const record = shownBatch((await findBatches(db, [id])).get(id));
  if (!record) return undefined;
  const answer = (await findAnswer(db, 'batch', record.id)) ?? null;
  return { record, spellings: await listBatchNames(db, record.id), answer };
}

/** The public names of records by their ids; what no public test shows is missing. */
export async function namesOf(
  { platform }: MakersContext,
  ids: { makers: string[]; batches: string[]; compounds: string[] },
  db: Queryable = platform.db.orm,
): Promise<{ makers: Map<string, Named>; batches: Map<string, NamedBatch>; compounds: Map<string, Named> }> {
  // One after the other, since a transaction asks one thing at a time.
  const found = async <T>(
    find: (db: Queryable, ids: string[]) => Promise<Map<string, T>>,
    asked: string[],
  ) => (asked.length > 0 ? find(db, asked) : new Map<string, T>());
  const makers = await found(findMakers, ids.makers);
  const batches = await found(findBatches, ids.batches);
  const compounds = await found(findSpelledCompounds, ids.compounds);
  const present = <T, U>(rows: Map<string, T>, show: (row: T) => U | null) =>
    new Map(
      [...rows].flatMap(([id, row]) => {
        const name = show(row);
        return name ? [[id, name] as const] : [];
      }),
    );
  return {
    makers: present(makers, shown),
    batches: present(batches, shownBatch),
    compounds: present(compounds, shown),
  };
}

/** The ids of what the desk has confirmed, and of the compounds that the laboratory knows. */
export function confirmedIds({
  platform,
}: MakersContext): Promise<{ compounds: string[]; makers: string[]; batches: string[] }> {
  return listConfirmed(platform.db.orm);
}
