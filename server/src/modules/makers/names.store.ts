import { fold } from '@vialproof/science/text/fold';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/postgres/database.ts';
import {
  type BatchRow,
  type BatchSpellingRow,
  batch,
  batchSpelling,
  type CompoundSpellingRow,
  compoundSpelling,
  type MakerRow,
  type MakerSpellingRow,
  maker,
  makerSpelling,
  type NewCompoundSpelling,
} from './makers.tables.ts';

export async function findMakerSpelling(tx: Tx, folded: string): Promise<MakerSpellingRow | undefined> {
  const [row] = await tx.select().from(makerSpelling).where(eq(makerSpelling.folded, folded));
  return row;
}

export async function insertMaker(tx: Tx, row: Omit<MakerRow, 'version'>): Promise<void> {
  await tx.insert(maker).values(row);
}

export async function insertMakerSpelling(tx: Tx, row: MakerSpellingRow): Promise<void> {
  await tx.insert(makerSpelling).values(row);
}

export async function updateMakerSpelling(
  tx: Tx,
  folded: string,
  change: Partial<Omit<MakerSpellingRow, 'folded'>>,
): Promise<void> {
  await tx.update(makerSpelling).set(change).where(eq(makerSpelling.folded, folded));
}

/**
 * Names of makers, batches and compounds are changed by one transaction at a time, until it ends: many tests share them, and none of the
 * transactions waits for another that waits for it.
 */
export async function lockNames(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('names of tests'))`);
}

/** The addresses that begin with `slug`. */
export async function takenMakerSlugs(tx: Tx, slug: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ slug: string }>(
    sql`SELECT slug FROM maker_spelling WHERE slug = ${slug} OR slug LIKE ${`${slug}-%`}`,
  );
  return new Set(rows.map((row) => row.slug));
}

export async function findBatchSpelling(
  tx: Tx,
  makerId: string,
  folded: string,
): Promise<BatchSpellingRow | undefined> {
  const { rows } = await tx.execute<{ place: string }>(sql`
    SELECT o.id AS place FROM maker o JOIN batch_spelling s ON s.maker_id = o.id AND s.folded = ${folded}
    WHERE o.current_id = ${makerId} ORDER BY (o.id = ${makerId}) DESC, s.created_at, o.id LIMIT 1`);
  const place = rows[0]?.place;
  if (place === undefined) return undefined;
  const [row] = await tx
    .select()
    .from(batchSpelling)
    .where(and(eq(batchSpelling.makerId, place), eq(batchSpelling.folded, folded)));
  return row;
}

export async function insertBatch(tx: Tx, row: Omit<BatchRow, 'version'>): Promise<void> {
  await tx.insert(batch).values(row);
}

export async function insertBatchSpelling(tx: Tx, row: BatchSpellingRow): Promise<void> {
  await tx.insert(batchSpelling).values(row);
}

export async function updateBatchSpelling(
  tx: Tx,
  { makerId, folded }: Pick<BatchSpellingRow, 'makerId' | 'folded'>,
  change: Partial<Pick<BatchSpellingRow, 'slug' | 'spelling' | 'createdAt'>>,
): Promise<void> {
  await tx
    .update(batchSpelling)
    .set(change)
    .where(and(eq(batchSpelling.makerId, makerId), eq(batchSpelling.folded, folded)));
}

export async function takenBatchSlugs(tx: Tx, makerId: string, slug: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ slug: string }>(
    sql`SELECT slug FROM batch_spelling
        WHERE maker_id = ${makerId} AND (slug = ${slug} OR slug LIKE ${`${slug}-%`})`,
  );
  return new Set(rows.map((row) => row.slug));
}

/** The compound whose spelling has the same letters and digits; one that the laboratory knows comes first. */
export async function findCompoundByLetters(tx: Tx, letters: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ compound: string }>(sql`
    SELECT compound FROM compound_spelling
    WHERE letters = ${letters} AND letters <> '' AND (kind <> 'customer' OR slug IS NOT NULL)
    ORDER BY (kind = 'customer'), created_at, folded LIMIT 1`);
  return rows[0]?.compound;
}

export async function takenCompoundSlugs(tx: Tx, slug: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ slug: string }>(
    sql`SELECT slug FROM compound_spelling WHERE slug = ${slug} OR slug LIKE ${`${slug}-%`}`,
  );
  return new Set(rows.map((row) => row.slug));
}

export async function insertCompoundSpelling(tx: Tx, row: NewCompoundSpelling): Promise<void> {
  await tx.insert(compoundSpelling).values(row);
}

export function listCompoundSpellings(tx: Tx): Promise<CompoundSpellingRow[]> {
  return tx.select().from(compoundSpelling);
}

export async function updateCompoundSpelling(
  tx: Tx,
  folded: string,
  change: Partial<Omit<CompoundSpellingRow, 'folded'>>,
): Promise<void> {
  await tx.update(compoundSpelling).set(change).where(eq(compoundSpelling.folded, folded));
}

/**
 * Gives spellings of customers alone to the known compound with the same letters, but those that an admin took from one;
 * answers which went to another compound, and the folded names of the compounds that they left.
 */
export async function giveToKnownCompounds(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ folded: string; left: string }>(sql`
    UPDATE compound_spelling w SET compound = known.compound
    FROM (SELECT DISTINCT ON (letters) letters, compound FROM compound_spelling
          WHERE kind <> 'customer' AND letters <> '' ORDER BY letters, created_at, folded) known, compound_spelling before
    WHERE before.folded = w.folded AND w.kind = 'customer' AND w.decided_at IS NULL AND w.letters = known.letters
      AND w.compound <> known.compound
    RETURNING w.folded, before.compound AS left`);
  return rows.flatMap(({ folded, left }) => [folded, fold(left)]);
}
