import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { admin } from '../app/commands/admin.ts';
import { call, type Ended } from './command.ts';
import { laboratory, must, type Ordered } from './lab.ts';
import { telephonePhoto } from './photos.ts';
import { scratchDirectory } from './scratch.ts';
import { labApp, type TestApp } from './test-app.ts';
import type { AtEnd } from './test-database.ts';

const PASSPHRASE = 'a long passphrase of this test';

export type Installation = {
  app: TestApp;
  lab: Awaited<ReturnType<typeof laboratory>>;
  published: Ordered;
  /** The settings with which a command works on this installation. */
  settings: Record<string, string>;
};

/** An installation with many kinds of data: published tests, a corrected one, a draft with files, waiting jobs. */
export async function installation(atEnd?: AtEnd): Promise<Installation> {
  const app = await labApp({}, atEnd && { atEnd });
  const lab = await laboratory(app);
  const published = await lab.published();
  await must(lab.amend(lab.analyst, published));
  await must(lab.submit(lab.analyst, published));
  await must(lab.publish(lab.reviewer, published));
  const draft = await lab.received();
  await must(lab.photo(lab.analyst, draft, await telephonePhoto()));
  await must(lab.attach(lab.analyst, draft, 'a,b\n1,2\n', 'a.csv'));
  await must(lab.chromatogram(lab.analyst, draft));
  return { app, lab, published, settings: settingsOf(app) };
}

/** The settings with which a command works on the data of this application. */
export const settingsOf = (app: TestApp) => ({
  DATA_DIR: app.platform.config.dataDirectory,
  DATABASE_URL: app.databaseUrl,
  BACKUP_PASSPHRASE: PASSPHRASE,
});

/** A path at which nothing exists yet. */
export async function newPath(name: string, atEnd: AtEnd = onTestFinished): Promise<string> {
  const directory = await scratchDirectory('backup');
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return join(directory, name);
}

export async function backedUp({ settings }: Pick<Installation, 'settings'>, atEnd?: AtEnd): Promise<string> {
  const file = await newPath('backup.tgz', atEnd);
  expect(await call(admin, settings, 'backup', file)).toMatchObject({ status: 0 });
  return file;
}

/** The settings for a restore: the folder for the data and the passphrase of the private keys. */
export const restoreSettings = (settings: Record<string, string>) => ({
  BACKUP_PASSPHRASE: PASSPHRASE,
  DATABASE_URL: '',
  ...settings,
});

export const restore = (file: string, settings: Record<string, string>): Promise<Ended> =>
  call(admin, restoreSettings(settings), 'restore', file);

/** A digest of all rows of each table, and the value of each sequence. The order of columns does not matter. */
export async function contentsOf(databaseUrl: string): Promise<Record<string, string>> {
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
        `SELECT to_jsonb(t)::text AS row FROM (SELECT ${columns} FROM ${name}) t ORDER BY 1`,
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
