import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { systemClock } from './clock.ts';
import { connectionSettings, type DatabaseLimits } from './database.ts';
import { type Refusal, refuse } from './refusal.ts';

export type Limit = { points: number; seconds: number };
/** One counter: of what, whose, and how far it may go. */
type Counter = { name: string; key: string; limit: Limit };
export type Limits = ReturnType<typeof createLimits>;

/**
 * Connections for counters alone. A crash may forget the tries of its last moment, which harms nobody, while waiting for
 * the disk at each try makes everybody's sign-in slower.
 */
export function openLimitsPool(
  databaseUrl: string,
  limits: DatabaseLimits,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionSettings(databaseUrl, limits),
    max: 6,
    onConnect: async (client) => void (await client.query('SET synchronous_commit = off')),
  });
  // As the other pool: one that the server ends must not end the process, not even while it is closed.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => undefined);
  return pool;
}

const keyOf = ({ name, key }: Counter) => `${name}:${key.slice(0, 200)}`;

function refuseFor(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse('rate_limited', `Too many tries. Please wait ${seconds} s.`, { retryAfterSeconds: seconds });
}

/**
 * What rate-limiter-flexible does to one row, to several at once. Rows are taken in the order of their keys, so that two
 * statements never wait for each other.
 */
const TOGETHER = {
  name: 'limits_together',
  text: `
    WITH taken AS (
      INSERT INTO rate_limit AS counter (key, points, expire)
      SELECT asked.key, 1, asked.expire FROM unnest($1::varchar[], $2::bigint[]) AS asked (key, expire) ORDER BY asked.key
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN counter.expire <= $3 THEN 1 ELSE counter.points + 1 END,
        expire = CASE WHEN counter.expire <= $3 THEN excluded.expire ELSE counter.expire END
      RETURNING key, points, expire
    )
    SELECT key, points, expire FROM taken
    UNION ALL SELECT key, points, expire FROM rate_limit WHERE key = ANY ($4::varchar[]) AND expire > $3`,
};

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
        return refuseFor(error.msBeforeNext);
      }
    },
    /**
     * Takes one point of each of `take` and looks at each of `look`, in one statement, for the call that must not wait for
     * the database four times. Answers the refusal of whichever had none left, and what the others have left, in their order.
     */
    async together({ take, look }: { take: Counter[]; look: Counter[] }): Promise<{
      refusals: (Refusal | undefined)[];
      left: number[];
    }> {
      const now = systemClock.now().getTime();
      const expiries = take.map(({ limit }) => now + limit.seconds * 1000);
      const values = [take.map(keyOf), expiries, now, look.map(keyOf)];
      const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
        ...TOGETHER,
        values,
      });
      const states = new Map(rows.map((row) => [row.key, row]));
      return {
        refusals: take.map((counter) => {
          const { points = 0, expire = '0' } = states.get(keyOf(counter)) ?? {};
          return points > counter.limit.points ? refuseFor(Number(expire) - now) : undefined;
        }),
        left: look.map((counter) =>
          Math.max(0, counter.limit.points - (states.get(keyOf(counter))?.points ?? 0)),
        ),
      };
    },
    async forget(name: string, key: string, limit: Limit): Promise<void> {
      await limiterOf(name, limit).delete(key.slice(0, 200));
    },
    /** Throws away counters that have run out; `from`: a pool whose statements may take long. */
    async sweep(from: pg.Pool, now: Date): Promise<void> {
      await from.query('DELETE FROM rate_limit WHERE expire < $1', [now.getTime()]);
    },
  };
}
