import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import type { RecordKind } from './makers.tables.ts';

/** The compound at this address. */
export async function findCompoundAt(db: Queryable, slug: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ folded: string }>(
    sql`SELECT folded FROM compound_spelling WHERE slug = ${slug}`,
  );
  return rows[0]?.folded;
}

/** The maker with this address. */
export async function findMakerAt(db: Queryable, slug: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ record_id: string }>(
    sql`SELECT record_id FROM record_alias WHERE kind = 'maker' AND slug = ${slug}`,
  );
  return rows[0]?.record_id;
}

/** The batch at this address. If merged makers each have one, that of the maker that is left. */
export async function findBatchAt(
  db: Queryable,
  makerSlug: string,
  slug: string,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ record_id: string }>(sql`
    SELECT s.record_id FROM record_alias w JOIN named_record o ON o.current_id = w.record_id
      JOIN record_alias s ON s.maker_id = o.id AND s.kind = 'batch' AND s.slug = ${slug}
    WHERE w.kind = 'maker' AND w.slug = ${makerSlug}
    ORDER BY o.id = w.maker_id DESC, o.id = w.record_id DESC, s.created_at, o.id LIMIT 1`);
  return rows[0]?.record_id;
}

/** The spellings of a compound in public tests, oldest first. */
export async function listCompoundNames(db: Queryable, name: string): Promise<string[]> {
  const { rows } = await db.execute<{ spelling: string }>(sql`
    SELECT spelling FROM compound_spelling WHERE compound = ${name} AND slug IS NOT NULL ORDER BY created_at, folded`);
  return rows.map(({ spelling }) => spelling);
}

/** The spellings of a maker or a batch in public tests, oldest first. */
export async function listRecordNames(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ spelling: string }>(sql`
    SELECT spelling FROM record_alias WHERE record_id = ${id} AND slug IS NOT NULL
    GROUP BY spelling ORDER BY min(created_at), min(folded), spelling`);
  return rows.map(({ spelling }) => spelling);
}

/** What a maker itself says about its name or batch. */
export async function findAnswer(db: Queryable, id: string): Promise<{ text: string; at: Date } | undefined> {
  const { rows } = await db.execute<{ answer: string; at_ms: number }>(sql`
    SELECT answer, floor(extract(epoch FROM answered_at) * 1000)::float8 AS at_ms FROM named_record
    WHERE id = ${id} AND answer IS NOT NULL AND answered_at IS NOT NULL`);
  const [row] = rows;
  return row && { text: row.answer, at: new Date(row.at_ms) };
}

/** The largest number of addresses of each kind in the sitemap. */
const MOST_CONFIRMED = 15_000;

/** The ids of confirmed records and known compounds. */
export async function listConfirmed(
  db: Queryable,
): Promise<{ compounds: string[]; makers: string[]; batches: string[] }> {
  const listed = async (part: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ id: string }>(sql`${part} ORDER BY 1 LIMIT ${MOST_CONFIRMED}`);
    return rows.map(({ id }) => id);
  };
  const confirmed = (kind: RecordKind) =>
    sql`SELECT id FROM named_record WHERE kind = ${kind} AND confirmed_at IS NOT NULL AND merged_into IS NULL`;
  return {
    compounds: await listed(sql`
      SELECT folded AS id FROM compound_spelling
      WHERE spelling = compound AND kind <> 'customer' AND slug IS NOT NULL`),
    makers: await listed(confirmed('maker')),
    batches: await listed(confirmed('batch')),
  };
}
