import type pg from 'pg';
import { expect } from 'vitest';
import { tellRequests } from '../modules/makers/makers.service.ts';
import { projectAll } from '../modules/publications/publications.service.ts';
import type { TestApp } from './test-app.ts';

const TABLES = ['public_test', 'sample_turnaround', 'counted_test', 'counted_line'];

/** All rows of the public tables as text, sorted. */
export async function publicRows(pool: pg.Pool): Promise<string[]> {
  const all: string[] = [];
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    all.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return all;
}

/** Finds tests that a counter includes although they are not public, or leaves out although they are. */
const COUNTED_WRONGLY = `
  SELECT r.task_number, s.is_shown FROM request_subject s JOIN test_request r ON r.id = s.request_id
  WHERE s.is_shown <> (r.status = 'complete' AND r.visibility = 'public')`;

/** Fails if a counter differs from the tests that are public. `after` names the step before. */
export async function expectCountedAsShown({ platform }: TestApp, after?: string): Promise<void> {
  expect((await platform.db.pool.query(COUNTED_WRONGLY)).rows, after).toEqual([]);
}

/** Fails if the public tables differ from tables that are built anew. `after` names the step before. */
export async function expectAsProjected({ modules, platform }: TestApp, after?: string): Promise<void> {
  const { pool } = platform.db;
  const kept = await publicRows(pool);
  await pool.query('DELETE FROM public_test');
  await pool.query('DELETE FROM counted_test');
  await projectAll(modules.publications);
  expect(await publicRows(pool), after).toEqual(kept);
}

/** Finds names for public tests that were written by SQL, and fills the public tables with them. */
export async function nameSeeded({ modules, platform }: TestApp): Promise<void> {
  const { rows } = await platform.db.pool.query<{ id: string }>(
    "SELECT id FROM test_request WHERE visibility = 'public' ORDER BY id",
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 50) await tellRequests(modules.makers, ids.slice(at, at + 50));
}
