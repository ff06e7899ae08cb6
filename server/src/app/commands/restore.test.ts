import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive, writeArchive } from '../../platform/backup/archive.ts';
import { markRestoring } from '../../platform/backup/unfinished-restore.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { call, commandIn } from '../../testing/command.ts';
import {
  backedUp,
  contentsOf,
  installation,
  newPath,
  restore,
  restoreSettings,
  settingsOf,
} from '../../testing/installation.ts';
import { lastVersionDatabase } from '../../testing/last-version.ts';
import { shared, testApp } from '../../testing/test-app.ts';
import { emptyDatabase } from '../../testing/test-database.ts';
import { admin } from './admin.ts';
import { Header } from './backup.ts';

const SLOW = { timeout: 300_000 };

/** An installation, and its backup. */
const made = shared(async (atEnd) => {
  const whole = await installation(atEnd);
  return { ...whole, file: await backedUp(whole, atEnd) };
});

describe('an invalid backup is refused', SLOW, () => {
  it('an invalid backup is refused before restore writes anything', async () => {
    const bytes = await readFile(made().file);
    const DATA_DIR = await newPath('data');
    const databaseUrl = await emptyDatabase();
    const tried = async (
      name: string,
      content: Uint8Array | string,
      settings: Record<string, string> = {},
    ) => {
      const path = await newPath(name);
      await writeFile(path, content);
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

  it('a backup of a newer release is refused, and the message names the parts that this release does not know', async () => {
    const newer = await rewritten(made().file, ({ migrations }) =>
      migrations.push({ version: 9999, name: '9999_later.sql', sha256: '0' }),
    );
    const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(newer, settings)).toMatchObject({
      status: 1,
      said: expect.stringContaining(
        'another release of Vialproof (this one does not know its 9999_later.sql)',
      ),
    });
  });

  it('a backup is not restored over existing data, and not twice', async () => {
    const { app, file, settings: running } = made();
    expect(await restore(file, running)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is not empty'),
    });
    const used = { DATA_DIR: await newPath('data'), DATABASE_URL: app.databaseUrl };
    expect(await restore(file, used)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is in use'),
    });
    const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await emptyDatabase() };
    expect(await commandIn(restoreSettings(settings), 'admin', 'restore', file)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Restored the backup of .*: the database, \d+ files and the keys in /),
      stderr: '',
    });
    expect(await restore(file, settings)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is not empty'),
    });
    expect(await call(admin, running, 'backup', file)).toMatchObject({
      status: 1,
      said: expect.stringContaining('never written over another'),
    });
  });

  it('no command runs on an installation whose restore did not finish', async () => {
    const app = await testApp();
    await markRestoring(app.platform.config.dataDirectory);
    for (const name of ['doctor', 'migrate', 'backup']) {
      const words = name === 'backup' ? [await newPath('b.tgz')] : [];
      const ended = await call(admin, settingsOf(app), name, ...words);
      expect(ended).toMatchObject({ status: 1, said: expect.stringContaining('did not finish') });
    }
  });
});

describe('a backup of the last old version can be restored', SLOW, () => {
  /** A database of the last old version with one file, and its backup. */
  async function lastVersion() {
    const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await lastVersionDatabase() };
    const stored = join(settings.DATA_DIR, 'files', 'certificates');
    await mkdir(stored, { recursive: true });
    await writeFile(join(stored, '1.pdf'), 'hello');
    return { databaseUrl: settings.DATABASE_URL, file: await backedUp({ settings }) };
  }

  it('restoring a backup of the last old version gives the same data as migrating its database', async () => {
    const { databaseUrl, file } = await lastVersion();
    const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(file, settings)).toMatchObject({ status: 0 });
    const db = openDatabase(databaseUrl);
    expect(await migrate(db.pool)).toMatchObject({ tookOver: true });
    await db.close();
    const restored = await contentsOf(settings.DATABASE_URL);
    expect(restored).toEqual(await contentsOf(databaseUrl));
    expect(restored.certificate).toMatch(/^1 /);
    expect(await readFile(join(settings.DATA_DIR, 'files', 'certificates', '1.pdf'), 'utf8')).toBe('hello');
  });

  it('a backup of a still older version is refused', async () => {
    const older = await rewritten((await lastVersion()).file, ({ migrations }) => migrations.pop());
    const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await emptyDatabase() };
    expect(await restore(older, settings)).toMatchObject({
      status: 1,
      said: expect.stringMatching(
        / is of a version before the last one that this one takes over \(commit bffe2249 of 27 November 2026\)\. Restore it with the version that made it, start that one on it, and then this one\.\n$/,
      ),
    });
  });
});

/** A copy of a backup whose first entry is changed. */
async function rewritten(file: string, change: (contents: Header['contents']) => void): Promise<string> {
  const copy = await newPath('rewritten.tgz');
  await writeArchive(copy, async (archive) => {
    for await (const { name, bytes } of readArchive(file)) {
      if (name !== 'header.json') await archive.add(name, bytes);
      else {
        const header = Header.parse(JSON.parse(Buffer.from(bytes).toString()));
        change(header.contents);
        await archive.add(name, JSON.stringify(header));
      }
    }
  });
  return copy;
}

async function openOnce(url: string, text: string) {
  const db = openDatabase(url, { max: 1 });
  try {
    return await db.pool.query(text);
  } finally {
    await db.close();
  }
}
