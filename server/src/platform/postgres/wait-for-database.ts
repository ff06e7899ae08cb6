import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { plainWords } from '../plain-words.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type AddressSetting, isPoolerInBetween } from './connection-settings.ts';
import { IS_WRITABLE, isDatabaseDown } from './database.ts';

const PAUSE_MS = 500;

export type Waiting = {
  log: Pick<Logger, 'warn'>;
  signal: AbortSignal;
  seconds?: number;
  /** The setting that names the address. */
  setting?: AddressSetting;
};

/**
 * Waits until a database that starts (or becomes the main server) accepts queries and writes. Logs the waiting once.
 * @throws StartupProblem after `seconds`. Another problem, such as a wrong password or a pooler, fails at once.
 */
export async function waitForDatabase(
  pool: pg.Pool,
  { log, signal, seconds = 60, setting = 'DATABASE_URL' }: Waiting,
): Promise<void> {
  const readOnly = `it takes no writes: ${setting} leads to a standby`;
  const end = performance.now() + seconds * 1_000;
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      const { rows } = await pool.query<{ writable: boolean }>(IS_WRITABLE);
      if (rows[0]?.writable) return;
      if (performance.now() > end)
        throw new StartupProblem(`The database is read-only: ${readOnly}. Set it to the primary.`);
      if (!hasSaid) log.warn(`the database is read-only, ${readOnly}; it is waited for, up to ${seconds} s`);
    } catch (error) {
      if (!isDatabaseDown(error) || isPoolerInBetween(error)) {
        const words = plainWords(error, setting);
        throw words ? new StartupProblem(words) : error;
      }
      const reason = error instanceof Error && error.message ? error.message : String(error);
      if (performance.now() > end) {
        throw new StartupProblem(
          `The database does not answer (${reason}). Start PostgreSQL, or set ${setting}.`,
        );
      }
      if (!hasSaid)
        log.warn(`the database does not answer yet (${reason}); it is waited for, up to ${seconds} s`);
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}
