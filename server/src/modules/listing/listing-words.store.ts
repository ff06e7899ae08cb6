import type pg from 'pg';
import { containing, gramsOf, type Word } from './search.rules.ts';

/** A phrase that has a word of a search, by the word's place. */
export type PhraseHit = { at: number; id: number };
/** A test whose batch or task number is a word of a search. */
export type CodeHit = { at: number; task: number; subject_id: number; maker_phrase_id: number | null };

/** So many tests are found by one batch or number; where there are more, the answer says so. */
export const COUNTED_CODES = 1000;

const PHRASES = `
  SELECT w.at::integer - 1 AS at, p.id FROM unnest($1::text[]) WITH ORDINALITY AS w (pattern, at)
  JOIN public_test_phrase p ON p.starts LIKE w.pattern AND (p.is_public OR NOT $2::boolean)`;

/**
 * The phrases that have each of these words. There are few phrases: all of them are looked at.
 * @param onlyPublic here and below: private tests are not asked, so that none changes what is answered without them.
 */
export async function findPhrases(pool: pg.Pool, words: Word[], onlyPublic: boolean): Promise<PhraseHit[]> {
  const values = [words.map(({ pattern, isTask }) => (isTask ? null : pattern)), onlyPublic];
  const { rows } = await pool.query<PhraseHit>({ name: 'listing_phrases', text: PHRASES, values });
  return rows;
}

const HIT = 'task_number::integer AS task, k.subject_id, k.maker_phrase_id';
const CODES = `
  SELECT w.at::integer - 1 AS at, ${HIT}
  FROM unnest($1::text[], $2::text[], $3::boolean[]) WITH ORDINALITY AS w (low, high, is_task, at), LATERAL (
    (SELECT task_number, kind_id FROM public_test
    WHERE NOT w.is_task AND batch >= w.low COLLATE "C" AND batch <= w.high COLLATE "C"
    LIMIT ${COUNTED_CODES + 1})
    UNION
    (SELECT task_number, kind_id FROM public_test
    WHERE task_number::text COLLATE "C" >= w.low COLLATE "C" AND task_number::text COLLATE "C" <= w.high COLLATE "C"
      AND (is_public OR NOT $4::boolean)
    LIMIT ${COUNTED_CODES + 1})) t
  JOIN public_test_kind k ON k.id = t.kind_id`;

/** Tests whose batch or task number begins with each of these words, or is the word; up to one more than is counted. */
export async function findCodes(pool: pg.Pool, words: Word[], onlyPublic: boolean): Promise<CodeHit[]> {
  const high = words.map(({ text, isBeginning, isTask }) =>
    isBeginning && !isTask ? `${text}\u{10ffff}` : text,
  );
  const values = [words.map(({ text }) => text), high, words.map(({ isTask }) => isTask), onlyPublic];
  const { rows } = await pool.query<CodeHit>({ name: 'listing_codes', text: CODES, values });
  return rows;
}

/** Tests whose batch and number have the pieces $1, and meet the condition on $2; up to one more than is counted. */
const inside = (condition: string) => `
  SELECT ${HIT} FROM (
    SELECT task_number, kind_id FROM public_test
    WHERE text_grams(codes) @> $1::text[] AND ${condition} AND (is_public OR NOT $3::boolean) LIMIT ${COUNTED_CODES + 1}) t
  JOIN public_test_kind k ON k.id = t.kind_id`;
const INSIDE_CODES = { name: 'listing_inside_codes', text: inside('codes LIKE $2') };
const NUMBERS_IN_BATCHES = { name: 'listing_numbers_in_batches', text: inside('batch ~ $2') };

/** Tests in whose batch or task number a word stands somewhere. */
export async function findInsideCodes(
  pool: pg.Pool,
  at: number,
  { typed }: Word,
  onlyPublic: boolean,
): Promise<CodeHit[]> {
  const values = [gramsOf(typed), containing(typed), onlyPublic];
  const { rows } = await pool.query<Omit<CodeHit, 'at'>>({ ...INSIDE_CODES, values });
  return rows.map((row) => ({ ...row, at }));
}

/** Tests in whose batch a number stands, in a row of digits that it begins, or that it is where only the whole is meant. */
export async function findNumbersInBatches(
  pool: pg.Pool,
  at: number,
  { text, isBeginning }: Word,
  onlyPublic: boolean,
): Promise<CodeHit[]> {
  const values = [gramsOf(text), `(^|[^0-9])${text}${isBeginning ? '' : '($|[^0-9])'}`, onlyPublic];
  const { rows } = await pool.query<Omit<CodeHit, 'at'>>({ ...NUMBERS_IN_BATCHES, values });
  return rows.map((row) => ({ ...row, at }));
}

/** Phrases with a word that these were made from by leaving letters out. */
export async function findNearPhrases(
  pool: pg.Pool,
  shortened: string[],
  onlyPublic: boolean,
): Promise<{ id: number; words: string }[]> {
  const { rows } = await pool.query<{ id: number; words: string }>({
    name: 'listing_near',
    text: `
      SELECT id, words FROM public_test_phrase WHERE near && $1::text[] AND (is_public OR NOT $2::boolean)
      ORDER BY tests DESC, id`,
    values: [shortened, onlyPublic],
  });
  return rows;
}

export type SuggestedRow = { facet: 'compound' | 'maker'; value: string; label: string; count: number };

/** The compounds and makers that have one of these phrases, with all their public tests, those with the most first. */
export async function findNamesOf(pool: pg.Pool, phrases: number[], limit: number): Promise<SuggestedRow[]> {
  const { rows } = await pool.query<SuggestedRow>({
    name: 'listing_names',
    text: `
      WITH named AS MATERIALIZED (
        SELECT compound_id AS id FROM public_test_kind WHERE subject_id = ANY ($1::integer[])
        UNION
        SELECT maker_id FROM public_test_kind WHERE maker_phrase_id = ANY ($1::integer[]))
      SELECT v.facet, v.value, v.label, sum(n.tests)::integer AS count FROM (
        SELECT compound_id AS id, tests FROM public_test_kind
        UNION ALL
        SELECT maker_id, tests FROM public_test_kind) n
      JOIN named USING (id) JOIN public_test_value v USING (id)
      GROUP BY v.id ORDER BY 4 DESC, v.label LIMIT $2`,
    values: [phrases, limit],
  });
  return rows;
}

/** The compounds with the most public tests. */
export async function findMostTested(pool: pg.Pool, limit: number): Promise<SuggestedRow[]> {
  const { rows } = await pool.query<SuggestedRow>({
    name: 'listing_most_tested',
    text: `
      SELECT v.facet, v.value, v.label, c.count FROM (
        SELECT compound_id AS id, sum(tests)::integer AS count FROM public_test_kind
        WHERE compound_id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1) c
      JOIN public_test_value v USING (id) ORDER BY c.count DESC, v.label`,
    values: [limit],
  });
  return rows;
}
