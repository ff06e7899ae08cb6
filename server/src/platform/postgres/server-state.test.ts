import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchDirectory } from '../../testing/scratch.ts';
import { shared } from '../../testing/test-app.ts';
import { type AtEnd, testDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { readArchive, readServerState } from './server-state.ts';

const SCRIPT = fileURLToPath(new URL('../../../../deploy/archive-wal.sh', import.meta.url));
const SLOW = 120_000;
const SEGMENT_BYTES = 16 * 1024 ** 2;

/** A server whose folder for archived logs does not exist. */
async function archivingServer(atEnd: AtEnd) {
  const directory = await scratchDirectory('archive');
  atEnd(() => rm(directory, { recursive: true, force: true }));
  // PostgreSQL's account must be able to read the script.
  const script = join(directory, 'archive-wal.sh');
  await copyFile(SCRIPT, script);
  const folder = join(directory, 'kept');
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(directory, 'postgres'),
    log: { info: () => undefined, warn: () => undefined },
    tuning: {
      settings: { wal_level: 'replica', archive_mode: 'on', fsync: 'off' },
      initdb: ['--no-sync'],
    },
  });
  atEnd(postgres.stop);
  const db = openDatabase(postgres.ownerUrl, { max: 1 });
  atEnd(db.close);
  await db.pool.query(`ALTER SYSTEM SET archive_command = 'sh ${script} %p ${folder}/%f'`);
  await db.pool.query('SELECT pg_reload_conf()');
  return { db, folder, postgres };
}

const server = shared(archivingServer);

describe('the state of PostgreSQL says how far the archive of its log (WAL) is', () => {
  it(
    'it is reported if the database server cannot archive its log (WAL), until it can',
    async () => {
      const { db, folder } = server();
      expect(await readArchive(db.orm)).toMatchObject({ archiveFails: 0 });
      const endSegment = async () => {
        await db.pool.query("SELECT pg_create_restore_point('here')");
        await db.pool.query('SELECT pg_switch_wal()');
      };
      await endSegment();
      await expect.poll(async () => (await readArchive(db.orm)).archiveFails, { timeout: SLOW }).toBe(1);
      await mkdir(folder);
      await chmod(folder, 0o777);
      // After failures PostgreSQL pauses archiving for a minute. This wakes it.
      await endSegment();
      await expect.poll(async () => (await readArchive(db.orm)).archiveFails, { timeout: SLOW }).toBe(0);
      expect(await readdir(folder)).toContain('000000010000000000000001');
      const { archiveSeconds, archiveWaitingBytes } = await readArchive(db.orm);
      expect(archiveSeconds).toBeLessThan(SLOW / 1_000);
      // The segment after the last one may be empty, and is at most partly written.
      expect(archiveWaitingBytes).toBeLessThanOrEqual(SEGMENT_BYTES);
    },
    SLOW,
  );

  it('a database server without archiving has no such numbers, and no standby', async () => {
    const db = openDatabase(await testDatabase(), { max: 1 });
    onTestFinished(db.close);
    expect(await readServerState(db.orm)).toEqual({
      databaseBytes: expect.any(Number),
      isReadOnly: 0,
      archiveFails: 0,
      archiveSeconds: undefined,
      archiveWaitingBytes: undefined,
      standbys: [],
    });
  });
});

it(
  'a standby has a state for a role that may read statistics; for others it is hidden',
  async () => {
    const { db, postgres } = server();
    const served = openDatabase(postgres.url, { max: 1 });
    onTestFinished(served.close);
    const standby = async (name: string) => {
      const client = new pg.Client(`${postgres.ownerUrl}?replication=true&application_name=${name}`);
      await client.connect();
      onTestFinished(() => client.end());
    };
    const standbys = async (from: typeof db) => (await readServerState(from.orm)).standbys;
    await standby('second-machine');
    await standby('pg_basebackup');
    expect(await standbys(db)).toEqual([{ name: 'second-machine', state: 'startup' }]);
    expect(await standbys(served)).toEqual([{ name: 'second-machine', state: 'hidden' }]);
    await db.pool.query('GRANT pg_read_all_stats TO vialproof_app');
    expect(await standbys(served)).toEqual([{ name: 'second-machine', state: 'startup' }]);
  },
  SLOW,
);
