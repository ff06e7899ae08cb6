import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { isDiskFull } from '../files/disk-full.ts';
import type { Platform } from '../platform.ts';
import { IS_WRITABLE } from '../postgres/database.ts';
import { isSchemaFit } from '../postgres/migrate.ts';

/** A database that hangs is as bad as one that is away, and whoever asks about it does not wait for long. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * `/healthz`: the process is alive. `/readyz`: database, also for writing, migrations and jobs are as they should be; 503 names what is not,
 * within some two seconds even when the database accepts connections and says nothing. `/readyz?for=reading`: whether this
 * process answers at all, at once: kept pages and pages without data stay up without the database, and what wants it is refused in
 * words. `details`: what else operators should know, and does not keep anybody away.
 */
export function healthRoutes({ config, db, jobs }: Platform, details: () => object = () => ({})) {
  /** Whether the database's migrations are those of this checkout, or newer ones that only add; undefined when it does not answer. */
  const isFit = () =>
    isSchemaFit((text) =>
      // Gives the connection up as well, so that repeated questions do not take all of them.
      db.pool.query({ text, query_timeout: ANSWER_LIMIT_MS } as { text: string }),
    );

  /** Whether the database takes writes, which a standby does not. */
  const isWritable = async () => {
    const query = { text: IS_WRITABLE, query_timeout: ANSWER_LIMIT_MS } as { text: string };
    const { rows } = await db.pool.query<{ writable: boolean }>(query);
    return rows[0]?.writable === true;
  };

  const isReady = async () => {
    const [fit, writable, hasJobs, isFull] = await Promise.all([
      inTime(isFit()),
      inTime(isWritable()),
      inTime(jobs.isReady()),
      inTime(isDiskFull(config.dataDirectory)),
    ]);
    // Whoever reads still gets answers: a full disk is a detail.
    const disk = isFull ? { disk: 'full' } : {};
    const parts = { database: fit !== undefined, migrations: fit ?? false, jobs: hasJobs ?? false };
    const readOnly = writable === false ? { read_only: true } : {};
    const ready = Object.values(parts).every(Boolean) && writable === true;
    return { ready, ...parts, ...readOnly, ...disk, ...details() };
  };
  let asked: ReturnType<typeof isReady> | undefined;
  /** The question that is being asked is everybody's, however many ask. */
  const askOnce = () => {
    asked ??= isReady().finally(() => {
      asked = undefined;
    });
    return asked;
  };

  return new Hono()
    .get('/healthz', (c) => c.text('alive\n', 200, HEADERS))
    .get('/readyz', async (c) => {
      if (c.req.query('for') === 'reading') return c.json({ ready: true }, 200, HEADERS);
      const state = await askOnce();
      return c.json(state, state.ready ? 200 : 503, HEADERS);
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
