import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseDown } from './database.ts';
import type { Logger } from './log.ts';
import { StartupProblem } from './startup-problem.ts';

const PAUSE_MS = 500;

/**
 * Waits until a database that starts beside us takes queries; says so once.
 * @throws StartupProblem after `seconds`; whatever else is wrong with it (a password) at once.
 */
export async function waitForDatabase(
  pool: pg.Pool,
  { log, signal, seconds = 60 }: { log: Pick<Logger, 'warn'>; signal: AbortSignal; seconds?: number },
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      await pool.query('SELECT 1');
      return;
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
