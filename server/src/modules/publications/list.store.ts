import type { ListedTest, TestsSort } from '@vialproof/contract/tests';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';

/** The value of a filter. `id` is null if no test has this value. */
export type Wanted<Id = string> = { id: Id | null };

/** The filters of a list; undefined: no filter. */
export type Narrowing = {
  compound?: Wanted | undefined;
  maker?: Wanted | undefined;
  verdict?: Wanted | undefined;
  year?: Wanted<number> | undefined;
  tested?: Wanted | undefined;
};
/** The patterns of a word. It matches by a name or by a code (batch code or task number). */
export type WordPatterns = { inNames: string[]; inCodes: string[] };
export type ListFilter = {
  onlyPublic: boolean;
  onlySterility: boolean;
  narrowed: Narrowing;
  /** A test must match all these words. Null: no test can match. */
  words: WordPatterns[] | null;
};

export type FacetName = 'compound' | 'maker' | 'verdict' | 'year' | 'tested';
export type FacetCount = { facet: FacetName; id: string; tests: number };
export type ListCounts = { total: number; facets: FacetCount[] };
export type ListedRow = { body: ListedTest; compound_id: string | null; maker_id: string | null };

/** One condition for each pattern, because LIKE ANY would not use the index. */
const likes = (column: SQL, patterns: string[]) => patterns.map((pattern) => sql`${column} LIKE ${pattern}`);

const hasWord = ({ inNames, inCodes }: WordPatterns): SQL =>
  sql`(${sql.join([...likes(sql`words`, inNames), ...likes(sql`codes`, inCodes)], sql` OR `)})`;

const all = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`;

/** The conditions of a filter, without those that the page offers as choices. */
function isFound({ onlyPublic, onlySterility, words }: Omit<ListFilter, 'narrowed'>): SQL {
  return all([
    ...(onlyPublic ? [sql`is_public`] : []),
    ...(onlySterility ? [sql`includes_sterility`] : []),
    ...(words === null ? [sql`false`] : words.map(hasWord)),
  ]);
}

function isNarrowed({ compound, maker, verdict, year, tested }: Narrowing): Record<FacetName, SQL> {
  return {
    compound: compound ? sql`compound_id = ${compound.id}` : sql`true`,
    maker: maker ? sql`maker_id = ${maker.id}::uuid` : sql`true`,
    verdict: verdict ? sql`verdict = ${verdict.id}` : sql`true`,
    year: year ? sql`year = ${year.id}` : sql`true`,
    tested: tested ? sql`tested @> ARRAY[${tested.id}]::text[]` : sql`true`,
  };
}

const fits = (filter: ListFilter): SQL =>
  all([isFound(filter), ...Object.values(isNarrowed(filter.narrowed))]);

const ORDERS: Record<TestsSort, SQL> = {
  published: sql`published_at DESC NULLS LAST, task_number DESC`,
  purity: sql`purity DESC NULLS LAST, task_number DESC`,
  deviation: sql`deviation ASC NULLS LAST, task_number DESC`,
};

/** One page of the tests that match a filter, in this order. */
export async function readPage(
  db: Queryable,
  filter: ListFilter,
  { sort, offset, limit }: { sort: TestsSort; offset: number; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await db.execute<ListedRow>(sql`
    SELECT t.body, t.compound_id, t.maker_id FROM (
      SELECT request_id FROM public_test WHERE ${fits(filter)} ORDER BY ${ORDERS[sort]} OFFSET ${offset} LIMIT ${limit}
    ) page JOIN public_test t USING (request_id) ORDER BY ${ORDERS[sort]}`);
  return rows;
}

/** How many tests match, and how many have each value that a filter offers. */
export async function countList(db: Queryable, filter: ListFilter): Promise<ListCounts> {
  const is = isNarrowed(filter.narrowed);
  const names = Object.keys(is) as FacetName[];
  const misses = names.map((name) => sql`(${is[name]}) IS NOT TRUE AS ${sql.identifier(`no_${name}`)}`);
  const others = (name: FacetName) =>
    all(names.filter((each) => each !== name).map((each) => sql`NOT ${sql.identifier(`no_${each}`)}`));
  const facets = names.map((name) => {
    const [from, id] =
      name === 'tested'
        ? [sql`found, unnest(tested) AS analyte`, sql`analyte`]
        : [sql`found`, sql.identifier(name === 'compound' || name === 'maker' ? `${name}_id` : name)];
    return sql`SELECT ${sql.raw(`'${name}'`)} AS facet, ${id}::text AS id, count(*)::int AS tests FROM ${from}
      WHERE ${id} IS NOT NULL AND ${others(name)} GROUP BY 2`;
  });
  const { rows } = await db.execute<{ facet: FacetName | 'all'; id: string; tests: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT compound_id, maker_id, verdict, year, tested, ${sql.join(misses, sql`, `)} FROM public_test WHERE ${isFound(filter)})
    SELECT 'all' AS facet, '' AS id, count(*)::int AS tests FROM found
    WHERE ${all(names.map((name) => sql`NOT ${sql.identifier(`no_${name}`)}`))}
    UNION ALL ${sql.join(facets, sql` UNION ALL `)}`);
  return {
    total: rows.find(({ facet }) => facet === 'all')?.tests ?? 0,
    facets: rows.flatMap(({ facet, ...count }) => (facet === 'all' ? [] : [{ facet, ...count }])),
  };
}

/** Whether at least `least` tests match. */
export async function hasListed(db: Queryable, filter: ListFilter, least: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM public_test WHERE ${fits(filter)} OFFSET ${least - 1} LIMIT 1`);
  return rows.length > 0;
}

/** For each word, whether any test contains it. */
export async function findKnown(
  db: Queryable,
  words: WordPatterns[],
  onlyPublic: boolean,
): Promise<boolean[]> {
  if (words.length === 0) return [];
  const among = onlyPublic ? sql`is_public AND ` : sql``;
  const known = words.map((word) => sql`EXISTS (SELECT FROM public_test WHERE ${among}${hasWord(word)})`);
  const { rows } = await db.execute<{ known: boolean[] }>(
    sql`SELECT ARRAY[${sql.join(known, sql`, `)}] AS known`,
  );
  return rows[0]?.known ?? [];
}

/** How many public tests these compounds and makers have. */
export async function countNamed(
  db: Queryable,
  { compounds, makers }: { compounds: string[]; makers: string[] },
): Promise<FacetCount[]> {
  const { rows } = await db.execute<FacetCount>(sql`
    SELECT 'compound' AS facet, compound_id AS id, count(*)::int AS tests FROM public_test
    WHERE compound_id = ANY (${sql.param(compounds)}::text[]) GROUP BY 2
    UNION ALL SELECT 'maker', maker_id::text, count(*)::int FROM public_test
    WHERE maker_id = ANY (${sql.param(makers)}::uuid[]) GROUP BY 2`);
  return rows;
}

/** The analytes, each in the spelling that was used first. */
export async function analyteNames(db: Queryable, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    SELECT DISTINCT ON (analyte_key) analyte_key AS key, analyte AS name FROM line_name
    WHERE md5(analyte_key) = ANY (ARRAY(SELECT md5(key) FROM unnest(${sql.param(keys)}::text[]) AS key))
    ORDER BY analyte_key, id`);
  return new Map(rows.map(({ key, name }) => [key, name.trim()]));
}
