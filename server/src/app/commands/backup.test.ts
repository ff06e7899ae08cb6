import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readArchive, writeArchive } from '../../platform/backup/archive.ts';
import { markRestoring } from '../../platform/backup/unfinished-restore.ts';
import { openDatabase } from '../../platform/database.ts';
import { commandIn, type Ended } from '../../testing/command.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { emptyDatabase } from '../../testing/test-database.ts';
import { Header } from './backup.ts';

const PASSPHRASE = 'a long passphrase of this test';
const SLOW = { timeout: 300_000 };

async function scratch(): Promise<string> {
  const directory = await scratchDirectory('backup');
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** The settings that name an application's installation. */
const settingsOf = (app: TestApp) => ({
  DATA_DIR: app.platform.config.dataDirectory,
  DATABASE_URL: app.databaseUrl,
  BACKUP_PASSPHRASE: PASSPHRASE,
});

/** An installation with a bit of everything: two published tests, one amended, a draft with files, jobs that wait. */
async function installation() {
  const app = await testApp();
  const lab = await laboratory(app);
  const first = await lab.published();
  await must(lab.amend(lab.analyst, first));
  await must(lab.submit(lab.analyst, first));
  await must(lab.publish(lab.reviewer, first));
  const second = await lab.received();
  await must(lab.photo(lab.analyst, second, await telephonePhoto()));
  await must(lab.attach(lab.analyst, second, 'a,b\n1,2\n', 'a.csv'));
  await must(lab.chromatogram(lab.analyst, second));
  return { app, lab, published: first };
}

async function backedUp(app: TestApp): Promise<string> {
  const file = join(await scratch(), 'backup.tgz');
  expect(await commandIn(settingsOf(app), 'admin', 'backup', file)).toMatchObject({ status: 0 });
  return file;
}

const restore = (file: string, settings: Record<string, string>): Promise<Ended> =>
  commandIn({ BACKUP_PASSPHRASE: PASSPHRASE, DATABASE_URL: '', ...settings }, 'admin', 'restore', file);

/** The digest of all rows of each table, and where each sequence stands. */
async function contentsOf(databaseUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found: Record<string, string> = {};
    const { rows } = await client.query<{ name: string }>(
      "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    for (const { name } of rows) {
      const columns = name === 'schema_migration' ? 'version, name, sha256' : '*';
      const { rows: all } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM (SELECT ${columns} FROM ${name}) t ORDER BY 1`,
      );
      found[name] = `${all.length} ${createHash('sha256').update(JSON.stringify(all)).digest('hex')}`;
    }
    const jobs = await client.query(
      "SELECT id, name, data, state, retry_count, start_after FROM pgboss.job WHERE state < 'completed' ORDER BY id",
    );
    found.jobs = JSON.stringify(jobs.rows);
    const sequences = await client.query(
      "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
    );
    found.sequences = JSON.stringify(sequences.rows);
    const triggers = await client.query(
      'SELECT tgrelid::regclass::text AS t, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2',
    );
    found.triggers = JSON.stringify(triggers.rows);
    const constraints = await client.query(
      "SELECT conrelid::regclass::text AS t, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
    );
    found.constraints = JSON.stringify(constraints.rows);
    return found;
  } finally {
    await client.end();
  }
}

describe('a backup', SLOW, () => {
  it('restored into another database is the same, row for row and file for file, and the laboratory goes on', async () => {
    const { app, lab, published } = await installation();
    const order = await lab.received();
    const before = await contentsOf(app.databaseUrl);
    expect(before.jobs).toContain('mail');
    const file = await backedUp(app);
    const [directory, databaseUrl] = [join(await scratch(), 'data'), await emptyDatabase()];
    const done = await restore(file, { DATA_DIR: directory, DATABASE_URL: databaseUrl });
    expect(done).toMatchObject({ status: 0, said: expect.stringContaining('LOG_ORIGIN') });
    expect(await contentsOf(databaseUrl)).toEqual(before);

    // Its own keys and secrets: sessions go on, and what is published next is signed by the same laboratory.
    const other = await testApp({ DATA_DIR: directory }, { databaseUrl });
    const pdfOf = async (each: TestApp) =>
      (await each.raw(`/api/tests/${published.id}/certificate`)).headers.get('etag');
    expect(await pdfOf(other)).toBe(await pdfOf(app));
    expect((await other.request('/api/me/profile', { token: lab.analyst.token })).status).toBe(200);
    expect(await (await other.raw('/api/log/keys')).text()).toBe(
      await (await app.raw('/api/log/keys')).text(),
    );
    const catalog = await other.request<{ data: { id: string }[] }>('/api/skus/catalog');
    const ordered = await other.request<{ data: { task_number: number } }>('/api/orders', {
      token: order.owner.token,
      json: { skuId: catalog.body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' },
    });
    expect(ordered.body.data.task_number).toBe(order.taskNumber + 1);
    await expect(other.platform.db.pool.query('DELETE FROM log_entry')).rejects.toMatchObject({
      code: '23514',
    });
    const settings = { DATA_DIR: directory, DATABASE_URL: databaseUrl };
    expect(await commandIn(settings, 'admin', 'doctor', '--read-files')).toMatchObject({ status: 0 });
  });

  it('moves an installation into the embedded database, and back', async () => {
    const { app } = await installation();
    const before = await contentsOf(app.databaseUrl);
    const embedded = { DATA_DIR: join(await scratch(), 'data'), DATABASE_URL: '' };
    expect(await restore(await backedUp(app), embedded)).toMatchObject({ status: 0 });
    expect(await commandIn(embedded, 'admin', 'doctor')).toMatchObject({
      status: 0,
      said: expect.stringContaining('All is well.'),
    });
    const file = join(await scratch(), 'again.tgz');
    const again = { ...embedded, BACKUP_PASSPHRASE: PASSPHRASE };
    expect(await commandIn(again, 'admin', 'backup', file)).toMatchObject({ status: 0 });
    const databaseUrl = await emptyDatabase();
    const back = { DATA_DIR: join(await scratch(), 'data'), DATABASE_URL: databaseUrl };
    expect(await restore(file, back)).toMatchObject({ status: 0 });
    expect(await contentsOf(databaseUrl)).toEqual(before);
  });

  it('made while people order and the laboratory publishes is of one moment', async () => {
    const { app, lab } = await installation();
    let isBusy = true;
    let count = 0;
    const work = (async () => {
      while (isBusy) {
        await lab.published();
        count += 1;
      }
    })();
    const file = await backedUp(app);
    isBusy = false;
    await work;
    expect(count).toBeGreaterThan(0);
    const restored = { DATA_DIR: join(await scratch(), 'data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(file, restored)).toMatchObject({ status: 0 });
    expect(await commandIn(restored, 'admin', 'doctor', '--read-files')).toMatchObject({ status: 0 });
    expect(await commandIn(settingsOf(app), 'admin', 'doctor', '--read-files')).toMatchObject({ status: 0 });
  });

  it('keeps keys and secrets only under a passphrase, and says when it holds none', async () => {
    const app = await testApp();
    await (await laboratory(app)).published();
    const secrets = await readFile(join(app.platform.config.dataDirectory, 'secrets.json'), 'utf8');
    const { jwt, code } = JSON.parse(secrets) as { jwt: string; code: string };
    const all = async (file: string) => {
      let text = '';
      for await (const { bytes } of readArchive(file)) text += Buffer.from(bytes).toString('latin1');
      return text;
    };
    const sealed = await all(await backedUp(app));
    expect(sealed).toContain('scrypt');
    for (const secret of [jwt, code, 'PRIVATE KEY']) expect(sealed).not.toContain(secret);

    const file = join(await scratch(), 'bare.tgz');
    const bare = await commandIn({ ...settingsOf(app), BACKUP_PASSPHRASE: '' }, 'admin', 'backup', file);
    expect(bare).toMatchObject({ status: 0, said: expect.stringContaining('It holds no keys') });
    expect(await all(file)).not.toContain('PRIVATE KEY');
    const settings = { DATA_DIR: join(await scratch(), 'data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(file, settings)).toMatchObject({ said: expect.stringContaining('It held no keys') });
  });
});

describe('a backup that is not as it should be', SLOW, () => {
  it('is refused before anything is written', async () => {
    const app = await testApp();
    await (await laboratory(app)).published();
    const file = await backedUp(app);
    const bytes = await readFile(file);
    const folder = await scratch();
    const databaseUrl = await emptyDatabase();
    const tried = async (
      name: string,
      content: Uint8Array | string,
      settings: Record<string, string> = {},
    ) => {
      const path = join(folder, name);
      await writeFile(path, content);
      const DATA_DIR = join(folder, 'data');
      const ended = await restore(path, { DATA_DIR, DATABASE_URL: databaseUrl, ...settings });
      expect([name, ended.status, existsSync(DATA_DIR)]).toEqual([name, 1, false]);
      expect(ended.said.trim().split('\n'), ended.said).toHaveLength(1);
      return ended.said;
    };
    for (const share of [0, 0.01, 0.5, 0.99]) {
      const cut = await tried(`cut-${share}`, bytes.subarray(0, Math.floor(bytes.length * share)));
      expect(cut).toMatch(/no (whole )?backup/);
    }
    const flipped = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);
    expect(await tried('flipped', flipped)).toContain('no whole backup');
    expect(await tried('text', 'hello')).toContain('no whole backup');
    const wrong = { BACKUP_PASSPHRASE: 'another long passphrase' };
    expect(await tried('wrong', bytes, wrong)).toContain('not the one that the backup was made with');
    expect(await tried('none', bytes, { BACKUP_PASSPHRASE: '' })).toContain('set BACKUP_PASSPHRASE');
    const { rows } = await openOnce(databaseUrl, "SELECT to_regclass('schema_migration') AS found");
    expect(rows).toEqual([{ found: null }]);
  });

  it('of a newer release names what this one does not know', async () => {
    const app = await testApp();
    const file = await backedUp(app);
    const newer = join(await scratch(), 'newer.tgz');
    await writeArchive(newer, async (archive) => {
      for await (const { name, bytes } of readArchive(file)) {
        if (name !== 'header.json') await archive.add(name, bytes);
        else {
          const header = Header.parse(JSON.parse(Buffer.from(bytes).toString()));
          header.contents.migrations.push({ version: 9999, name: '9999_later.sql', sha256: '0' });
          await archive.add(name, JSON.stringify(header));
        }
      }
    });
    const ended = await restore(newer, {
      DATA_DIR: join(await scratch(), 'data'),
      DATABASE_URL: await emptyDatabase(),
    });
    expect(ended).toMatchObject({ status: 1, said: expect.stringContaining('9999_later.sql') });
  });

  it('is not restored over anything, nor twice', async () => {
    const app = await testApp();
    const file = await backedUp(app);
    const running = settingsOf(app);
    expect(await restore(file, running)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is not empty'),
    });
    const used = { DATA_DIR: join(await scratch(), 'data'), DATABASE_URL: app.databaseUrl };
    expect(await restore(file, used)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is in use'),
    });
    const settings = { DATA_DIR: join(await scratch(), 'data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(file, settings)).toMatchObject({ status: 0 });
    expect(await restore(file, settings)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is not empty'),
    });
    expect(await commandIn(running, 'admin', 'backup', file)).toMatchObject({
      status: 1,
      said: expect.stringContaining('never written over another'),
    });
  });

  it('half restored starts nothing', async () => {
    const app = await testApp();
    await markRestoring(app.platform.config.dataDirectory);
    for (const name of ['doctor', 'migrate', 'backup']) {
      const words = name === 'backup' ? [join(await scratch(), 'b.tgz')] : [];
      const ended = await commandIn(settingsOf(app), 'admin', name, ...words);
      expect(ended).toMatchObject({ status: 1, said: expect.stringContaining('did not finish') });
    }
  });
});

async function openOnce(url: string, text: string) {
  const db = openDatabase(url, { max: 1 });
  try {
    return await db.pool.query(text);
  } finally {
    await db.close();
  }
}

describe('the doctor', SLOW, () => {
  it('finds each fault that was made, by name', async () => {
    const { app } = await installation();
    const settings = settingsOf(app);
    const { pool } = app.platform.db;
    const doctor = (...words: string[]) => commandIn(settings, 'admin', 'doctor', ...words);
    expect(await doctor('--read-files')).toEqual({
      status: 0,
      said: expect.stringContaining('All is well.'),
    });
    const found = await commandIn({ ...settings, STRIPE_SECRET_KAY: 'x' }, 'admin', 'doctor');
    expect(found).toMatchObject({ status: 1, said: expect.stringContaining('Is STRIPE_SECRET_KEY meant?') });

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
        /not in the log|of no certificate/,
      ],
      [
        "UPDATE certificate SET sha256 = repeat('0', 64) WHERE revision = 1",
        /not what happened to certificate/,
      ],
      [
        'UPDATE ledger_entry SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM ledger_entry)',
        /unbalanced/,
      ],
      ['DELETE FROM schema_migration WHERE version = 24', /0024_file_keys.sql is not applied/],
    ];
    for (const [statement, fault] of tampered) {
      const undo = await snapshot(app);
      await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`);
      const ended = await doctor();
      expect([statement, ended.status]).toEqual([statement, 1]);
      expect(ended.said, statement).toMatch(fault);
      await undo();
    }
    expect(await doctor()).toMatchObject({ status: 0 });
  });
});

const TAMPERED = [
  'log_entry',
  'log_node',
  'log_head',
  'log_checkpoint',
  'certificate_log',
  'certificate',
  'ledger_entry',
  'schema_migration',
];

/** Remembers the tables that the test tampers with; what it answers puts their rows back. */
async function snapshot({ platform }: TestApp): Promise<() => Promise<void>> {
  const kept = new Map<string, string>();
  for (const table of TAMPERED) {
    const { rows } = await platform.db.pool.query<{ all: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t`,
    );
    kept.set(table, rows[0]?.all ?? '[]');
  }
  return async () => {
    const client = await platform.db.pool.connect();
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [table, all] of kept) {
      await client.query(`DELETE FROM ${table}`);
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [all],
      );
    }
    await client.query('COMMIT');
    client.release();
  };
}
