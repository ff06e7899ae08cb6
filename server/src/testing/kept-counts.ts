import type pg from 'pg';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

const COUNTED = ['dossier_test', 'dossier_value', 'dossier_count', 'dossier_figure'];
const LISTED = `
  SELECT t.task_number, c.value AS compound, m.value AS maker, c.label AS compound_label, m.label AS maker_label,
    s.words AS subject_words, p.words AS maker_words, t.body::text
  FROM public_test t LEFT JOIN public_test_kind k ON k.id = t.kind_id
    LEFT JOIN public_test_value c ON c.id = k.compound_id LEFT JOIN public_test_value m ON m.id = k.maker_id
    LEFT JOIN public_test_phrase s ON s.id = k.subject_id LEFT JOIN public_test_phrase p ON p.id = k.maker_phrase_id
  ORDER BY t.task_number`;

/** Every row that dossiers keep, as text in one order. */
async function counted(pool: pg.Pool): Promise<string[]> {
  const all: string[] = [];
  for (const table of COUNTED) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    all.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return all;
}

/** The public list with what it is narrowed by and found by. */
export const listed = async (pool: pg.Pool): Promise<object[]> => (await pool.query(LISTED)).rows;

/** Fails where what dossiers keep is not what counting everything anew keeps; `after` says what was done. */
export async function expectAsRebuilt({ modules, platform }: TestApp, after: string): Promise<void> {
  const { pool } = platform.db;
  const kept = await counted(pool);
  await modules.dossiers.rebuild();
  expect(await counted(pool), after).toEqual(kept);
}

/** Fails where the list is not what reading these requests anew makes of it. */
export async function expectAsListedAnew(
  { modules, platform }: TestApp,
  orders: { id: string }[],
): Promise<void> {
  const { pool, transaction } = platform.db;
  const list = await listed(pool);
  for (const { id } of orders) {
    await transaction((tx) => modules.results.changed.publish(tx, { requestId: id }));
  }
  expect(await listed(pool)).toEqual(list);
}

/** Has the public tests that SQL has written named, listed and counted, as many at once as jobs take. */
export async function nameSeeded({ modules, platform }: TestApp): Promise<void> {
  const { rows } = await platform.db.pool.query<{ id: string }>(
    "SELECT id FROM test_request WHERE visibility = 'public' ORDER BY id",
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 50) await modules.makers.work.tellRequests(ids.slice(at, at + 50));
}
