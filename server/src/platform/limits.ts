import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, refuse } from './refusal.ts';

export type Limit = { points: number; seconds: number };
export type Limits = ReturnType<typeof createLimits>;

/**
 * Connections for counters alone. A crash may forget the tries of its last moment, which harms nobody, while waiting for
 * the disk at each try makes everybody's sign-in slower.
 */
export function openLimitsPool(databaseUrl: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 6,
    connectionTimeoutMillis: 5_000,
    onConnect: async (client) => void (await client.query('SET synchronous_commit = off')),
  });
  pool.on('error', onError);
  return pool;
}

/** Counters in PostgreSQL, so that they hold across instances and restarts. */
export function createLimits(pool: pg.Pool) {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterOf(name: string, limit: Limit): RateLimiterPostgres {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    /** Takes one of `limit.points` for `key`; a refusal with the seconds to wait when none is left. */
    async take(name: string, key: string, limit: Limit): Promise<Refusal | undefined> {
      try {
        await limiterOf(name, limit).consume(key.slice(0, 200));
        return undefined;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        return refuse('rate_limited', `Too many tries. Please wait ${seconds} s.`, {
          retryAfterSeconds: seconds,
        });
      }
    },
    /** Whether points are left for `key`, without taking one. */
    async left(name: string, key: string, limit: Limit): Promise<number> {
      const state = await limiterOf(name, limit).get(key.slice(0, 200));
      return state ? Math.max(0, limit.points - state.consumedPoints) : limit.points;
    },
    async forget(name: string, key: string, limit: Limit): Promise<void> {
      await limiterOf(name, limit).delete(key.slice(0, 200));
    },
    /** Throws away counters that have run out. */
    async sweep(now: Date): Promise<void> {
      await pool.query('DELETE FROM rate_limit WHERE expire < $1', [now.getTime()]);
    },
  };
}
