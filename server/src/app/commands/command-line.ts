import { join } from 'node:path';
import { refuseUnfinishedRestore } from '../../platform/backup/unfinished-restore.ts';
import { type Config, ConfigError } from '../../platform/config.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { createLogger } from '../../platform/log.ts';
import { NewerDatabase } from '../../platform/migrate.ts';
import { StartupProblem } from '../../platform/startup-problem.ts';
import { openPlatform } from '../open-platform.ts';

/** The words of the command make no sense; the message shows how it is called. */
export class UsageError extends Error {}

/** What a command is done with: the platform of the installation that the settings name, beside a server that may run. */
export type CommandPlatform = Awaited<ReturnType<typeof openPlatform>>;

/** What commands say in the log: warnings and errors. */
export const commandLog = createLogger('warn');

/** Runs `work` on the database. An embedded one is started when no server serves it, and stopped afterwards. */
export async function withDatabase<T>(
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(databaseUrl);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(dataDirectory, 'postgres'),
    log: commandLog,
    mayShare: true,
  });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Runs `work` with the platform and closes it afterwards. */
export async function withPlatform<T>(
  config: Config,
  work: (platform: CommandPlatform) => Promise<T>,
): Promise<T> {
  refuseUnfinishedRestore(config.dataDirectory);
  return withDatabase(config, async (databaseUrl) => {
    const platform = await openPlatform({
      config,
      log: commandLog,
      databaseUrl,
      port: () => config.port,
      superviseJobs: false,
    });
    try {
      return await work(platform);
    } finally {
      await platform.jobs.stop(0);
      await platform.close();
    }
  });
}

/** Runs a command to its exit code: 1 with a sentence where it failed for a reason that a person can mend, or the stack. */
export async function runToExit(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isPlain = [ConfigError, StartupProblem, NewerDatabase, UsageError].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(
      `${error instanceof Error ? (isPlain ? error.message : error.stack) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
