import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/database.ts';
import {
  findCompoundByLetters,
  findCompoundSpelling,
  insertCompoundSpelling,
  takenCompoundSlugs,
  updateCompoundSpelling,
} from '../compounds.store.ts';
import type { MakersContext } from '../makers.service.ts';
import type { RecordRow } from '../makers.tables.ts';
import { freeSlug, lettersOf, slugOf } from '../names.rules.ts';
import { findAlias, insertAlias, insertRecord, takenSlugs, updateAlias } from '../records.store.ts';

/**
 * Gives the spelling of a compound in a public test its address. An unknown spelling joins a compound with the same
 * letters, otherwise it becomes a new one. Returns whether it is new.
 */
export async function showCompound(
  { platform }: MakersContext,
  tx: Tx,
  { folded, as }: { folded: string; as: string },
): Promise<boolean> {
  const known = await findCompoundSpelling(tx, folded);
  if (known?.slug) return false;
  const spelling = known && known.kind !== 'customer' ? known.spelling : as;
  const slug = freeSlug(folded, spelling, await takenCompoundSlugs(tx, slugOf(folded)));
  const row = { spelling, slug, createdAt: platform.clock.now() };
  if (known) {
    await updateCompoundSpelling(tx, folded, known.kind === 'customer' ? { ...row, compound: as } : row);
    return true;
  }
  const letters = lettersOf(folded);
  const compound = (await findCompoundByLetters(tx, letters)) ?? as;
  await insertCompoundSpelling(tx, { ...row, folded, letters, compound, kind: 'customer' });
  return true;
}

type Given = { name: string; folded: string; confirmedBy?: string | null };

/** Adds a maker or a batch without a spelling. */
export function addBareRecord(
  { platform }: MakersContext,
  tx: Tx,
  { name, folded, confirmedBy = null }: Given,
  makerId?: string,
): Promise<RecordRow> {
  const id = randomUUID();
  const now = platform.clock.now();
  return insertRecord(tx, {
    id,
    kind: makerId === undefined ? 'maker' : 'batch',
    makerId: makerId ?? id,
    name,
    folded,
    confirmedAt: confirmedBy ? now : null,
    confirmedBy,
    currentId: id,
    createdAt: now,
  });
}

/** Adds a maker or a batch with its first spelling. */
export async function addRecord(
  ctx: MakersContext,
  tx: Tx,
  given: Given,
  makerId?: string,
): Promise<RecordRow> {
  const record = await addBareRecord(ctx, tx, given, makerId);
  await addAlias(ctx, tx, record, { folded: given.folded, spelling: given.name });
  return record;
}

/** Adds a spelling without an address. */
export function addAlias(
  { platform }: MakersContext,
  tx: Tx,
  { id, kind, makerId }: RecordRow,
  words: { folded: string; spelling: string },
): Promise<void> {
  return insertAlias(tx, { ...words, kind, makerId, recordId: id, createdAt: platform.clock.now() });
}

/**
 * Gives a spelling or a batch code its permanent address. Returns whether it is new. What private tests said about it
 * is deleted.
 * @param shown `as`: how the public test writes it. `wanted`: the address to use if it is free.
 */
export async function showAlias(
  { platform }: MakersContext,
  tx: Tx,
  below: string | null,
  { folded, as, wanted }: { folded: string; as?: string | undefined; wanted?: string },
): Promise<boolean> {
  const known = await findAlias(tx, below, folded);
  if (!known || known.slug) return false;
  const spelling = as ?? known.spelling;
  const name = wanted ?? folded;
  const slug = freeSlug(name, wanted ?? spelling, await takenSlugs(tx, known, slugOf(name)));
  await updateAlias(tx, known.id, { slug, spelling, createdAt: platform.clock.now() });
  return true;
}
