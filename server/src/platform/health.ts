import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { readMigrations } from './migrate.ts';
import type { Platform } from './platform.ts';

/** A database that hangs is as bad as one that is away, and whoever asks about it does not wait for long. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * `/healthz`: the process is alive. `/readyz`: database, migrations and jobs are as they should be; 503 names what is not,
 * within some two seconds even when the database accepts connections and says nothing. `details`: what else operators
 * should know, and does not keep anybody away.
 */
export function healthRoutes({ db, jobs }: Platform, details: () => object = () => ({})) {
  /** The newest migration that the database holds; undefined when it does not answer. */
  async function appliedVersion(): Promise<number | undefined> {
    const { rows } = await db.pool.query<{ version: number | null }>({
      text: 'SELECT max(version) AS version FROM schema_migration',
      // Gives the connection up as well, so that repeated questions do not take all of them.
      query_timeout: ANSWER_LIMIT_MS,
    } as { text: string });
    return rows[0]?.version ?? 0;
  }

  return new Hono()
    .get('/healthz', (c) => c.text('alive\n', 200, HEADERS))
    .get('/readyz', async (c) => {
      const [applied, hasJobs, migrations] = await Promise.all([
        inTime(appliedVersion()),
        inTime(jobs.isReady()),
        readMigrations(),
      ]);
      const parts = {
        database: applied !== undefined,
        migrations: applied === (migrations.at(-1)?.version ?? 0),
        jobs: hasJobs ?? false,
      };
      const ready = Object.values(parts).every(Boolean);
      return c.json({ ready, ...parts, ...details() }, ready ? 200 : 503, HEADERS);
    });
}

const HEADERS = { 'Cache-Control': 'no-store' };

/** What `work` says, or undefined when it fails or takes too long. */
export async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController();
  const late = pause(ANSWER_LIMIT_MS, undefined, { signal: enough.signal }).catch(() => undefined);
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    enough.abort();
  }
}
