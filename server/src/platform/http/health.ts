import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { isDiskFull } from '../files/disk-full.ts';
import type { Platform } from '../platform.ts';
import { IS_WRITABLE } from '../postgres/database.ts';
import { isSchemaFit } from '../postgres/migrate.ts';

/** A silent database counts as unavailable after this time. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * `/healthz`: the process runs. `/readyz`: database, migrations and jobs work; otherwise 503 with the failing parts.
 * `/readyz?for=reading`: whether this process can answer anything. `details`: remarks that do not matter for this.
 */
export function healthRoutes({ config, db, jobs }: Platform, details: () => object = () => ({})) {
  /** Whether the database has the right migrations; undefined without an answer. */
  const isFit = () =>
    isSchemaFit((text) =>
      // The connection is given back, so that checks do not use up all of them.
      db.pool.query({ text, query_timeout: ANSWER_LIMIT_MS } as { text: string }),
    );

  /** Whether the database accepts writes; a standby does not. */
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
    // Readers still get answers, so a full disk is only a detail.
    const disk = isFull ? { disk: 'full' } : {};
    const parts = { database: fit !== undefined, migrations: fit ?? false, jobs: hasJobs ?? false };
    const readOnly = writable === false ? { read_only: true } : {};
    const ready = Object.values(parts).every(Boolean) && writable === true;
    return { ready, ...parts, ...readOnly, ...disk, ...details() };
  };
  let asked: ReturnType<typeof isReady> | undefined;
  /** Checks at the same time share one query. */
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

/** The result of `work`; undefined if it fails or takes too long. */
export async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController();
  const late = pause(ANSWER_LIMIT_MS, undefined, { signal: enough.signal }).catch(() => undefined);
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    enough.abort();
  }
}
