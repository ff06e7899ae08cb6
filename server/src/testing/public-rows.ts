import type pg from 'pg';
import { expect } from 'vitest';
import { tellRequests } from '../modules/makers/makers.service.ts';
import { projectAll } from '../modules/publications/publications.service.ts';
import type { TestApp } from './test-app.ts';

const TABLES = ['public_test', 'sample_turnaround', 'counted_test', 'counted_line'];

/** All rows of the public tables, as text in a fixed order. */
export async function publicRows(pool: pg.Pool): Promise<string[]> {
  const all: string[] = [];
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    all.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return all;
}

/** Tests that name counts include although they are not shown, or the reverse. */
const COUNTED_WRONGLY = `
  SELECT r.task_number, s.is_shown FROM request_subject s JOIN test_request r ON r.id = s.request_id
  WHERE s.is_shown <> (r.status = 'complete' AND r.visibility = 'public')`;

/** Fails if names count a test that is not shown, or omit one that is; `after` describes the last step. */
export async function expectCountedAsShown({ platform }: TestApp, after?: string): Promise<void> {
  expect((await platform.db.pool.query(COUNTED_WRONGLY)).rows, after).toEqual([]);
}

/** Fails if the public rows differ from a complete rebuild; `after` describes the last step. */
export async function expectAsProjected({ modules, platform }: TestApp, after?: string): Promise<void> {
  const { pool } = platform.db;
  const kept = await publicRows(pool);
  await pool.query('DELETE FROM public_test');
  await pool.query('DELETE FROM counted_test');
  await projectAll(modules.publications);
  expect(await publicRows(pool), after).toEqual(kept);
}

/** Names and projects public tests inserted by SQL, in batches as large as a job's. */
export async function nameSeeded({ modules, platform }: TestApp): Promise<void> {
  const { rows } = await platform.db.pool.query<{ id: string }>(
    "SELECT id FROM test_request WHERE visibility = 'public' ORDER BY id",
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 50) await tellRequests(modules.makers, ids.slice(at, at + 50));
}
