import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { admin } from '../../app/commands/admin.ts';
import { call } from '../../testing/command.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { createLogger } from '../log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { prepareDatabase } from './prepare-database.ts';
import { SERVING_ROLE } from './serving-role.ts';

const SLOW = { timeout: 120_000 };
const log = createLogger('fatal');

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
}

/** A folder with a prepared database. `passwordFile` is the file with the password of the serving role. */
async function installation() {
  const directory = await scratchDirectory('embedded');
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const dataDirectory = join(directory, 'postgres');
  const tuning = { settings: { fsync: 'off' }, initdb: ['--no-sync'] };
  const start = () => startEmbeddedPostgres({ dataDirectory, log, tuning });
  const server = await start();
  await prepareDatabase(server.ownerUrl, log);
  const passwordFile = join(dataDirectory, 'cluster', `${SERVING_ROLE}.password`);
  /** Runs `work` while PostgreSQL runs. */
  const whileRunning = async <T>(work: (server: { url: string; ownerUrl: string }) => Promise<T>) => {
    const started = await start();
    return work(started).finally(started.stop);
  };
  return { directory, dataDirectory, server, passwordFile, whileRunning };
}

describe('the embedded PostgreSQL has a role that serves', SLOW, () => {
  it('a cluster of a former release gets the role and its rights at the next start, also of a command', async () => {
    const { directory, server, passwordFile, whileRunning } = await installation();
    const former = new URL(server.url).password;
    for (const statement of ['DROP OWNED BY', 'DROP ROLE'])
      await ask(server.ownerUrl, `${statement} ${SERVING_ROLE}`);
    await server.stop();
    await rm(passwordFile);
    expect(await call(admin, { DATA_DIR: directory }, 'jobs')).toEqual({
      status: 0,
      said: 'No job has failed.\n',
    });
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
    await whileRunning(async ({ url, ownerUrl }) => {
      expect(await ask(url, 'SELECT current_user')).toBe(SERVING_ROLE);
      expect(await ask(url, 'SELECT count(*)::int FROM audit_entry')).toBe(0);
      await expect(ask(url, "COPY (SELECT 1) TO PROGRAM 'id'")).rejects.toThrow('permission denied');
      const { password } = new URL(url);
      expect([former, new URL(ownerUrl).password]).not.toContain(password);
    });
  });

  it('each start keeps the password of the role and takes rights that it should not have', async () => {
    const { server, whileRunning } = await installation();
    await ask(server.ownerUrl, `ALTER ROLE ${SERVING_ROLE} SUPERUSER CREATEDB PASSWORD 'other'`);
    await ask(server.ownerUrl, `GRANT TRUNCATE ON sku TO ${SERVING_ROLE}`);
    await server.stop();
    await whileRunning(async ({ url }) => {
      expect(new URL(url).password).toBe(new URL(server.url).password);
      await expect(ask(url, 'CREATE DATABASE mine')).rejects.toThrow('permission denied');
      await expect(ask(url, 'TRUNCATE sku CASCADE')).rejects.toThrow('permission denied');
    });
  });

  it('a command is refused beside a running server of a former release', async () => {
    const { dataDirectory, server, passwordFile } = await installation();
    onTestFinished(server.stop);
    await rename(passwordFile, `${passwordFile}.away`);
    await expect(startEmbeddedPostgres({ dataDirectory, log, mayShare: true })).rejects.toThrow(
      'is of a former release. Restart it with this one first.',
    );
    await rename(`${passwordFile}.away`, passwordFile);
    const shared = await startEmbeddedPostgres({ dataDirectory, log, mayShare: true });
    expect([shared.url, shared.ownerUrl]).toEqual([server.url, server.ownerUrl]);
  });
});
