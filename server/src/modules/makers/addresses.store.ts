import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';

/** The folded spelling of a compound that has this address. */
export async function findCompoundAt(db: Queryable, slug: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ folded: string }>(
    sql`SELECT folded FROM compound_spelling WHERE slug = ${slug}`,
  );
  return rows[0]?.folded;
}

/** The folded spelling of a maker that has this address. */
export async function findMakerAt(db: Queryable, slug: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ folded: string }>(
    sql`SELECT folded FROM maker_spelling WHERE slug = ${slug}`,
  );
  return rows[0]?.folded;
}

/** The batch at this address; where makers that were merged have one each, that of the maker whose address it is. */
export async function findBatchAt(
  db: Queryable,
  makerSlug: string,
  slug: string,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ batch_id: string }>(sql`
    SELECT s.batch_id FROM maker_spelling w JOIN maker m ON m.id = w.maker_id
      JOIN maker o ON o.current_id = m.current_id
      JOIN batch_spelling s ON s.maker_id = o.id AND s.slug = ${slug}
    WHERE w.slug = ${makerSlug}
    ORDER BY (o.id = w.maker_id) DESC, (o.id = m.current_id) DESC, s.created_at, o.id LIMIT 1`);
  return rows[0]?.batch_id;
}

/** How public tests write the name of a compound, oldest first. */
export async function listCompoundNames(db: Queryable, name: string): Promise<string[]> {
  const { rows } = await db.execute<{ spelling: string }>(sql`
    SELECT spelling FROM compound_spelling WHERE compound = ${name} AND slug IS NOT NULL ORDER BY created_at, folded`);
  return rows.map(({ spelling }) => spelling);
}

export async function listMakerNames(db: Queryable, makerId: string): Promise<string[]> {
  const { rows } = await db.execute<{ spelling: string }>(sql`
    SELECT s.spelling FROM maker o JOIN maker_spelling s ON s.maker_id = o.id
    WHERE o.current_id = ${makerId} AND s.slug IS NOT NULL ORDER BY s.created_at, s.folded`);
  return rows.map(({ spelling }) => spelling);
}

export async function listBatchNames(db: Queryable, batchId: string): Promise<string[]> {
  const { rows } = await db.execute<{ spelling: string }>(sql`
    SELECT s.spelling FROM batch o JOIN batch_spelling s ON s.batch_id = o.id
    WHERE o.current_id = ${batchId} AND s.slug IS NOT NULL
    GROUP BY s.spelling ORDER BY min(s.created_at), s.spelling`);
  return rows.map(({ spelling }) => spelling);
}

/** What the maker says of itself, or of a batch. */
export async function findAnswer(
  db: Queryable,
  of: 'maker' | 'batch',
  id: string,
): Promise<{ text: string; at: Date } | undefined> {
  const { rows } = await db.execute<{ answer: string; at_ms: number }>(sql`
    SELECT answer, floor(extract(epoch FROM answered_at) * 1000)::float8 AS at_ms FROM ${sql.raw(of)}
    WHERE id = ${id} AND answer IS NOT NULL AND answered_at IS NOT NULL`);
  const [row] = rows;
  return row && { text: row.answer, at: new Date(row.at_ms) };
}

/** So many addresses of each kind fit into one file of the site's map. */
const MOST_CONFIRMED = 15_000;

/** What the desk has confirmed, and the compounds that the laboratory knows: their ids. */
export async function listConfirmed(
  db: Queryable,
): Promise<{ compounds: string[]; makers: string[]; batches: string[] }> {
  const listed = async (part: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ id: string }>(sql`${part} ORDER BY 1 LIMIT ${MOST_CONFIRMED}`);
    return rows.map(({ id }) => id);
  };
  return {
    compounds: await listed(sql`
      SELECT folded AS id FROM compound_spelling
      WHERE spelling = compound AND kind <> 'customer' AND slug IS NOT NULL`),
    makers: await listed(sql`SELECT id FROM maker WHERE confirmed_at IS NOT NULL AND merged_into IS NULL`),
    batches: await listed(sql`SELECT id FROM batch WHERE confirmed_at IS NOT NULL AND merged_into IS NULL`),
  };
}
