import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sweepJob } from '../../app/create-modules.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';
import { asOwner, ownerUrlOf, testDatabase } from '../../testing/test-database.ts';
import { recordAudit } from '../audit.ts';
import { createLogger } from '../log.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { prepareDatabase } from './prepare-database.ts';
import { grantRights, roleWarning, SERVING_ROLE } from './serving-role.ts';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
/** The tables whose rows never change. */
const APPEND_ONLY = [
  'audit_entry',
  'blank',
  'certificate',
  'certificate_log',
  'chromatogram_state',
  'draft_save',
  'import_decision',
  'import_reading',
  'injection',
  'injection_allowance',
  'injection_reading',
  'injection_release',
  'injection_time',
  'invoice',
  'ledger_entry',
  'log_checkpoint',
  'log_entry',
  'log_key',
  'log_node',
  'method_template_version',
  'photo_redaction',
  'published_injection',
  'result_attachment',
  'revision_signature',
  'signal_print',
  'signing_certificate',
  'spectrum',
  'trace_import',
  'unused_injection',
];
/** Other tables on which the role has fewer rights than on most. */
const EXCEPTIONS: Record<string, string[]> = {
  schema_migration: ['SELECT'],
  method_template_draft: ['SELECT', 'INSERT', 'UPDATE'],
  photo_redaction_proposal: ['SELECT', 'INSERT', 'UPDATE'],
  sample_photo: ['SELECT', 'INSERT', 'UPDATE'],
  // UPDATE of most columns.
  'pgboss.bam': ['SELECT'],
  'pgboss.version': ['SELECT'],
  'pgboss.queue': ['SELECT', 'INSERT', 'DELETE'],
};

/** The rights of the serving role on each table and sequence, and the owners of all objects. */
const RIGHTS = `
  SELECT nspname || '.' || relname AS name, relkind AS kind, relowner::regrole::text AS owner,
    CASE relkind WHEN 'S' THEN
      ARRAY(SELECT p FROM unnest(ARRAY['USAGE', 'SELECT', 'UPDATE']) p WHERE has_sequence_privilege($1, c.oid, p))
    ELSE ARRAY(SELECT p
      FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) p
      WHERE has_table_privilege($1, c.oid, p))
    END AS rights
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') ORDER BY 1`;
type Rights = { name: string; kind: string; owner: string; rights: string[] };

const rightsIn = async (databaseUrl: string): Promise<Rights[]> =>
  (await asOwner<Rights>({ databaseUrl }, RIGHTS, [SERVING_ROLE])).rows;

function intended({ name, kind }: Rights): string[] {
  if (kind === 'S') return ['USAGE', 'SELECT'];
  const table = name.replace(/^public\./, '');
  return APPEND_ONLY.includes(table) ? ['SELECT', 'INSERT'] : (EXCEPTIONS[table] ?? ALL);
}

/** Fails unless the role of the pool lacks the right for each statement. */
async function expectAllRefused(pool: pg.Pool, statements: string[]): Promise<void> {
  const all = statements.map((statement) => pg.escapeLiteral(statement)).join(', ');
  await pool.query(`DO $all$
    DECLARE each text;
    BEGIN
      FOREACH each IN ARRAY ARRAY[${all}] LOOP
        BEGIN
          EXECUTE each;
          RAISE EXCEPTION 'not refused: %', each;
        EXCEPTION WHEN insufficient_privilege THEN NULL;
        END;
      END LOOP;
    END $all$`);
}

/** The addresses of a database, and a pool of the serving role. */
async function served() {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl, { max: 2 });
  onTestFinished(db.close);
  return { databaseUrl, ownerUrl: ownerUrlOf(databaseUrl), pool: db.pool };
}

describe('the server works with a database role that owns nothing', () => {
  it('the tests of this repository work as the serving role', async () => {
    const app = await testApp();
    const { rows } = await app.platform.db.pool.query(
      `SELECT rolname, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS more
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ rolname: SERVING_ROLE, more: false }]);
    const owned = await asOwner(
      app,
      'SELECT FROM pg_shdepend WHERE refobjid = $1::regrole AND deptype = $2',
      [SERVING_ROLE, 'o'],
    );
    expect(owned.rowCount).toBe(0);
  });

  it('the serving role checks the migrations, queues jobs, and writes the audit log', async () => {
    const { platform } = await testApp();
    expect(await migrate(platform.db.pool)).toEqual({ applied: [], tookOver: false });
    await platform.db.transaction((tx) => platform.jobs.send(tx, sweepJob, {}));
    await recordAudit(platform.db.orm, {
      at: new Date(),
      actorId: null,
      action: 'test.written',
      subject: { kind: 'user', id: randomUUID() },
    });
    const { rows } = await platform.db.pool.query("SELECT FROM audit_entry WHERE action = 'test.written'");
    expect(rows).toHaveLength(1);
  });

  it('the serving role has exactly the intended rights on every table and sequence', async () => {
    const { databaseUrl } = await served();
    const found = await rightsIn(databaseUrl);
    expect(found.length).toBeGreaterThan(100);
    for (const each of found) {
      expect([each.name, each.rights]).toEqual([each.name, intended(each)]);
      expect([each.name, each.owner]).toEqual([each.name, 'vialproof']);
    }
    const names = found.map(({ name }) => name);
    const missing = [...APPEND_ONLY, ...Object.keys(EXCEPTIONS)].filter(
      (table) => !names.includes(table.includes('.') ? table : `public.${table}`),
    );
    expect(missing).toEqual([]);
  });

  it('the serving role cannot run programs, read files, create objects, or take another role', async () => {
    const { pool } = await served();
    for (const statement of [
      "COPY (SELECT 1) TO PROGRAM 'id'",
      "COPY (SELECT 1) TO '/tmp/vialproof-served'",
      "CREATE TEMPORARY TABLE passwd (line text); COPY passwd FROM '/etc/passwd'",
      "SELECT pg_read_file('/etc/passwd')",
      "SELECT pg_read_binary_file('/etc/passwd')",
      "SELECT pg_ls_dir('/')",
      "SELECT lo_import('/etc/passwd')",
      'CREATE TABLE mine (id integer)',
      'CREATE TABLE pgboss.mine (id integer)',
      'CREATE SCHEMA mine',
      'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql RETURN 1',
      'CREATE EXTENSION pgcrypto',
      'CREATE DATABASE mine',
      'CREATE ROLE mine',
      `ALTER ROLE ${SERVING_ROLE} SUPERUSER`,
      'ALTER SYSTEM SET work_mem = 1000',
      "SET session_replication_role = 'replica'",
      'SET ROLE vialproof',
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('the serving role cannot make the pg-boss of the owner run a statement', async () => {
    const { databaseUrl, pool } = await served();
    const program = "COPY (SELECT 1) TO PROGRAM 'id'";
    await asOwner(
      { databaseUrl },
      `INSERT INTO pgboss.bam (name, version, table_name, command) VALUES ('a', 1, 'job', 'SELECT 1')`,
    );
    for (const statement of [
      `INSERT INTO pgboss.bam (name, version, table_name, command) VALUES ('b', 1, 'job', $$${program}$$)`,
      `UPDATE pgboss.bam SET command = $$${program}$$`,
      'DELETE FROM pgboss.bam',
      'UPDATE pgboss.version SET version = 1',
      'INSERT INTO pgboss.version (version) VALUES (1)',
      'DELETE FROM pgboss.version',
      `UPDATE pgboss.queue SET partition = true, table_name = $$job; ${program}; --$$`,
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await pool.query("UPDATE pgboss.bam SET status = 'failed'; UPDATE pgboss.version SET bam_on = now()");
  });

  it('the serving role cannot hide a table from a trigger behind a temporary one', async () => {
    const { ownerUrl, pool } = await served();
    await prepareDatabase(ownerUrl, createLogger('fatal'));
    await expect(
      pool.query('CREATE TEMPORARY TABLE ledger_entry (LIKE public.ledger_entry)'),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('the serving role can truncate, alter or drop no table and no trigger', async () => {
    const { databaseUrl, pool } = await served();
    const tables = (await rightsIn(databaseUrl)).filter(({ kind }) => kind !== 'S');
    const { rows } = await pool.query<{ table: string; name: string }>(
      'SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE NOT tgisinternal',
    );
    expect(rows.length).toBeGreaterThan(50);
    await expectAllRefused(pool, [
      ...tables.flatMap(({ name }) => [`TRUNCATE ${name} CASCADE`, `DROP TABLE ${name} CASCADE`]),
      ...tables.map(({ name }) => `ALTER TABLE ${name} DISABLE TRIGGER ALL`),
      ...rows.map(({ table, name }) => `ALTER TABLE ${table} DISABLE TRIGGER ${name}`),
      ...rows.map(({ table, name }) => `DROP TRIGGER ${name} ON ${table}`),
    ]);
  });

  it('the serving role cannot change or delete rows of append-only tables', async () => {
    const { pool } = await served();
    for (const table of APPEND_ONLY) {
      const { fields } = await pool.query(`SELECT * FROM ${table} LIMIT 0`);
      const column = fields.at(-1)?.name;
      for (const statement of [`UPDATE ${table} SET ${column} = DEFAULT`, `DELETE FROM ${table}`])
        await expect(pool.query(statement), statement).rejects.toThrow(
          `permission denied for table ${table}`,
        );
    }
    for (const statement of ['DELETE FROM sample_photo', "UPDATE schema_migration SET sha256 = ''"])
      await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
  });
});

describe('prepareDatabase gives the serving role its rights', () => {
  it('a new table is reachable at once, and append-only from the next preparation on', async () => {
    const { databaseUrl, ownerUrl, pool } = await served();
    await asOwner(
      { databaseUrl },
      `CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY, text text);
       CREATE TRIGGER later_stays BEFORE UPDATE OR DELETE ON later FOR EACH ROW EXECUTE FUNCTION is_append_only()`,
    );
    const { rows } = await pool.query("INSERT INTO later (text) VALUES ('a') RETURNING id");
    expect(rows).toEqual([{ id: 1 }]);
    await expect(pool.query('DELETE FROM later')).rejects.toThrow('append-only');
    expect(await prepareDatabase(ownerUrl, createLogger('fatal'))).toEqual({
      applied: [],
      tookOver: false,
      isGranted: true,
    });
    await pool.query("INSERT INTO later (text) VALUES ('b')");
    await expect(pool.query('DELETE FROM later')).rejects.toThrow('permission denied for table later');
  });

  it('whatever rights the role was given or lost by hand, it has the intended ones afterwards', async () => {
    const { databaseUrl, ownerUrl } = await served();
    const before = await rightsIn(databaseUrl);
    const right = fc.constantFrom(
      'SELECT',
      'INSERT',
      'UPDATE',
      'DELETE',
      'TRUNCATE',
      'TRIGGER',
      'REFERENCES',
    );
    const tables = before.filter(({ kind }) => kind !== 'S').map(({ name }) => name);
    const change = fc.record({ right, table: fc.constantFrom(...tables), isGiven: fc.boolean() });
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        for (const { right, table, isGiven } of changes) {
          const [verb, word] = isGiven ? ['GRANT', 'TO'] : ['REVOKE', 'FROM'];
          await owner.query(`${verb} ${right} ON ${table} ${word} ${SERVING_ROLE}`);
        }
        expect(await grantRights(owner)).toBe(true);
        expect(await rightsIn(databaseUrl)).toEqual(before);
      }),
      { numRuns: cases(15) },
    );
  });

  it('PUBLIC and the serving role may create nothing in the schemas, also if they could before', async () => {
    const { databaseUrl, ownerUrl, pool } = await served();
    await asOwner({ databaseUrl }, `GRANT CREATE ON SCHEMA public TO PUBLIC, ${SERVING_ROLE}`);
    await asOwner({ databaseUrl }, `GRANT CREATE ON SCHEMA pgboss TO ${SERVING_ROLE}`);
    await pool.query('CREATE TABLE mine (id integer); DROP TABLE mine');
    await prepareDatabase(ownerUrl, createLogger('fatal'));
    for (const schema of ['public', 'pgboss'])
      await expect(pool.query(`CREATE TABLE ${schema}.mine (id integer)`)).rejects.toThrow(
        `permission denied for schema ${schema}`,
      );
  });

  it('preparations at the same time all succeed', async () => {
    const { ownerUrl } = await served();
    const all = [1, 2, 3].map(() => prepareDatabase(ownerUrl, createLogger('fatal')));
    expect((await Promise.all(all)).map(({ isGranted }) => isGranted)).toEqual([true, true, true]);
  });
});

describe('a role that can do more than serve is named in a warning', () => {
  it('a superuser and an owner of tables are named, and the serving role is not', async () => {
    const { ownerUrl, pool } = await served();
    expect(await roleWarning(pool)).toBeUndefined();
    const owner = openDatabase(ownerUrl, { max: 1 });
    onTestFinished(owner.close);
    expect(await roleWarning(owner.pool)).toMatch(
      /^the database role vialproof is a superuser, so the triggers .* serve as vialproof_app \(docs\/operations\.md, "Two database roles"\)$/,
    );
    const role = `owner_${randomUUID().slice(0, 8)}`;
    await owner.pool.query(`CREATE ROLE ${role}; ALTER TABLE sku OWNER TO ${role}; SET ROLE ${role}`);
    expect(await roleWarning(owner.pool)).toMatch(
      new RegExp(`^the database role ${role} is the owner of the tables, so`),
    );
    await owner.pool.query(`RESET ROLE; REASSIGN OWNED BY ${role} TO vialproof; DROP ROLE ${role}`);
  });
});
