import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createModules, sweepJob } from '../../app/create-modules.ts';
import { openPlatform } from '../../app/open-platform.ts';
import { recordAudit } from '../../platform/audit.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { createLogger } from '../../platform/log.ts';
import { PASSWORD_COST } from '../../platform/password-hash.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { testDatabase } from '../../testing/test-database.ts';

/** The GRANT statements in docs/operations.md, for this role. */
async function documentedGrants(role: string): Promise<string[]> {
  const text = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## Audit log')).split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .map((line) => line.trim().replaceAll('vialproof_app', role));
}

it('a server with the database role of operations.md works, and cannot change the audit log', async () => {
  const ownerUrl = await testDatabase();
  const role = `app_${randomUUID().slice(0, 8)}`;
  const grants = await documentedGrants(role);
  expect(grants.length).toBeGreaterThan(4);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const statement of grants) await owner.query(statement.replace("'…'", "'secret'"));
  onTestFinished(async () => {
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await owner.end();
  });

  const directory = await mkdtemp(join(tmpdir(), 'vialproof-role-'));
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = 'secret';
  const platform = await openPlatform({
    config: loadConfig({ LOG_LEVEL: 'fatal', DATA_DIR: directory }),
    log: createLogger('fatal'),
    databaseUrl: url.href,
    port: () => 0,
  });
  expect(platform.passwordCost).toBe(PASSWORD_COST);
  const modules = createModules(platform);
  onTestFinished(async () => {
    await platform.jobs.stop(0);
    await modules.close();
    await platform.close();
    await rm(directory, { recursive: true, force: true });
  });

  expect(await migrate(platform.db.pool)).toEqual({ applied: [], tookOver: false });
  await platform.jobs.start({ work: false });
  await platform.db.transaction((tx) => platform.jobs.send(tx, sweepJob, {}));
  const entry = {
    at: new Date(),
    actorId: null,
    action: 'test.written',
    subject: { kind: 'user', id: randomUUID() },
  };
  await recordAudit(platform.db.orm, entry);

  const { pool } = platform.db;
  const { rows } = await pool.query("SELECT action FROM audit_entry WHERE action = 'test.written'");
  expect(rows).toHaveLength(1);
  for (const statement of [
    "UPDATE audit_entry SET action = 'nothing'",
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
  }
  for (const statement of [
    'ALTER TABLE audit_entry DISABLE TRIGGER audit_append_only',
    'DROP TRIGGER audit_append_only ON audit_entry',
    'DROP TABLE audit_entry',
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow('must be owner');
  }
});
