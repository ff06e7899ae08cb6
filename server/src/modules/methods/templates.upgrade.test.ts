import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { methodsAdmin } from '../../testing/methods-admin.ts';

const MIGRATION = new URL('../../../database/migrations/0066_delivered_templates.sql', import.meta.url);

it('templates of before are as delivered where no admin began them', async () => {
  const methods = await methodsAdmin();
  const { admin, reviewer } = methods;
  const { pool } = methods.app.platform.db;
  const test = await methods.named('BPC-157');
  // As a release of before left it: changed by one admin, without a draft.
  await pool.query(
    `INSERT INTO method_template (id, sku_id, version, lines, updated_at)
     SELECT gen_random_uuid(), $1, 1, lines, now() FROM method_template WHERE family = 'Peptides'`,
    [test.id],
  );
  await pool.query(
    `INSERT INTO audit_entry (at, actor_id, action, subject_kind, subject_id, detail)
     VALUES (now(), $1, 'methods.changed', 'sku', $2, '{"name": "BPC-157", "version": 1}')`,
    [admin.id, test.id],
  );
  await pool.query('ALTER TABLE method_template DROP COLUMN delivered');
  await pool.query(readFileSync(MIGRATION, 'utf8'));
  const all = await methods.all();
  expect(all.find(({ name }) => name === 'BPC-157')).toMatchObject({ version: 1, delivered: false });
  expect(await methods.history(reviewer, test.id)).toMatchObject([{ what: 'changed', version: 1 }]);
  const others = all.filter(({ version, name }) => version === 1 && name !== 'BPC-157');
  expect(others.length).toBeGreaterThan(0);
  expect(others.every(({ delivered }) => delivered)).toBe(true);
});
