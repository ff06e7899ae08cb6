import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { methodsAdmin } from '../../testing/methods-admin.ts';

const MIGRATION = new URL('../../../database/migrations/0062_method_release.sql', import.meta.url);

it('authorisations of before count as measure, and as release for reviewers and admins among them', async () => {
  const { app, admin, reviewer, analyst } = await methodsAdmin();
  const gone = await app.person();
  const { pool } = app.platform.db;
  // As the table was before, with names in lower case.
  await pool.query('ALTER TABLE method_authorisation DROP COLUMN release_ids');
  await pool.query('ALTER TABLE method_authorisation ALTER COLUMN user_ids SET NOT NULL');
  const put = 'INSERT INTO method_authorisation (method, user_ids, by_id, at) VALUES ($1, $2, $3, now())';
  await pool.query(put, ['icp-ms', [analyst.id, reviewer.id, admin.id, gone.id], admin.id]);
  await pool.query(put, ['karl fischer', [analyst.id], admin.id]);
  await pool.query(put, ['a method that is gone', [], admin.id]);
  await pool.query(readFileSync(MIGRATION, 'utf8'));

  const { body } = await app.request<{
    data: { method: string; measure: { id: string }[] | null; release: { id: string }[] | null }[];
  }>('/api/lab/authorisations', { token: admin.token });
  const ids = (people: { id: string }[] | null) => people?.map(({ id }) => id).toSorted() ?? null;
  const restricted = body.data
    .filter(({ measure, release }) => measure !== null || release !== null)
    .map(({ method, measure, release }) => [method, ids(measure), ids(release)]);
  expect(restricted).toEqual([
    ['a method that is gone', [], []],
    ['ICP-MS', [analyst.id, reviewer.id, admin.id, gone.id].toSorted(), [reviewer.id, admin.id].toSorted()],
    ['Karl Fischer', [analyst.id], []],
  ]);
  const { rows } = await pool.query('SELECT method FROM method_authorisation ORDER BY method');
  expect(rows.map(({ method }) => method).toSorted()).toEqual([
    'ICP-MS',
    'Karl Fischer',
    'a method that is gone',
  ]);
});
