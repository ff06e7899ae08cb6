import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { type Refusal, refuse } from './refusal.ts';

export type Limit = { points: number; seconds: number };
/** One counter: of what, whose, and how far it may go. */
type Counter = { name: string; key: string; limit: Limit };
export type Limits = ReturnType<typeof createLimits>;

function refuseFor(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse('rate_limited', `Too many tries. Please wait ${waitWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

const LONGEST_IN_SECONDS = 120;
const LONGEST_IN_MINUTES = 120;

/** How long that is: '54 s', '12 minutes', '24 hours'. */
export function waitWords(seconds: number): string {
  if (seconds <= LONGEST_IN_SECONDS) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= LONGEST_IN_MINUTES ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * Takes a point of each of the first counters, and reads the others. Rows are taken in the order of their keys, so that two
 * statements never wait for each other. Does not wait for the disk: a crash may forget the tries of its last moment.
 */
const COUNT = {
  name: 'limits_count',
  text: `
    WITH unsynced AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
    taken AS (
      INSERT INTO rate_limit AS counter (key, points, expire)
      SELECT asked.key, 1, asked.expire FROM unnest($1::varchar[], $2::bigint[]) AS asked (key, expire) ORDER BY asked.key
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN counter.expire <= $3 THEN 1 ELSE counter.points + 1 END,
        expire = CASE WHEN counter.expire <= $3 THEN excluded.expire ELSE counter.expire END
      RETURNING key, points, expire
    )
    SELECT key, points, expire FROM taken, unsynced
    UNION ALL SELECT key, points, expire FROM rate_limit WHERE key = ANY ($4::varchar[]) AND expire > $3`,
};

/**
 * Counters in PostgreSQL, so that they hold across instances and restarts. Keys are kept as HMAC-SHA256 by `secret`, so that no counter names
 * an address or an account. Each call is a transaction of its own: what was
 * tried counts, whatever becomes of the caller's work.
 */
export function createLimits(pool: pg.Pool, secret: string, clock: Clock) {
  const keyOf = ({ name, key }: { name: string; key: string }) =>
    `${name}:${createHmac('sha256', secret).update(key).digest('base64url')}`;

  /**
   * Takes one point of each of `take` and looks at each of `look`, in one statement, for the call that must not wait for
   * the database four times. Returns the refusal of whichever had none left, and what the others have left, in their order.
   */
  async function together({ take, look }: { take: Counter[]; look: Counter[] }): Promise<{
    refusals: (Refusal | undefined)[];
    left: number[];
  }> {
    const now = clock.now().getTime();
    const expiries = take.map(({ limit }) => now + limit.seconds * 1000);
    const values = [take.map(keyOf), expiries, now, look.map(keyOf)];
    const { rows } = await pool.query<{ key: string; points: number; expire: number }>({ ...COUNT, values });
    const states = new Map(rows.map((row) => [row.key, row]));
    return {
      refusals: take.map((counter) => {
        const { points = 0, expire = 0 } = states.get(keyOf(counter)) ?? {};
        return points > counter.limit.points ? refuseFor(expire - now) : undefined;
      }),
      left: look.map((counter) =>
        Math.max(0, counter.limit.points - (states.get(keyOf(counter))?.points ?? 0)),
      ),
    };
  }

  return {
    together,
    /** Takes one of `limit.points` for `key`; a refusal with the seconds to wait when none is left. */
    async take(name: string, key: string, limit: Limit): Promise<Refusal | undefined> {
      const { refusals } = await together({ take: [{ name, key, limit }], look: [] });
      return refusals[0];
    },
    async forget(name: string, key: string): Promise<void> {
      await pool.query('DELETE FROM rate_limit WHERE key = $1', [keyOf({ name, key })]);
    },
    /** Deletes counters that have run out; `from`: a pool whose statements may take long. */
    async sweep(from: pg.Pool, now: Date): Promise<void> {
      await from.query('DELETE FROM rate_limit WHERE expire < $1', [now.getTime()]);
    },
  };
}
