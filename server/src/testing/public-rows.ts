import type pg from 'pg';
import { expect } from 'vitest';
import { tellRequests } from '../modules/makers/makers.service.ts';
import { projectAll } from '../modules/publications/publications.service.ts';
import type { TestApp } from './test-app.ts';

const TABLES = ['public_test', 'sample_turnaround', 'counted_test', 'counted_line'];

/** Every row that the public side keeps, as text in one order. */
export async function publicRows(pool: pg.Pool): Promise<string[]> {
  const all: string[] = [];
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    all.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return all;
}

/** Those that names count as shown and that are not, or the other way round. */
const COUNTED_WRONGLY = `
  SELECT r.task_number, s.is_shown FROM request_subject s JOIN test_request r ON r.id = s.request_id
  WHERE s.is_shown <> (r.status = 'complete' AND r.visibility = 'public')`;

/** Fails where names count a test that is not shown, or do not count one that is; `after` says what was done. */
export async function expectCountedAsShown({ platform }: TestApp, after?: string): Promise<void> {
  expect((await platform.db.pool.query(COUNTED_WRONGLY)).rows, after).toEqual([]);
}

/** Fails where the public rows are not what making all of them anew makes; `after` says what was done. */
export async function expectAsProjected({ modules, platform }: TestApp, after?: string): Promise<void> {
  const { pool } = platform.db;
  const kept = await publicRows(pool);
  await pool.query('DELETE FROM public_test');
  await pool.query('DELETE FROM counted_test');
  await projectAll(modules.publications);
  expect(await publicRows(pool), after).toEqual(kept);
}

/** Has the public tests that SQL has written named and projected, as many at once as jobs take. */
export async function nameSeeded({ modules, platform }: TestApp): Promise<void> {
  const { rows } = await platform.db.pool.query<{ id: string }>(
    "SELECT id FROM test_request WHERE visibility = 'public' ORDER BY id",
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 50) await tellRequests(modules.makers, ids.slice(at, at + 50));
}
