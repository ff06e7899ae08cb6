import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';

/** All names in which a search looks. */
const NAMES = sql`
  SELECT 'compound' AS kind, head.folded AS id, w.folded AS name
  FROM compound_spelling w JOIN compound_spelling head ON head.compound = w.compound AND head.spelling = w.compound
  WHERE w.kind <> 'customer' OR w.slug IS NOT NULL
  UNION ALL SELECT 'maker', record_id::text, folded FROM record_alias WHERE kind = 'maker' AND slug IS NOT NULL`;

/** How similar (pg_trgm) a word must be to be what the reader meant. */
const LEAST_ALIKE = 0.25;
const SHORTEST_ALIKE = 3;
const MOST_ALIKE = 50;
/** How similar a name must be to be suggested. */
const LEAST_SUGGESTED = 0.5;

/** Words that are similar to a typed word, the most similar first. */
export async function listWordsLike(db: Queryable, word: string, others: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM (
      SELECT DISTINCT regexp_replace(part, '[^[:alnum:]]', '', 'g') AS word
      FROM (SELECT name FROM (${NAMES}) named UNION ALL SELECT unnest(${sql.param(others)}::text[])) all_names,
        regexp_split_to_table(name, '\\s+') AS part) words
    WHERE length(word) >= ${SHORTEST_ALIKE} AND similarity(word, ${word}) >= ${LEAST_ALIKE} ORDER BY similarity(word, ${word}) DESC, word LIMIT ${MOST_ALIKE}`);
  return rows.map((row) => row.word);
}

/** Compounds and makers with names that contain one of these words or a similar one. */
export async function listNamesLike(
  db: Queryable,
  words: string[],
): Promise<{ compounds: string[]; makers: string[] }> {
  const { rows } = await db.execute<{ kind: 'compound' | 'maker'; id: string }>(sql`
    SELECT DISTINCT kind, id FROM (${NAMES}) named, unnest(${sql.param(words)}::text[]) AS word
    WHERE word_similarity(word, name) >= ${LEAST_SUGGESTED}`);
  const idsOf = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  return { compounds: idsOf('compound'), makers: idsOf('maker') };
}
