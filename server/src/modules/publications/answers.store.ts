import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';

/** What a stored answer is about: a compound, maker or batch, or the whole list. */
export type AnswerOf = { kind: 'compound' | 'maker' | 'batch' | 'list'; id: string };

/** Locks an answer, so that one transaction at a time counts it. */
export async function lockAnswer(tx: Tx, { kind, id }: AnswerOf): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`public answer ${kind} ${id}`}, 0))`);
}

/** Marks all stored answers as out of date, so that they are counted again. */
export async function markAll(db: Queryable): Promise<void> {
  await db.execute(sql`
    INSERT INTO public_answer_mark (kind, subject_id, takes_away) SELECT kind, subject_id, true FROM public_answer`);
}

/**
 * The stored answer, if it exists. Undefined also if a test was removed or corrected since. New tests may be missing
 * in it.
 */
export async function findAnswer<Body extends object>(
  db: Queryable,
  { kind, id }: AnswerOf,
): Promise<Body | undefined> {
  const { rows } = await db.execute<{ body: Body }>(sql`
    SELECT body FROM public_answer a WHERE kind = ${kind} AND subject_id = ${id} AND NOT EXISTS (
      SELECT FROM public_answer_mark m WHERE m.kind = a.kind AND m.subject_id = a.subject_id AND m.takes_away)`);
  return rows[0]?.body;
}

/** Marks stored answers as out of date. `takesAway`: a test was removed or corrected, not only added. */
export async function markAnswers(tx: Tx, marked: AnswerOf[], takesAway: boolean): Promise<void> {
  await tx.execute(sql`
    INSERT INTO public_answer_mark (kind, subject_id, takes_away)
    SELECT kind, id, ${takesAway} FROM json_to_recordset(${JSON.stringify(marked)}::json) AS t (kind text, id text)`);
}

/** Stored answers that are out of date. */
export async function listMarked(db: Queryable, most: number): Promise<AnswerOf[]> {
  const { rows } = await db.execute<AnswerOf>(sql`
    SELECT kind, subject_id AS id FROM public_answer_mark GROUP BY kind, subject_id ORDER BY min(id) LIMIT ${most}`);
  return rows;
}

/** The marks "out of date" that this transaction sees. Later ones stay. */
export async function marksOf(tx: Tx, { kind, id }: AnswerOf): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT id::float8 AS id FROM public_answer_mark WHERE kind = ${kind} AND subject_id = ${id}`);
  return rows.map((row) => row.id);
}

/** Replaces or deletes a stored answer, and its marks "out of date". */
export async function storeAnswer(
  tx: Tx,
  { kind, id }: AnswerOf,
  { body, marks, at }: { body: object | undefined; marks: number[]; at: Date },
): Promise<void> {
  if (body) {
    await tx.execute(sql`
      INSERT INTO public_answer (kind, subject_id, body, counted_at) VALUES (${kind}, ${id}, ${JSON.stringify(body)}, ${at})
      ON CONFLICT (kind, subject_id) DO UPDATE SET body = excluded.body, counted_at = excluded.counted_at`);
  } else {
    await tx.execute(sql`DELETE FROM public_answer WHERE kind = ${kind} AND subject_id = ${id}`);
  }
  await tx.execute(sql`DELETE FROM public_answer_mark WHERE id = ANY (${sql.param(marks)}::bigint[])`);
}
