import type { LabMaker, MergedName, NameSpelling } from '@vialproof/contract/makers';
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type BatchRow, batch, type MakerRow, maker } from './makers.tables.ts';

const texts = (values: string[]) => sql`${sql.param(values)}::text[]`;
const ids = (values: string[]) => sql`${sql.param(values)}::uuid[]`;

export async function findMaker(db: Queryable, id: string): Promise<MakerRow | undefined> {
  const [row] = await db.select().from(maker).where(eq(maker.id, id));
  return row;
}

export async function findBatch(db: Queryable, id: string): Promise<BatchRow | undefined> {
  const [row] = await db.select().from(batch).where(eq(batch.id, id));
  return row;
}

export async function updateMaker(tx: Tx, id: string, change: Partial<MakerRow>): Promise<void> {
  await tx.update(maker).set(change).where(eq(maker.id, id));
}

export async function updateBatch(tx: Tx, id: string, change: Partial<BatchRow>): Promise<void> {
  await tx.update(batch).set(change).where(eq(batch.id, id));
}

/** Another current maker of this name, wherever the spelling leads. */
export async function findNamesake(tx: Tx, id: string, folded: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM maker WHERE folded = ${folded} AND id <> ${id} AND merged_into IS NULL LIMIT 1`,
  );
  return rows[0]?.id;
}

const FAMILY = (id: string) => sql`SELECT id FROM maker WHERE current_id = ${id}`;

/** Spellings of a current maker, oldest first. */
export async function listSpellings(db: Queryable, makerId: string): Promise<NameSpelling[]> {
  const { rows } = await db.execute<NameSpelling>(sql`
    SELECT s.folded, s.spelling, s.slug, s.folded = m.folded AS is_name
    FROM maker_spelling s JOIN maker m ON m.id = ${makerId}
    WHERE s.maker_id IN (${FAMILY(makerId)}) ORDER BY s.created_at, s.folded`);
  return rows;
}

/** What was merged into a current maker, with what each went to. */
export async function listMerged(db: Queryable, makerId: string): Promise<MergedName[]> {
  const { rows } = await db.execute<MergedName>(sql`
    SELECT m.id, m.name, into_maker.name AS into FROM maker m JOIN maker into_maker ON into_maker.id = m.merged_into
    WHERE m.current_id = ${makerId} ORDER BY m.created_at, m.id`);
  return rows;
}

const MOST_BATCHES = 500;

export async function listBatches(db: Queryable, makerId: string): Promise<BatchRow[]> {
  return db
    .select()
    .from(batch)
    .where(sql`${batch.makerId} IN (${FAMILY(makerId)}) AND ${batch.mergedInto} IS NULL`)
    .orderBy(sql`${batch.createdAt} DESC, ${batch.id}`)
    .limit(MOST_BATCHES);
}

export async function listBatchSpellings(
  db: Queryable,
  batchIds: string[],
): Promise<(NameSpelling & { batch_id: string })[]> {
  const { rows } = await db.execute<NameSpelling & { batch_id: string }>(sql`
    SELECT c.id AS batch_id, s.folded, s.spelling, s.slug, s.folded = c.folded AS is_name
    FROM batch_spelling s JOIN batch b ON b.id = s.batch_id JOIN batch c ON c.id = b.current_id
    WHERE c.id = ANY(${ids(batchIds)}) ORDER BY s.created_at, s.folded, s.maker_id`);
  return rows;
}

export async function listMergedBatches(
  db: Queryable,
  batchIds: string[],
): Promise<(MergedName & { batch_id: string })[]> {
  const { rows } = await db.execute<MergedName & { batch_id: string }>(sql`
    SELECT b.current_id AS batch_id, b.id, b.code AS name, o.code AS into
    FROM batch b JOIN batch o ON o.id = b.merged_into
    WHERE b.current_id = ANY(${ids(batchIds)}) ORDER BY b.created_at, b.id`);
  return rows;
}

const DESCRIBED = sql`c.id, c.name, c.confirmed_at IS NOT NULL AS confirmed,
  (SELECT s.slug FROM maker_spelling s JOIN maker o ON o.id = s.maker_id
   WHERE o.current_id = c.id AND s.slug IS NOT NULL ORDER BY (s.folded = c.folded) DESC, s.created_at, s.folded LIMIT 1) AS slug,
  (SELECT count(*) FROM maker_spelling s JOIN maker o ON o.id = s.maker_id WHERE o.current_id = c.id)::integer AS spellings,
  (SELECT count(*) FROM batch b JOIN maker o ON o.id = b.maker_id
   WHERE o.current_id = c.id AND b.merged_into IS NULL)::integer AS batches`;

/** Current makers one of whose spellings contains `term` (folded; empty for all), by name. */
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
  const isMeant = sql`c.merged_into IS NULL
    AND (${confirmed ?? null}::boolean IS NULL OR (c.confirmed_at IS NOT NULL) = ${confirmed ?? null}::boolean)
    AND (${term} = '' OR EXISTS (SELECT FROM maker_spelling s JOIN maker o ON o.id = s.maker_id
      WHERE o.current_id = c.id AND s.folded LIKE ${pattern}))`;
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM maker c WHERE ${isMeant}`,
  );
  const { rows } = await db.execute<LabMaker>(sql`
    SELECT ${DESCRIBED} FROM maker c WHERE ${isMeant}
    ORDER BY EXISTS (SELECT FROM maker_spelling s JOIN maker o ON o.id = s.maker_id
      WHERE o.current_id = c.id AND s.folded = ${term}) DESC, c.folded, c.id LIMIT ${limit} OFFSET ${offset}`);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Every spelling with the current maker that it leads to. */
export async function listAllSpellings(
  db: Queryable,
): Promise<{ folded: string; id: string; name: string; confirmed: boolean }[]> {
  const { rows } = await db.execute<{ folded: string; id: string; name: string; confirmed: boolean }>(sql`
    SELECT s.folded, c.id, c.name, c.confirmed_at IS NOT NULL AS confirmed
    FROM maker_spelling s JOIN maker o ON o.id = s.maker_id JOIN maker c ON c.id = o.current_id`);
  return rows;
}

/** Every code below a current maker with the batch that it leads to. */
export async function listBatchCodes(
  db: Queryable,
  makerId: string,
): Promise<{ folded: string; id: string; name: string; confirmed: boolean }[]> {
  const { rows } = await db.execute<{ folded: string; id: string; name: string; confirmed: boolean }>(sql`
    SELECT s.folded, c.id, c.code AS name, c.confirmed_at IS NOT NULL AS confirmed
    FROM batch_spelling s JOIN batch b ON b.id = s.batch_id JOIN batch c ON c.id = b.current_id
    WHERE s.maker_id IN (${FAMILY(makerId)})`);
  return rows;
}

/** Points everything that stands below `id` to `currentId`. */
export async function moveMakers(tx: Tx, id: string, currentId: string): Promise<void> {
  await tx.execute(sql`
    WITH RECURSIVE below AS (
      SELECT id FROM maker WHERE id = ${id} UNION ALL SELECT m.id FROM maker m JOIN below ON m.merged_into = below.id
    ) UPDATE maker SET current_id = ${currentId} WHERE id IN (SELECT id FROM below)`);
}

export async function moveBatches(tx: Tx, id: string, currentId: string): Promise<void> {
  await tx.execute(sql`
    WITH RECURSIVE below AS (
      SELECT id FROM batch WHERE id = ${id} UNION ALL SELECT b.id FROM batch b JOIN below ON b.merged_into = below.id
    ) UPDATE batch SET current_id = ${currentId} WHERE id IN (SELECT id FROM below)`);
}

/** Merged batches of these current makers whose target went to another maker. */
export async function listStrayBatches(tx: Tx, makerIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT b.id FROM batch b JOIN maker m ON m.id = b.maker_id
      JOIN batch o ON o.id = b.merged_into JOIN maker n ON n.id = o.maker_id
    WHERE m.current_id <> n.current_id AND (m.current_id = ANY(${ids(makerIds)}) OR n.current_id = ANY(${ids(makerIds)}))
    ORDER BY b.created_at, b.id`);
  return rows.map(({ id }) => id);
}

/**
 * Two batches of a current maker that are written with one code, or are called so. The one that has an answer or is confirmed is
 * to stay, then the maker's own, then the older one.
 */
export async function findSameCode(
  tx: Tx,
  makerId: string,
): Promise<{ stays: string; goes: string } | undefined> {
  const { rows } = await tx.execute<{ stays: string; goes: string }>(sql`
    WITH written AS (
      SELECT s.folded, b.current_id AS id FROM batch_spelling s JOIN batch b ON b.id = s.batch_id
      WHERE s.maker_id IN (${FAMILY(makerId)})
      UNION
      SELECT folded, id FROM batch WHERE merged_into IS NULL AND maker_id IN (${FAMILY(makerId)})
    ), named AS (
      SELECT w.folded, c.id, c.answer IS NOT NULL AS has_answer, c.confirmed_at IS NOT NULL AS is_confirmed,
        c.maker_id = ${makerId} AS is_own, c.created_at
      FROM written w JOIN batch c ON c.id = w.id
    )
    SELECT x.id AS stays, y.id AS goes FROM named x JOIN named y ON y.folded = x.folded AND y.id <> x.id
    ORDER BY x.folded, x.has_answer DESC, x.is_confirmed DESC, x.is_own DESC, x.created_at, x.id, y.id LIMIT 1`);
  return rows[0];
}

/** Which of these folded spellings are a current maker's; those that the public knows first. */
export async function spellingsAmong(tx: Tx, makerId: string, folded: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ folded: string }>(sql`
    SELECT folded FROM maker_spelling
    WHERE folded = ANY(${texts(folded)}) AND maker_id IN (${FAMILY(makerId)})
    ORDER BY (slug IS NULL), created_at, folded`);
  return rows.map((row) => row.folded);
}

/** These codes of a current batch, with the maker that each was written with; those that the public knows first. */
export async function codesAmong(
  tx: Tx,
  batchId: string,
  folded: string[],
): Promise<{ maker_id: string; folded: string; spelling: string }[]> {
  const { rows } = await tx.execute<{ maker_id: string; folded: string; spelling: string }>(sql`
    SELECT s.maker_id, s.folded, s.spelling FROM batch_spelling s JOIN batch b ON b.id = s.batch_id
    WHERE b.current_id = ${batchId} AND s.folded = ANY(${texts(folded)})
    ORDER BY (s.slug IS NULL), s.created_at, s.folded, s.maker_id`);
  return rows;
}

/** Gives codes that were written with a maker to a batch of it. */
export async function giveCodes(
  tx: Tx,
  { makerId, folded, to }: { makerId: string; folded: string[]; to: string },
): Promise<void> {
  await tx.execute(
    sql`UPDATE batch_spelling SET batch_id = ${to} WHERE maker_id = ${makerId} AND folded = ANY(${texts(folded)})`,
  );
}
