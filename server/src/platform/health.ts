import { Hono } from 'hono';
import { readMigrations } from './migrate.ts';
import type { Platform } from './platform.ts';

type Check = { name: string; ok: boolean };

/** `/healthz`: the process is alive. `/readyz`: database, migrations and jobs are as they should be; 503 names what is not. */
export function healthRoutes({ db, jobs }: Platform) {
  async function checks(): Promise<Check[]> {
    const newest = (await readMigrations()).at(-1)?.version ?? 0;
    const applied = await db.pool
      .query<{ version: number }>('SELECT max(version) AS version FROM schema_migration')
      .then(({ rows }) => rows[0]?.version ?? 0)
      .catch(() => undefined);
    return [
      { name: 'database', ok: applied !== undefined },
      { name: 'migrations', ok: applied === newest },
      { name: 'jobs', ok: jobs.isReady() },
    ];
  }

  return new Hono()
    .get('/healthz', (c) => c.text('alive\n', 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      const results = await checks();
      const ready = results.every((check) => check.ok);
      const body = { ready, ...Object.fromEntries(results.map((check) => [check.name, check.ok])) };
      return c.json(body, ready ? 200 : 503, { 'Cache-Control': 'no-store' });
    });
}
