import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { StartupProblem } from '../startup-problem.ts';
import { IS_WRITABLE, isDatabaseDown } from './database.ts';

const PAUSE_MS = 500;
const READ_ONLY = 'it takes no writes: DATABASE_URL leads to a standby';

/**
 * Waits until a database that starts (or becomes the main server) accepts queries and writes. Logs the waiting once.
 * @throws StartupProblem after `seconds`. Another problem, such as a wrong password, fails at once.
 */
export async function waitForDatabase(
  pool: pg.Pool,
  { log, signal, seconds = 60 }: { log: Pick<Logger, 'warn'>; signal: AbortSignal; seconds?: number },
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      const { rows } = await pool.query<{ writable: boolean }>(IS_WRITABLE);
      if (rows[0]?.writable) return;
      if (performance.now() > end)
        throw new StartupProblem(`The database is read-only: ${READ_ONLY}. Set it to the primary.`);
      if (!hasSaid) log.warn(`the database is read-only, ${READ_ONLY}; it is waited for, up to ${seconds} s`);
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      const reason = error instanceof Error && error.message ? error.message : String(error);
      if (performance.now() > end) {
        throw new StartupProblem(
          `The database does not answer (${reason}). Start PostgreSQL, or set DATABASE_URL.`,
        );
      }
      if (!hasSaid)
        log.warn(`the database does not answer yet (${reason}); it is waited for, up to ${seconds} s`);
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}
