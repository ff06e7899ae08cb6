import { onTestFinished } from 'vitest';
import { openPlatform } from '../app/open-platform.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log.ts';
import { reachDatabase, requireNotifications } from '../platform/postgres/check-addresses.ts';
import { newPath } from './installation.ts';
import { asOwner, testDatabase } from './test-database.ts';

export const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Gives the serving role a limit in this database. */
export async function limitRole(databaseUrl: string, name: string, value: string): Promise<void> {
  const database = nameOf(databaseUrl);
  await asOwner({ databaseUrl }, `ALTER ROLE vialproof_app IN DATABASE ${database} SET ${name} = ${value}`);
}

/** Gives the serving role the limits that requests need. */
export async function limitRequests(databaseUrl: string): Promise<void> {
  await limitRole(databaseUrl, 'statement_timeout', '2000');
  await limitRole(databaseUrl, 'idle_in_transaction_session_timeout', '60000');
}

export async function limitedDatabase(): Promise<string> {
  const url = await testDatabase();
  await limitRequests(url);
  return url;
}

/** Starts with these addresses. Returns the words with which the start ends, or undefined. */
export async function start(databaseUrl: string, directDatabaseUrl?: string): Promise<string | undefined> {
  const config = loadConfig({ DATA_DIR: await newPath('data') });
  const log = createLogger('silent');
  const platform = await openPlatform({
    config,
    log,
    databaseUrl,
    directDatabaseUrl,
    port: () => 0,
    superviseJobs: false,
    listens: false,
  });
  onTestFinished(() => platform.close());
  try {
    await reachDatabase(platform, { log, signal: new AbortController().signal, seconds: 0 });
    await requireNotifications(platform);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
