import type { CompoundName, LabCompound } from '@vialproof/contract/compound-names';
import { fold } from '@vialproof/science/text/fold';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type CompoundSpellingRow, compoundSpelling, type NewCompoundSpelling } from './makers.tables.ts';

export async function findCompoundSpelling(
  db: Queryable,
  folded: string,
): Promise<CompoundSpellingRow | undefined> {
  const [row] = await db.select().from(compoundSpelling).where(eq(compoundSpelling.folded, folded));
  return row;
}

/** The compound of this spelling. */
export async function findCompound(db: Queryable, id: string): Promise<CompoundSpellingRow | undefined> {
  const [row] = await db.select().from(compoundSpelling).where(eq(compoundSpelling.id, id));
  if (!row) return undefined;
  const isName = and(
    eq(compoundSpelling.compound, row.compound),
    eq(compoundSpelling.spelling, row.compound),
  );
  const [name] = await db.select().from(compoundSpelling).where(isName);
  return name;
}

/** Known names that equal this spelling or have the same letters. */
export async function listKnownAlike(
  tx: Tx,
  { folded, letters }: { folded: string; letters: string },
): Promise<{ folded: string; compound: string }[]> {
  const { rows } = await tx.execute<{ folded: string; compound: string }>(sql`
    SELECT folded, compound FROM compound_spelling
    WHERE kind <> 'customer' AND (folded = ${folded} OR (letters = ${letters} AND letters <> '')) ORDER BY folded`);
  return rows;
}

/** Whether a compound has synonyms or brands. */
export async function hasOtherNames(tx: Tx, compound: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM compound_spelling WHERE compound = ${compound} AND kind IN ('synonym', 'brand') LIMIT 1`);
  return rows.length > 0;
}

/** Whether a public test writes its compound in this way. */
export async function isShownByTests(tx: Tx, folded: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM request_subject WHERE compound_folded = ${folded} AND is_shown LIMIT 1`);
  return rows.length > 0;
}

/**
 * When a spelling is removed from a compound, customers' spellings with the same letters are removed too. Returns
 * these.
 */
export async function partFollowers(
  tx: Tx,
  taken: { folded: string; letters: string; from: string; to: string | null },
): Promise<string[]> {
  const { folded, letters, from, to } = taken;
  const { rows } = await tx.execute<{ folded: string }>(sql`
    WITH follower AS (
      SELECT w.folded, w.spelling, w.created_at FROM compound_spelling w
      WHERE w.letters = ${letters} AND w.letters <> '' AND w.folded <> ${folded} AND w.compound = ${from}
        AND w.kind = 'customer' AND w.decided_at IS NULL
        AND NOT EXISTS (SELECT FROM compound_spelling k WHERE k.letters = w.letters AND k.kind <> 'customer')
    )
    UPDATE compound_spelling w SET compound = coalesce(${to}::text,
      (SELECT spelling FROM follower ORDER BY created_at, folded LIMIT 1))
    FROM follower WHERE w.folded = follower.folded RETURNING w.folded`);
  return rows.map((row) => row.folded);
}

/** Whether a spelling is listed. A removed one without public tests is not. */
const IS_LISTED = sql`(w.kind <> 'customer' OR w.slug IS NOT NULL)`;
/** The count stops at this number, because a compound may have very many tests. */
const MOST_COUNTED = 1000;
/** The number of published tests of these spellings. */
const testsWhere = (condition: SQL) => sql`(SELECT count(*)::integer FROM (
  SELECT FROM compound_spelling n JOIN request_subject s ON s.compound_folded = n.folded AND s.is_shown
  WHERE ${condition} LIMIT ${MOST_COUNTED + 1}) counted)`;

export type CompoundSearch = {
  /** The letters and digits to search for; empty for all. */
  term: string;
  letters: string;
  known: boolean | undefined;
  offset: number;
  limit: number;
};

/** Compounds with a spelling that contains these letters, with any hyphens. */
export async function searchCompounds(
  db: Queryable,
  { term, letters, known, offset, limit }: CompoundSearch,
): Promise<{ rows: LabCompound[]; total: number }> {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  const isMeant = sql`c.spelling = c.compound AND (c.kind <> 'customer' OR c.slug IS NOT NULL)
    AND (${known ?? null}::boolean IS NULL OR (c.kind <> 'customer') = ${known ?? null}::boolean)
    AND (${term} = '' OR EXISTS (SELECT FROM compound_spelling w WHERE w.compound = c.compound AND ${IS_LISTED}
      AND (w.folded LIKE ${pattern} OR (${letters} <> '' AND position(${letters} IN w.letters) > 0))))`;
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM compound_spelling c WHERE ${isMeant}`,
  );
  const { rows } = await db.execute<LabCompound>(sql`
    SELECT c.id, c.compound AS name, c.slug, c.kind <> 'customer' AS known, names.*,
      ${testsWhere(sql`n.compound = c.compound`)} AS tests
    FROM (SELECT * FROM compound_spelling c WHERE ${isMeant} ORDER BY c.folded LIMIT ${limit} OFFSET ${offset}) c
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE w.kind = 'synonym')::integer AS synonyms,
        count(*) FILTER (WHERE w.kind = 'brand')::integer AS brands,
        count(*) FILTER (WHERE w.kind = 'customer')::integer AS written
      FROM compound_spelling w WHERE w.compound = c.compound AND ${IS_LISTED}) names
    ORDER BY c.folded`);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const MOST_NAMES = 500;

/** All names of a compound: its own, synonyms, brands, and customers' spellings. */
export async function listNames(
  db: Queryable,
  compound: string,
): Promise<(Omit<CompoundName, 'decided_at'> & { decided_ms: number | null })[]> {
  const { rows } = await db.execute<Omit<CompoundName, 'decided_at'> & { decided_ms: number | null }>(sql`
    SELECT w.folded, w.spelling, w.slug, w.kind,
      floor(extract(epoch FROM w.decided_at) * 1000)::float8 AS decided_ms,
      ${testsWhere(sql`n.folded = w.folded`)} AS tests
    FROM compound_spelling w WHERE w.compound = ${compound} AND ${IS_LISTED}
    ORDER BY array_position(ARRAY['name', 'synonym', 'brand', 'customer'], w.kind), w.spelling <> w.compound, w.folded
    LIMIT ${MOST_NAMES}`);
  return rows;
}

/** The compound with these letters and digits. A known one comes first. */
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
 * Gives customers' spellings to the known compound with the same letters. Those that an admin removed stay. Returns
 * what was moved.
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
