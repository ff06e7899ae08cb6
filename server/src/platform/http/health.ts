import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { isDiskFull } from '../files/disk-full.ts';
import type { Platform } from '../platform.ts';
import { IS_WRITABLE } from '../postgres/database.ts';
import { isSchemaFit } from '../postgres/migrate.ts';

/** A database that does not answer within this time is reported as unavailable. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * `/healthz`: the process runs. `/readyz`: database, tables and jobs work, otherwise 503 with what fails.
 * `/readyz?for=reading`: this process can answer readers. `details`: remarks that do not matter for this.
 */
export function healthRoutes({ config, db, jobs }: Platform, details: () => object = () => ({})) {
  /** Whether the database has the right tables. Undefined without an answer. */
  const isFit = () =>
    isSchemaFit((text) =>
      // Gives the connection back after the time limit, so that checks do not use up all of them.
      db.pool.query({ text, query_timeout: ANSWER_LIMIT_MS } as { text: string }),
    );

  /** Whether the database can be written. A connection to a copy (standby) is closed, so that a later one is asked. */
  const isWritable = async () => {
    const client = await db.pool.connect();
    let writable = false;
    try {
      const query = { text: IS_WRITABLE, query_timeout: ANSWER_LIMIT_MS } as { text: string };
      const { rows } = await client.query<{ writable: boolean }>(query);
      writable = rows[0]?.writable === true;
      return writable;
    } finally {
      client.release(!writable);
    }
  };

  /** While a pooler turns new connections away, closes an open one, so that a later check opens a new one. */
  const openAnother = async () => {
    if (db.pool.isTurnedAway) (await db.pool.connect()).release(true);
  };

  const isReady = async () => {
    const [fit, writable, hasJobs, isFull] = await Promise.all([
      inTime(isFit()),
      inTime(isWritable()),
      inTime(jobs.isReady()),
      inTime(isDiskFull(config.dataDirectory)),
      inTime(openAnother()),
    ]);
    // With a full disk, readers still get answers, so the state is only a remark.
    const disk = isFull ? { disk: 'full' } : {};
    const isReached = fit !== undefined && !db.pool.isTurnedAway;
    const parts = { database: isReached, migrations: fit ?? false, jobs: hasJobs ?? false };
    const readOnly = writable === false ? { read_only: true } : {};
    const ready = Object.values(parts).every(Boolean) && writable === true;
    return { ready, ...parts, ...readOnly, ...disk, ...details() };
  };
  let asked: ReturnType<typeof isReady> | undefined;
  /** If several checks run at the same time, they share one query. */
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
