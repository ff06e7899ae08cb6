import { ConfigError } from './config/config.ts';
import { saysDiskFull } from './files/disk-full.ts';
import { type AddressSetting, isPoolerInBetween, poolerSentence } from './postgres/connection-settings.ts';
import { sqlState } from './postgres/database.ts';
import { NewerDatabase } from './postgres/migrate.ts';
import { StartupProblem } from './startup-problem.ts';

export const DISK_FULL = 'The disk is full. Make room and start again.';

/** Errors of PostgreSQL that an operator can solve. */
const REFUSALS: Record<string, (reason: string, setting: AddressSetting) => string> = {
  '42501': (reason, setting) =>
    `The role in ${setting} may not do this (${reason}). Run 'npm run admin -- migrate' as the role that owns the tables: it brings the database to this release and gives the role that serves its rights.`,
  '25006': (reason, setting) =>
    `The database is read-only (${reason}): ${setting} leads to a standby. Set it to the primary.`,
  '28P01': (reason, setting) => `PostgreSQL does not let us in (${reason}). Set the password in ${setting}.`,
  '28000': (reason, setting) =>
    `PostgreSQL does not let us in (${reason}). Look at ${setting} and pg_hba.conf.`,
};

/** The sentence for the operator, who has used this setting. Undefined for a programming error. */
export function plainWords(error: unknown, setting: AddressSetting = 'DATABASE_URL'): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ([ConfigError, StartupProblem, NewerDatabase].some((kind) => error instanceof kind))
    return error.message;
  if (saysDiskFull(error)) return DISK_FULL;
  if (isPoolerInBetween(error)) return poolerSentence(messageOf(error), setting);
  return REFUSALS[sqlState(error) ?? '']?.(messageOf(error), setting);
}

/** PostgreSQL's own message. */
function messageOf(error: Error): string {
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
