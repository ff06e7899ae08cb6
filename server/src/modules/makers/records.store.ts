import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type AliasRow,
  type NewAlias,
  type NewRecord,
  namedRecord,
  type RecordRow,
  recordAlias,
} from './makers.tables.ts';

export const uuids = (values: (string | null)[]) => sql`${sql.param(values)}::uuid[]`;

/**
 * Locks all names until the transaction ends. Only one transaction at a time changes names, because many tests share
 * them.
 */
export async function lockNames(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('names of tests'))`);
}

export async function findRecord(db: Queryable, id: string): Promise<RecordRow | undefined> {
  const [row] = await db.select().from(namedRecord).where(eq(namedRecord.id, id));
  return row;
}

/** The record with this id, or the one into which it was merged. */
export async function findCurrent(db: Queryable, id: string): Promise<RecordRow | undefined> {
  const row = await findRecord(db, id);
  return row?.mergedInto ? findRecord(db, row.currentId) : row;
}

/** The maker of a batch; for a maker, itself. */
export async function selectMakerOf(
  db: Queryable,
  { makerId }: Pick<RecordRow, 'makerId'>,
): Promise<RecordRow> {
  const maker = await findCurrent(db, makerId);
  if (!maker) throw new Error(`there is no maker ${makerId}`);
  return maker;
}

export async function insertRecord(tx: Tx, row: NewRecord): Promise<RecordRow> {
  const [inserted] = await tx.insert(namedRecord).values(row).returning();
  if (!inserted) throw new Error('nothing was inserted');
  return inserted;
}

export async function updateRecord(tx: Tx, id: string, change: Partial<RecordRow>): Promise<void> {
  await tx.update(namedRecord).set(change).where(eq(namedRecord.id, id));
}

/** The id of another maker with the same name. */
export async function findNamesake(tx: Tx, id: string, folded: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM named_record
    WHERE kind = 'maker' AND folded = ${folded} AND id <> ${id} AND merged_into IS NULL LIMIT 1`);
  return rows[0]?.id;
}

/** The spelling (alias) of a maker, or of a code of the maker `below`. */
export async function findAlias(tx: Tx, below: string | null, folded: string): Promise<AliasRow | undefined> {
  const isMeant =
    below === null
      ? eq(recordAlias.kind, 'maker')
      : and(eq(recordAlias.kind, 'batch'), eq(namedRecord.currentId, below));
  const [row] = await tx
    .select(getTableColumns(recordAlias))
    .from(recordAlias)
    .innerJoin(namedRecord, eq(namedRecord.id, recordAlias.makerId))
    .where(and(eq(recordAlias.folded, folded), isMeant))
    .orderBy(sql`${recordAlias.makerId} = ${below} DESC, ${recordAlias.createdAt}, ${recordAlias.makerId}`)
    .limit(1);
  return row;
}

/** The given spellings of a record, public ones first. */
export function listAliasesAmong(tx: Tx, recordId: string, folded: string[]): Promise<AliasRow[]> {
  return tx
    .select()
    .from(recordAlias)
    .where(and(eq(recordAlias.recordId, recordId), inArray(recordAlias.folded, folded)))
    .orderBy(
      sql`${recordAlias.slug} IS NULL, ${recordAlias.createdAt}, ${recordAlias.folded}, ${recordAlias.makerId}`,
    );
}

export async function insertAlias(tx: Tx, row: NewAlias): Promise<void> {
  await tx.insert(recordAlias).values(row);
}

export async function updateAlias(tx: Tx, id: string, change: Partial<AliasRow>): Promise<void> {
  await tx.update(recordAlias).set(change).where(eq(recordAlias.id, id));
}

/** Moves a spelling to another maker permanently. */
export async function giveAlias(tx: Tx, id: string, makerId: string): Promise<void> {
  await updateAlias(tx, id, { makerId, recordId: makerId });
  await tx.execute(sql`
    UPDATE named_record SET moved_aliases = array_remove(moved_aliases, ${id}::uuid) WHERE ${id}::uuid = ANY(moved_aliases)`);
}

/** The used addresses that begin with `slug`. */
export async function takenSlugs(tx: Tx, { kind, makerId }: AliasRow, slug: string): Promise<Set<string>> {
  const where: SQL = kind === 'maker' ? sql`kind = 'maker'` : sql`kind = 'batch' AND maker_id = ${makerId}`;
  const { rows } = await tx.execute<{ slug: string }>(
    sql`SELECT slug FROM record_alias WHERE ${where} AND (slug = ${slug} OR slug LIKE ${`${slug}-%`})`,
  );
  return new Set(rows.map((row) => row.slug));
}

/** Moves all spellings of a record to another one. */
export async function moveInto(tx: Tx, id: string, into: RecordRow): Promise<void> {
  await tx.execute(sql`
    WITH aliases AS (UPDATE record_alias SET record_id = ${into.id} WHERE record_id = ${id} RETURNING id)
    UPDATE named_record SET merged_into = ${into.id}, current_id = ${into.id},
      moved_records = ARRAY(SELECT r.id FROM named_record r WHERE r.current_id = ${id}),
      moved_aliases = ARRAY(SELECT id FROM aliases) WHERE id = ${id}`);
  await tx.execute(sql`UPDATE named_record SET current_id = ${into.id} WHERE current_id = ${id}`);
}

/** Undoes what a merge moved, unless it has moved again since. */
export async function moveBack(tx: Tx, record: RecordRow): Promise<void> {
  const { id, currentId } = record;
  const records = uuids(record.movedRecords ?? []);
  const aliases = uuids(record.movedAliases ?? []);
  await tx.execute(sql`
    UPDATE record_alias SET record_id = ${id},
      maker_id = CASE WHEN kind = 'maker' AND maker_id <> ALL(${records}) THEN ${id} ELSE maker_id END
    WHERE id = ANY(${aliases}) AND record_id = ${currentId}`);
  await tx.execute(sql`
    UPDATE named_record SET current_id = ${id}, merged_into = CASE WHEN id <> ${id} THEN merged_into END,
      moved_records = CASE WHEN id <> ${id} THEN moved_records END, moved_aliases = CASE WHEN id <> ${id} THEN moved_aliases END
    WHERE id = ANY(${records}) AND current_id = ${currentId}`);
  await tx.execute(sql`
    UPDATE named_record SET moved_records = ARRAY(SELECT unnest(moved_records) EXCEPT SELECT unnest(${records})),
      moved_aliases = ARRAY(SELECT unnest(moved_aliases) EXCEPT SELECT unnest(${aliases}))
    WHERE current_id = ${currentId} AND merged_into IS NOT NULL`);
}

/** Batches that were merged and now belong to another maker than these. */
export async function listStrayBatches(tx: Tx, makerIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT b.id FROM named_record b JOIN named_record m ON m.id = b.maker_id
      JOIN named_record o ON o.id = b.merged_into JOIN named_record n ON n.id = o.maker_id
    WHERE b.kind = 'batch' AND m.current_id <> n.current_id AND m.current_id = ANY(${uuids(makerIds)})
    ORDER BY b.created_at, b.id`);
  return rows.map(({ id }) => id);
}

/** A batch code of one of these makers that belongs to a batch of another maker. */
export async function findStrayCode(tx: Tx, makerIds: string[]): Promise<string | undefined> {
  const { rows } = await tx.execute<{ spelling: string }>(sql`
    SELECT s.spelling FROM named_record m JOIN record_alias s ON s.maker_id = m.id AND s.kind = 'batch'
      JOIN named_record b ON b.id = s.record_id JOIN named_record o ON o.id = b.maker_id
    WHERE m.current_id = ANY(${uuids(makerIds)}) AND o.current_id <> m.current_id LIMIT 1`);
  return rows[0]?.spelling;
}

/**
 * Two batches of a maker with the same code. The first is kept: one with an answer or a confirmation, otherwise one of
 * the maker's own, otherwise the older one.
 */
export async function findSameCode(
  tx: Tx,
  makerId: string,
): Promise<{ stays: string; goes: string } | undefined> {
  const { rows } = await tx.execute<{ stays: string; goes: string }>(sql`
    WITH own AS (
      SELECT b.* FROM named_record m JOIN named_record b ON b.maker_id = m.id AND b.kind = 'batch' AND b.merged_into IS NULL
      WHERE m.current_id = ${makerId}
    ), named AS (
      SELECT s.folded AS code, own.* FROM own JOIN record_alias s ON s.record_id = own.id UNION SELECT folded, own.* FROM own
    )
    SELECT x.id AS stays, y.id AS goes FROM named x JOIN named y ON y.code = x.code AND y.id <> x.id
    ORDER BY x.code, x.answer IS NOT NULL DESC, x.confirmed_at IS NOT NULL DESC, x.maker_id = ${makerId} DESC, x.created_at, x.id, y.id
    LIMIT 1`);
  return rows[0];
}
