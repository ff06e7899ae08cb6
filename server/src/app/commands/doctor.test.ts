import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { call, commandIn } from '../../testing/command.ts';
import { installation, settingsOf } from '../../testing/installation.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner, ownerUrlOf } from '../../testing/test-database.ts';
import { admin } from './admin.ts';

const SLOW = { timeout: 300_000 };

describe('the doctor command finds and names every fault', SLOW, () => {
  it('the doctor finds and names every fault that the test injects', async () => {
    const { app, settings } = await installation();
    const { pool } = app.platform.db;
    const doctor = (...words: string[]) => call(admin, settings, 'doctor', ...words);
    expect(await commandIn(settings, 'admin', 'doctor', '--read-files')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('All is well.'),
      stderr: '',
    });
    const found = await call(admin, { ...settings, STRIPE_SECRET_KAY: 'x' }, 'doctor');
    expect(found).toMatchObject({ status: 1, said: expect.stringContaining('Is STRIPE_SECRET_KEY meant?') });

    const owned = await call(admin, { ...settings, DATABASE_URL: ownerUrlOf(app.databaseUrl) }, 'doctor');
    expect(owned).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^note {3}the database role vialproof is a superuser, so /m),
    });

    const path = (key: string) => join(app.platform.config.dataDirectory, 'files', key);
    const { rows } = await pool.query<{ file_key: string }>(
      'SELECT file_key FROM certificate ORDER BY issued_at',
    );
    const [first = '', second = ''] = rows.map(({ file_key }) => file_key);
    const bytes = await readFile(path(first));
    await rm(path(first));
    expect(await doctor()).toMatchObject({
      status: 1,
      said: expect.stringContaining(`${first} is missing.`),
    });
    await writeFile(path(first), bytes);
    await chmod(path(first), 0o600);
    const changed = await readFile(path(second));
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    await writeFile(path(second), changed);
    expect(await doctor()).toMatchObject({ status: 0 });
    expect(await doctor('--read-files')).toMatchObject({ status: 1, said: expect.stringContaining(second) });
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    await writeFile(path(second), changed);

    const tampered: [statement: string, fault: RegExp][] = [
      ["UPDATE log_entry SET body = replace(body, 'registered', 'registeree') WHERE idx = 0", /Node 0\/0/],
      ["UPDATE log_node SET hash = sha256('x') WHERE level = 1", /Node 1\/0/],
      ['DELETE FROM log_node WHERE level = 1', /lacks node 1\/0/],
      ["UPDATE log_head SET root = sha256('x')", /head of the log is not the root/],
      [
        'UPDATE log_checkpoint SET size = 1 WHERE size = (SELECT max(size) FROM log_checkpoint)',
        /signed at .* is of another log/,
      ],
      [
        'DELETE FROM certificate_log WHERE log_index = (SELECT max(log_index) FROM certificate_log)',
        /was \w+ is not in the log\.[\s\S]* is of no certificate\./,
      ],
      [
        "UPDATE certificate SET sha256 = repeat('0', 64) WHERE sha256 = (SELECT min(sha256) FROM certificate WHERE revision = 1)",
        /not what happened to certificate/,
      ],
      [
        'UPDATE ledger_entry SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM ledger_entry)',
        /unbalanced/,
      ],
      [
        `UPDATE result_revision SET measurements = '[{"analyte": "Endotoxin", "method": "LAL", "value": "> 10", "unit": "EU/mg", "limit": "≤ 5", "verdict": null, "rule": {"kind": "at_most", "of": "value", "limit": 5}}]'
         WHERE id = (SELECT id FROM result_revision WHERE state = 'published' LIMIT 1)`,
        /Endotoxin, > 10 against ≤ 5, is published as not judged; by today’s rule it is fail\./,
      ],
      [
        'UPDATE public_test SET purity = 4.7 WHERE is_public',
        /The card of task \d+ has the purity 4\.7 %; by today’s rule it is /,
      ],
      ['DELETE FROM public_test WHERE is_public', /The public list lacks task \d+\./],
      [
        "UPDATE public_test SET published_at = published_at - interval '1 day'",
        /The public list shows task \d+ otherwise than it is\./,
      ],
      [
        'UPDATE request_subject SET is_shown = NOT is_shown',
        /The names of tests count task \d+ otherwise than it is shown\./,
      ],
      ['DELETE FROM schema_migration WHERE version = 13', /0013_chromatograms.sql is not applied/],
    ];
    for (const [statement, fault] of tampered) {
      const undo = await snapshot(app);
      await asOwner(app, `BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`);
      const ended = await doctor();
      expect([statement, ended.status]).toEqual([statement, 1]);
      expect(ended.said, statement).toMatch(fault);
      await undo();
    }
    expect(await doctor()).toMatchObject({ status: 0 });
  });

  it('the doctor asks for the migrations of this release before it reads the tables of a former one', async () => {
    const app = await testApp();
    await asOwner(
      app,
      'ALTER TABLE recovery_code DROP COLUMN sealed; DELETE FROM schema_migration WHERE version = 28',
    );
    const { status, said } = await call(admin, settingsOf(app), 'doctor');
    expect([status, said]).toEqual([1, expect.stringContaining('0028_accounts.sql is not applied. Run:')]);
    expect(said).toMatch(/Not all is well: [^\n]*\n$/);
  });
});

const TAMPERED = [
  'public_test',
  'request_subject',
  'log_entry',
  'log_node',
  'log_head',
  'log_checkpoint',
  'certificate_log',
  'certificate',
  'ledger_entry',
  'result_revision',
  'schema_migration',
];

/** Saves these tables. The returned function brings them back. */
async function snapshot({ platform, databaseUrl }: TestApp): Promise<() => Promise<void>> {
  const kept = new Map<string, string>();
  for (const table of TAMPERED) {
    const { rows } = await platform.db.pool.query<{ all: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t`,
    );
    kept.set(table, rows[0]?.all ?? '[]');
  }
  return async () => {
    const client = new pg.Client({ connectionString: ownerUrlOf(databaseUrl) });
    await client.connect();
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [table, all] of kept) {
      await client.query(`DELETE FROM ${table}`);
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [all],
      );
    }
    await client.query('COMMIT');
    await client.end();
  };
}
