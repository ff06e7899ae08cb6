import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';

/** What the desk chose for a request; null what it left to the customer's words. */
export type Choice = { maker_id: string | null; batch_id: string | null };
/** A record as it stands for a request; `slug` is null while no public test shows it. */
export type Stated = { id: string; name: string; slug: string | null; confirmed: boolean };
export type StatedMaker = Stated & {
  folded: string;
  /** The maker that the spelling was given to, before merges. */
  home_id: string;
  /** Whether the spelling that led here has an address. */
  is_public: boolean;
};
export type StatedCompound = Stated & {
  /** Whether the spelling that led here has an address. */
  is_public: boolean;
};
export type StatedBatch = Stated & {
  folded: string;
  /** The current maker whose batch it is. */
  maker_id: string;
  maker_slug: string | null;
  maker_name: string | null;
  /** Whether the spelling that led here has an address. */
  is_public: boolean;
};

const ids = (values: string[]) => sql`${sql.param(values)}::uuid[]`;
const texts = (values: string[]) => sql`${sql.param(values)}::text[]`;

/** The address of the maker `c`: by its name's spelling, else by the oldest that is public. */
const SLUG_OF_MAKER = sql`(
  SELECT s.slug FROM maker_spelling s JOIN maker o ON o.id = s.maker_id
  WHERE o.current_id = c.id AND s.slug IS NOT NULL
  ORDER BY (s.folded = c.folded) DESC, s.created_at, s.folded LIMIT 1)`;

/** The desk's choices by the requests' ids; a request of which nothing was kept is missing. */
export async function findChoices(db: Queryable, requestIds: string[]): Promise<Map<string, Choice>> {
  const { rows } = await db.execute<Choice & { request_id: string }>(sql`
    SELECT request_id, maker_id, batch_id FROM request_subject WHERE request_id = ANY(${ids(requestIds)})`);
  return new Map(rows.map(({ request_id, ...choice }) => [request_id, choice]));
}

/** The makers of folded spellings, by the spelling. */
export async function findSpelledMakers(db: Queryable, folded: string[]): Promise<Map<string, StatedMaker>> {
  const { rows } = await db.execute<StatedMaker & { spelled: string }>(sql`
    SELECT w.folded AS spelled, w.maker_id AS home_id, w.slug IS NOT NULL AS is_public, c.id, c.name, c.folded, c.confirmed_at IS NOT NULL AS confirmed,
      ${SLUG_OF_MAKER} AS slug
    FROM maker_spelling w JOIN maker m ON m.id = w.maker_id JOIN maker c ON c.id = m.current_id
    WHERE w.folded = ANY(${texts(folded)})`);
  return new Map(rows.map(({ spelled, ...row }) => [spelled, row]));
}

/** The makers that records lead to, by the id asked for. */
export async function findMakers(db: Queryable, makerIds: string[]): Promise<Map<string, StatedMaker>> {
  const { rows } = await db.execute<StatedMaker & { asked: string }>(sql`
    SELECT m.id AS asked, c.id AS home_id, true AS is_public, c.id, c.name, c.folded, c.confirmed_at IS NOT NULL AS confirmed,
      ${SLUG_OF_MAKER} AS slug
    FROM maker m JOIN maker c ON c.id = m.current_id WHERE m.id = ANY(${ids(makerIds)})`);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** The spelling by which a batch is addressed: that of its code, else the oldest that is public. */
const ADDRESS_OF_BATCH = sql`LEFT JOIN LATERAL (
    SELECT s.slug, s.maker_id FROM batch_spelling s JOIN batch o ON o.id = s.batch_id
    WHERE o.current_id = c.id AND s.slug IS NOT NULL
    ORDER BY (s.folded = c.folded AND s.maker_id = c.maker_id) DESC, s.created_at, s.folded, s.maker_id LIMIT 1
  ) address ON true
  LEFT JOIN maker home ON home.id = address.maker_id
  LEFT JOIN maker owner ON owner.id = home.current_id
  LEFT JOIN LATERAL (
    SELECT s.slug FROM maker_spelling s JOIN maker o ON o.id = s.maker_id
    WHERE o.current_id = home.current_id AND s.slug IS NOT NULL
    ORDER BY (s.maker_id = home.id) DESC, (s.folded = home.folded) DESC, s.created_at, s.folded LIMIT 1
  ) under ON true`;
const BATCH = sql`c.id, c.code AS name, c.folded, c.confirmed_at IS NOT NULL AS confirmed, address.slug, under.slug AS maker_slug,
  owner.name AS maker_name, (SELECT current_id FROM maker WHERE id = c.maker_id) AS maker_id`;

/** The batches of folded codes at current makers, in the order asked; undefined where there is none. */
export async function findSpelledBatches(
  db: Queryable,
  asked: { makerId: string; folded: string }[],
): Promise<(StatedBatch | undefined)[]> {
  const { rows } = await db.execute<StatedBatch & { place: number }>(sql`
    SELECT asked.place::integer, hit.is_public, ${BATCH}
    FROM unnest(${ids(asked.map(({ makerId }) => makerId))}, ${texts(asked.map(({ folded }) => folded))})
      WITH ORDINALITY AS asked(maker_id, folded, place)
    JOIN LATERAL (
      SELECT b.current_id, s.slug IS NOT NULL AS is_public FROM maker o JOIN batch_spelling s ON s.maker_id = o.id AND s.folded = asked.folded
        JOIN batch b ON b.id = s.batch_id
      WHERE o.current_id = asked.maker_id ORDER BY (o.id = asked.maker_id) DESC, s.created_at, o.id LIMIT 1
    ) hit ON true
    JOIN batch c ON c.id = hit.current_id ${ADDRESS_OF_BATCH}`);
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return asked.map((_, index) => found.get(index + 1));
}

/** The batches that records lead to, by the id asked for. */
export async function findBatches(db: Queryable, batchIds: string[]): Promise<Map<string, StatedBatch>> {
  const { rows } = await db.execute<StatedBatch & { asked: string }>(sql`
    SELECT b.id AS asked, true AS is_public, ${BATCH}
    FROM batch b JOIN batch c ON c.id = b.current_id ${ADDRESS_OF_BATCH} WHERE b.id = ANY(${ids(batchIds)})`);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** The compounds of folded spellings, by the spelling; the id is the compound's folded name. */
export async function findSpelledCompounds(
  db: Queryable,
  folded: string[],
): Promise<Map<string, StatedCompound>> {
  const { rows } = await db.execute<StatedCompound & { spelled: string }>(sql`
    SELECT w.folded AS spelled, w.slug IS NOT NULL AS is_public, c.folded AS id, c.spelling AS name, c.slug, c.kind <> 'customer' AS confirmed
    FROM compound_spelling w JOIN compound_spelling c ON c.compound = w.compound AND c.spelling = w.compound
    WHERE w.folded = ANY(${texts(folded)})`);
  return new Map(rows.map(({ spelled, ...row }) => [spelled, row]));
}

/** How a compound and a maker are spelled where everybody sees it: by the laboratory's lists or on public tests. */
export async function listSpellings(
  db: Queryable,
  { compoundId, makerId }: { compoundId: string | undefined; makerId: string | undefined },
): Promise<{ compound: string[]; maker: string[] }> {
  const { rows } = await db.execute<{ of: 'compound' | 'maker'; spelling: string }>(sql`
    SELECT 'compound' AS of, w.spelling FROM compound_spelling c JOIN compound_spelling w ON w.compound = c.compound
    WHERE c.folded = ${compoundId ?? null} AND (w.kind <> 'customer' OR w.slug IS NOT NULL)
    UNION ALL
    SELECT 'maker', w.spelling FROM maker o JOIN maker_spelling w ON w.maker_id = o.id
    WHERE o.current_id = ${makerId ?? null}::uuid AND w.slug IS NOT NULL
    ORDER BY 1, 2`);
  const spelled = (which: 'compound' | 'maker') =>
    rows.flatMap((row) => (row.of === which ? [row.spelling] : []));
  return { compound: spelled('compound'), maker: spelled('maker') };
}

export type SubjectId = { kind: 'maker' | 'batch' | 'compound'; id: string };

/** Every id that leads to these current records: of what was merged into them, and each folded spelling of the compound. */
export async function listIdsOf(
  db: Queryable,
  current: { maker: string | null; batch: string | null; compound: string | null },
): Promise<SubjectId[]> {
  const { rows } = await db.execute<SubjectId>(sql`
    SELECT 'maker' AS kind, id::text FROM maker WHERE current_id = ${current.maker}::uuid
    UNION ALL SELECT 'batch', id::text FROM batch WHERE current_id = ${current.batch}::uuid
    UNION ALL SELECT 'compound', s.folded FROM compound_spelling c JOIN compound_spelling s ON s.compound = c.compound
      WHERE c.folded = ${current.compound}::text`);
  return rows;
}

/**
 * Keeps the folded words of requests, by which the requests of a maker are found, and whether everybody may read their results;
 * the desk's choice stays.
 */
export async function saveWords(
  tx: Tx,
  rows: {
    id: string;
    maker: string | null;
    batch: string | null;
    compound: string | null;
    isShown: boolean;
  }[],
): Promise<void> {
  for (const { id, maker, batch, compound, isShown } of rows) {
    await tx.execute(sql`
      INSERT INTO request_subject (request_id, maker_folded, batch_folded, compound_folded, is_shown)
      VALUES (${id}, ${maker}, ${batch}, ${compound}, ${isShown})
      ON CONFLICT (request_id) DO UPDATE SET maker_folded = excluded.maker_folded,
        batch_folded = excluded.batch_folded, compound_folded = excluded.compound_folded, is_shown = excluded.is_shown`);
  }
}

/** Whether everybody may read the results of the next requests, after `after` in the order of their ids, as it is kept. */
export async function listShownAfter(
  db: Queryable,
  after: string,
  limit: number,
): Promise<Map<string, boolean>> {
  const { rows } = await db.execute<{ request_id: string; is_shown: boolean }>(sql`
    SELECT request_id, is_shown FROM request_subject WHERE request_id > ${after} ORDER BY request_id LIMIT ${limit}`);
  return new Map(rows.map(({ request_id, is_shown }) => [request_id, is_shown]));
}

export async function saveChoice(
  tx: Tx,
  requestId: string,
  choice: { makerId: string | null; batchId: string | null; byId: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE request_subject SET maker_id = ${choice.makerId}, batch_id = ${choice.batchId},
      chosen_by = ${choice.byId}, chosen_at = ${choice.at} WHERE request_id = ${requestId}`);
}

/** Ids of requests that are of a current maker, by the desk's choice or by their words, after `after` in their order. */
export async function listRequestsOfMaker(
  db: Queryable,
  makerId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    SELECT request_id FROM (
      SELECT s.request_id FROM request_subject s JOIN maker o ON o.id = s.maker_id WHERE o.current_id = ${makerId}
      UNION
      SELECT s.request_id FROM maker o JOIN maker_spelling w ON w.maker_id = o.id
        JOIN request_subject s ON s.maker_folded = w.folded AND s.maker_id IS NULL WHERE o.current_id = ${makerId}
    ) found WHERE request_id > ${after} ORDER BY request_id LIMIT ${limit}`);
  return rows.map(({ request_id }) => request_id);
}

/** Ids of requests that these folded spellings lead elsewhere: of makers, and of batches below a current maker. */
export async function listRequestsOfNames(
  db: Queryable,
  makerId: string,
  { makers, batches }: { makers: string[]; batches: string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    SELECT request_id FROM request_subject WHERE maker_folded = ANY(${texts(makers)})
    UNION
    SELECT s.request_id FROM maker o JOIN maker_spelling w ON w.maker_id = o.id
      JOIN request_subject s ON s.maker_folded = w.folded AND s.batch_folded = ANY(${texts(batches)})
    WHERE o.current_id = ${makerId}
    UNION
    SELECT s.request_id FROM maker o JOIN request_subject s ON s.maker_id = o.id AND s.batch_folded = ANY(${texts(batches)})
    WHERE o.current_id = ${makerId}
    ORDER BY request_id`);
  return rows.map(({ request_id }) => request_id);
}

/**
 * Ids of requests whose words are a spelling of a compound that has one of these folded spellings; those whose words are one of
 * the `moved` spellings come first.
 */
export async function listRequestsOfCompounds(
  db: Queryable,
  folded: string[],
  moved: string[] = [],
): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    SELECT s.request_id FROM request_subject s
    WHERE s.compound_folded IN (SELECT w.folded FROM compound_spelling a JOIN compound_spelling w ON w.compound = a.compound
      WHERE a.folded = ANY(${texts(folded)}))
    ORDER BY s.compound_folded = ANY(${texts(moved)}) DESC, s.request_id`);
  return rows.map(({ request_id }) => request_id);
}

/** Ids of requests that may be of one of these current batches, by the desk's choice or by their words. */
export async function listRequestsOfBatches(db: Queryable, batchIds: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    WITH code AS (
      SELECT m.id AS maker_id, w.folded FROM batch o JOIN batch_spelling w ON w.batch_id = o.id
        JOIN maker home ON home.id = w.maker_id JOIN maker m ON m.current_id = home.current_id
      WHERE o.current_id = ANY(${ids(batchIds)})
    )
    SELECT s.request_id FROM batch o JOIN request_subject s ON s.batch_id = o.id WHERE o.current_id = ANY(${ids(batchIds)})
    UNION
    SELECT s.request_id FROM code JOIN maker_spelling w ON w.maker_id = code.maker_id
      JOIN request_subject s ON s.maker_folded = w.folded AND s.batch_folded = code.folded
    UNION
    SELECT s.request_id FROM code JOIN request_subject s ON s.maker_id = code.maker_id AND s.batch_folded = code.folded
    ORDER BY request_id`);
  return rows.map(({ request_id }) => request_id);
}

export type LeftCode = { home_id: string; folded: string; spelling: string; slug: string };

/**
 * Codes of public tests of a current maker that have no batch there and an address below another: the one that was its maker
 * until now. `home_id` is the maker that the test's spelling belongs to.
 */
export async function listLeftCodes(
  db: Queryable,
  { makerId, formerId }: { makerId: string; formerId: string },
): Promise<LeftCode[]> {
  const { rows } = await db.execute<LeftCode>(sql`
    WITH written AS (
      SELECT w.maker_id AS home_id, s.is_shown, s.batch_folded AS folded
      FROM maker o JOIN maker_spelling w ON w.maker_id = o.id
        JOIN request_subject s ON s.maker_folded = w.folded AND s.maker_id IS NULL
      WHERE o.current_id = ${makerId}
      UNION ALL
      SELECT o.current_id, s.is_shown, s.batch_folded
      FROM maker o JOIN request_subject s ON s.maker_id = o.id
        LEFT JOIN batch b ON b.id = s.batch_id LEFT JOIN maker m ON m.id = b.maker_id
      WHERE o.current_id = ${makerId} AND m.current_id IS DISTINCT FROM o.current_id
    )
    SELECT DISTINCT ON (x.folded) x.home_id, x.folded, c.spelling, c.slug
    FROM written x JOIN maker f ON f.current_id = ${formerId}
      JOIN batch_spelling c ON c.maker_id = f.id AND c.folded = x.folded AND c.slug IS NOT NULL
    WHERE x.is_shown AND NOT EXISTS (SELECT FROM maker o JOIN batch_spelling b ON b.maker_id = o.id AND b.folded = x.folded
      WHERE o.current_id = ${makerId})
    ORDER BY x.folded, (c.maker_id = ${formerId}) DESC, c.created_at, c.maker_id, x.home_id`);
  return rows;
}
