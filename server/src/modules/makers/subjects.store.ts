import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { uuids } from './records.store.ts';

/** What staff chose for a request. Null where the customer's words decide. */
export type Choice = { maker_id: string | null; batch_id: string | null };
/** The compound that a customer wrote. */
export type StatedCompound = {
  id: string;
  name: string;
  /** Null before a public test shows it. */
  slug: string | null;
  confirmed: boolean;
  /** Whether this spelling has an address. */
  is_public: boolean;
};
/** The maker or the batch that a customer wrote. */
export type Stated = StatedCompound & {
  folded: string;
  /** The maker to which this spelling belongs. */
  home_id: string;
  /** The maker of a batch; for a maker, itself. */
  maker_id: string;
  maker_slug: string | null;
  maker_name: string;
};
const texts = (values: string[]) => sql`${sql.param(values)}::text[]`;

/** What staff chose for these requests. Requests without names are left out. */
export async function findChoices(db: Queryable, requestIds: string[]): Promise<Map<string, Choice>> {
  const { rows } = await db.execute<Choice & { request_id: string }>(sql`
    SELECT request_id, maker_id, batch_id FROM request_subject WHERE request_id = ANY(${uuids(requestIds)})`);
  return new Map(rows.map(({ request_id, ...choice }) => [request_id, choice]));
}

/** Which spelling gives a record its address: the one of its name, otherwise the oldest. */
export const ADDRESS_ORDER = sql`(s.folded = c.folded AND (s.kind = 'maker' OR s.maker_id = c.maker_id)) DESC,
  s.created_at, s.folded, s.maker_id`;

/** The columns of a record, with its public spelling. */
const STATED = sql`c.id, c.name, c.folded, c.confirmed_at IS NOT NULL AS confirmed, address.slug,
  owner.id AS maker_id, owner.name AS maker_name, under.slug AS maker_slug`;
const ADDRESS = sql`JOIN named_record own ON own.id = c.maker_id JOIN named_record owner ON owner.id = own.current_id
  LEFT JOIN LATERAL (
    SELECT s.slug, s.maker_id FROM record_alias s WHERE s.record_id = c.id AND s.slug IS NOT NULL
    ORDER BY ${ADDRESS_ORDER} LIMIT 1
  ) address ON true
  LEFT JOIN LATERAL (
    SELECT s.slug FROM named_record home JOIN record_alias s ON s.record_id = owner.id AND s.slug IS NOT NULL
    WHERE home.id = address.maker_id
    ORDER BY s.maker_id = home.id DESC, s.folded = home.folded DESC, s.created_at, s.folded LIMIT 1
  ) under ON true`;

/** Spellings of makers, or batch codes of the maker `below`, in the form for comparison. */
export type Spelled = { below: string | null; folded: string };

/** The record of each spelling. Undefined for an unknown one. */
export async function findSpelled(db: Queryable, asked: Spelled[]): Promise<(Stated | undefined)[]> {
  const { rows } = await db.execute<Stated & { place: number }>(sql`
    SELECT asked.place::integer, hit.maker_id AS home_id, hit.slug IS NOT NULL AS is_public, ${STATED}
    FROM unnest(${uuids(asked.map(({ below }) => below))}, ${texts(asked.map(({ folded }) => folded))})
      WITH ORDINALITY AS asked(below, folded, place)
    JOIN LATERAL (
      SELECT s.record_id, s.maker_id, s.slug FROM record_alias s
      WHERE asked.below IS NULL AND s.kind = 'maker' AND s.folded = asked.folded
      UNION ALL
      (SELECT s.record_id, s.maker_id, s.slug FROM named_record o
        JOIN record_alias s ON s.maker_id = o.id AND s.kind = 'batch' AND s.folded = asked.folded
      WHERE o.current_id = asked.below ORDER BY o.id = asked.below DESC, s.created_at, o.id LIMIT 1)
    ) hit ON true
    JOIN named_record c ON c.id = hit.record_id ${ADDRESS}`);
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return asked.map((_, index) => found.get(index + 1));
}

/** The records of these ids. */
export async function findStated(db: Queryable, recordIds: string[]): Promise<Map<string, Stated>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await db.execute<Stated & { asked: string }>(sql`
    SELECT r.id AS asked, c.maker_id AS home_id, true AS is_public, ${STATED}
    FROM named_record r JOIN named_record c ON c.id = r.current_id ${ADDRESS} WHERE r.id = ANY(${uuids(recordIds)})`);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** The compounds of these spellings. A compound's id is its name in the form for comparison. */
export async function findSpelledCompounds(
  db: Queryable,
  folded: string[],
): Promise<Map<string, StatedCompound>> {
  if (folded.length === 0) return new Map();
  const { rows } = await db.execute<StatedCompound & { spelled: string }>(sql`
    SELECT w.folded AS spelled, w.slug IS NOT NULL AS is_public, c.folded AS id, c.spelling AS name, c.slug, c.kind <> 'customer' AS confirmed
    FROM compound_spelling w JOIN compound_spelling c ON c.compound = w.compound AND c.spelling = w.compound
    WHERE w.folded = ANY(${texts(folded)})`);
  return new Map(rows.map(({ spelled, ...row }) => [spelled, row]));
}

/** The public spellings of a compound and a maker. */
export async function listSpellings(
  db: Queryable,
  { compoundId, makerId }: { compoundId: string | undefined; makerId: string | undefined },
): Promise<{ compound: string[]; maker: string[] }> {
  const { rows } = await db.execute<{ of: 'compound' | 'maker'; spelling: string }>(sql`
    SELECT 'compound' AS of, w.spelling FROM compound_spelling c JOIN compound_spelling w ON w.compound = c.compound
    WHERE c.folded = ${compoundId ?? null} AND (w.kind <> 'customer' OR w.slug IS NOT NULL)
    UNION ALL
    SELECT 'maker', spelling FROM record_alias WHERE record_id = ${makerId ?? null}::uuid AND slug IS NOT NULL
    ORDER BY 1, 2`);
  const spelled = (which: 'compound' | 'maker') =>
    rows.flatMap((row) => (row.of === which ? [row.spelling] : []));
  return { compound: spelled('compound'), maker: spelled('maker') };
}

export type SubjectId = { kind: 'maker' | 'batch' | 'compound'; id: string };

/** Every id and spelling that means one of these records. */
export async function listIdsOf(
  db: Queryable,
  current: { maker: string | null; batch: string | null; compound: string | null },
): Promise<SubjectId[]> {
  const { rows } = await db.execute<SubjectId>(sql`
    SELECT kind, id::text FROM named_record WHERE current_id IN (${current.maker}::uuid, ${current.batch}::uuid)
    UNION ALL SELECT 'compound', s.folded FROM compound_spelling c JOIN compound_spelling s ON s.compound = c.compound
      WHERE c.folded = ${current.compound}::text`);
  return rows;
}

/** Stores the names that customers wrote, and whether their results are public. What staff chose stays. */
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

/** A page of the requests with public results after the id `after`. */
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

/** The rows of this maker, because staff chose it or the customer wrote it. */
const ofMaker = (id: SQL) => sql`(
  SELECT s.* FROM record_alias w JOIN request_subject s ON s.maker_folded = w.folded AND s.maker_id IS NULL WHERE w.record_id = ${id}
  UNION ALL
  SELECT s.* FROM named_record o JOIN request_subject s ON s.maker_id = o.id WHERE o.current_id = ${id})`;

async function listRequests(db: Queryable, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`${query} ORDER BY request_id`);
  return rows.map(({ request_id }) => request_id);
}

/** The requests of makers. Private ones are included, so the caller must check before showing them. */
export const listRequestsOfMakers = (db: Queryable, makerIds: string[]): Promise<string[]> =>
  listRequests(
    db,
    sql`SELECT DISTINCT s.request_id FROM unnest(${uuids(makerIds)}) AS m(id) CROSS JOIN LATERAL ${ofMaker(sql`m.id`)} s`,
  );

/** The requests whose spellings now mean another record. */
export const listRequestsOfNames = (
  db: Queryable,
  makerId: string,
  { maker, batch }: { maker: string[]; batch: string[] },
): Promise<string[]> =>
  listRequests(
    db,
    sql`SELECT request_id FROM request_subject WHERE maker_folded = ANY(${texts(maker)})
    UNION SELECT s.request_id FROM ${ofMaker(sql`${makerId}::uuid`)} s WHERE s.batch_folded = ANY(${texts(batch)})`,
  );

/** The requests that may belong to one of these batches. */
export const listRequestsOfBatches = (db: Queryable, batchIds: string[]): Promise<string[]> =>
  listRequests(
    db,
    sql`SELECT s.request_id FROM named_record o JOIN request_subject s ON s.batch_id = o.id WHERE o.current_id = ANY(${uuids(batchIds)})
    UNION SELECT s.request_id FROM record_alias c JOIN named_record m ON m.id = c.maker_id
      CROSS JOIN LATERAL ${ofMaker(sql`m.current_id`)} s
    WHERE c.record_id = ANY(${uuids(batchIds)}) AND s.batch_folded = c.folded`,
  );

/** The requests whose compound has one of these spellings. Those of `moved` come first. */
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

export type LeftCode = { folded: string; spelling: string; slug: string };

/**
 * Batch codes in public tests of a maker for which it has no batch yet. They still have an address below another maker.
 */
export async function listLeftCodes(
  db: Queryable,
  { makerId, formerId }: { makerId: string; formerId: string },
): Promise<LeftCode[]> {
  const { rows } = await db.execute<LeftCode>(sql`
    SELECT DISTINCT ON (s.batch_folded) c.folded, c.spelling, c.slug
    FROM ${ofMaker(sql`${makerId}::uuid`)} s JOIN named_record f ON f.current_id = ${formerId}
      JOIN record_alias c ON c.maker_id = f.id AND c.kind = 'batch' AND c.folded = s.batch_folded AND c.slug IS NOT NULL
    WHERE s.is_shown AND NOT EXISTS (SELECT FROM named_record o
      JOIN record_alias b ON b.maker_id = o.id AND b.kind = 'batch' AND b.folded = s.batch_folded WHERE o.current_id = ${makerId})
      AND NOT EXISTS (SELECT FROM named_record x JOIN named_record h ON h.id = x.maker_id
        WHERE x.id = s.batch_id AND h.current_id = ${makerId})
    ORDER BY s.batch_folded, c.maker_id = ${formerId} DESC, c.created_at, c.maker_id`);
  return rows;
}
