import type { LabMaker, MergedName, NameSpelling } from '@vialproof/contract/makers';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { namedRecord, type RecordRow } from './makers.tables.ts';
import { uuids } from './records.store.ts';
import { ADDRESS_ORDER } from './subjects.store.ts';

/** Rows for an admin's page, each with the id of its maker or batch. */
type Of<T> = T & { record_id: string };

/** All spellings of these records, oldest first. */
export async function listAliases(db: Queryable, recordIds: string[]): Promise<Of<NameSpelling>[]> {
  const { rows } = await db.execute<Of<NameSpelling>>(sql`
    SELECT s.record_id, s.folded, s.spelling, s.slug, s.folded = c.folded AS is_name
    FROM record_alias s JOIN named_record c ON c.id = s.record_id
    WHERE c.id = ANY(${uuids(recordIds)}) ORDER BY s.created_at, s.folded, s.maker_id`);
  return rows;
}

/** The records that were merged into these, each with the record it belongs to now. */
export async function listMerged(db: Queryable, recordIds: string[]): Promise<Of<MergedName>[]> {
  const { rows } = await db.execute<Of<MergedName>>(sql`
    SELECT r.current_id AS record_id, r.id, r.name, o.name AS into FROM named_record r JOIN named_record o ON o.id = r.merged_into
    WHERE r.current_id = ANY(${uuids(recordIds)}) ORDER BY r.created_at, r.id`);
  return rows;
}

const MOST_BATCHES = 500;

/** The batches of this maker. Merged ones are left out. */
const batchesOf = (makerId: SQL) => sql`${namedRecord.kind} = 'batch' AND ${namedRecord.mergedInto} IS NULL
  AND ${namedRecord.makerId} IN (SELECT o.id FROM named_record o WHERE o.current_id = ${makerId})`;

export function listBatches(db: Queryable, makerId: string): Promise<RecordRow[]> {
  return db
    .select()
    .from(namedRecord)
    .where(batchesOf(sql`${makerId}`))
    .orderBy(sql`${namedRecord.createdAt} DESC, ${namedRecord.id}`)
    .limit(MOST_BATCHES);
}

const DESCRIBED = sql`c.id, c.name, c.confirmed_at IS NOT NULL AS confirmed,
  (SELECT s.slug FROM record_alias s WHERE s.record_id = c.id AND s.slug IS NOT NULL
   ORDER BY ${ADDRESS_ORDER} LIMIT 1) AS slug,
  (SELECT count(*) FROM record_alias s WHERE s.record_id = c.id)::integer AS spellings,
  (SELECT count(*) FROM named_record WHERE ${batchesOf(sql`c.id`)})::integer AS batches`;

/** Makers with a spelling that contains `term` (in the form for comparison). */
export async function searchMakers(
  db: Queryable,
  {
    term,
    confirmed,
    offset,
    limit,
  }: { term: string; confirmed: boolean | undefined; offset: number; limit: number },
): Promise<{ rows: LabMaker[]; total: number }> {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  const isSpelled = (condition: SQL) =>
    sql`EXISTS (SELECT FROM record_alias s WHERE s.record_id = c.id AND s.folded ${condition})`;
  const isMeant = sql`c.kind = 'maker' AND c.merged_into IS NULL
    AND (${confirmed ?? null}::boolean IS NULL OR (c.confirmed_at IS NOT NULL) = ${confirmed ?? null}::boolean)
    AND (${term} = '' OR ${isSpelled(sql`LIKE ${pattern}`)})`;
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM named_record c WHERE ${isMeant}`,
  );
  const { rows } = await db.execute<LabMaker>(sql`
    SELECT ${DESCRIBED} FROM named_record c WHERE ${isMeant}
    ORDER BY ${isSpelled(sql`= ${term}`)} DESC, c.folded, c.id LIMIT ${limit} OFFSET ${offset}`);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

type Known = { folded: string; id: string; name: string; confirmed: boolean };

/** Every spelling of a maker, or every code of a maker's batches, with its record. */
export async function listKnown(db: Queryable, below: string | null): Promise<Known[]> {
  const isMeant =
    below === null
      ? sql`s.kind = 'maker'`
      : sql`s.kind = 'batch' AND s.maker_id IN (SELECT id FROM named_record WHERE current_id = ${below})`;
  const { rows } = await db.execute<Known>(sql`
    SELECT s.folded, c.id, c.name, c.confirmed_at IS NOT NULL AS confirmed
    FROM record_alias s JOIN named_record c ON c.id = s.record_id WHERE ${isMeant}`);
  return rows;
}
