import { join } from 'node:path';
import { refuseUnfinishedRestore } from '../../platform/backup/unfinished-restore.ts';
import { type Config, directSetting, loadConfig } from '../../platform/config/config.ts';
import { createLogger, type Logger } from '../../platform/log.ts';
import { plainWords } from '../../platform/plain-words.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { openPlatform } from '../open-platform.ts';
import type { CommandContext } from './command.ts';

/** The command line is wrong; the message explains it. */
export class UsageError extends Error {}

/** The platform of the installation for a command. */
export type CommandPlatform = Awaited<ReturnType<typeof openPlatform>>;

/** Commands log only warnings and errors. */
export const commandLog = ({ stdout }: CommandContext): Logger => createLogger('warn', stdout);

/** The addresses of the database: for the role that serves, and for its owner. */
type Addresses = { url: string; ownerUrl: string };

/**
 * Runs `work` on the database. The embedded database is started and stopped if no server runs. With DATABASE_URL both
 * addresses are the same, without a pooler in between: the operator chooses the role.
 */
export async function withDatabase<T>(
  {
    databaseUrl,
    directDatabaseUrl = databaseUrl,
    dataDirectory,
  }: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'dataDirectory'>,
  log: Logger,
  work: (addresses: Addresses) => Promise<T>,
): Promise<T> {
  if (directDatabaseUrl) return work({ url: directDatabaseUrl, ownerUrl: directDatabaseUrl });
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(dataDirectory, 'postgres'),
    log,
    mayShare: true,
  });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/** Runs `work` with the platform, and closes it. */
export async function withPlatform<T>(
  context: CommandContext,
  work: (platform: CommandPlatform, ownerUrl: string) => Promise<T>,
): Promise<T> {
  // Commands read whole tables, and cron sends their output by mail.
  const config = { ...loadConfig(context.env), slowQueryMs: 0 };
  const log = commandLog(context);
  refuseUnfinishedRestore(config.dataDirectory);
  return withDatabase(config, log, async ({ url, ownerUrl }) => {
    const platform = await openPlatform({
      config,
      log,
      databaseUrl: url,
      port: () => config.port,
      superviseJobs: false,
      listens: false,
    });
    try {
      return await work(platform, ownerUrl);
    } finally {
      await platform.jobs.stop(0);
      await platform.close();
    }
  });
}

/** The exit code of `work`; 1 for a failure, with a message or, for a bug, the stack. */
export async function exitCodeOf(
  { stderr, env }: CommandContext,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof UsageError ? error.message : plainWords(error, directSetting(env));
    stderr.write(`${words ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}
