import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { type Refusal, refuse } from './refusal.ts';

export type Limit = { points: number; seconds: number };
/** A counter with its name, key and limit. */
type Counter = [name: string, key: string, limit: Limit];
export type Limits = ReturnType<typeof createLimits>;

function refuseFor(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse('rate_limited', `Too many tries. Please wait ${waitWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

const LONGEST_IN_SECONDS = 120;
const LONGEST_IN_MINUTES = 120;

/** A duration in words: '54 s', '12 minutes'. */
export function waitWords(seconds: number): string {
  if (seconds <= LONGEST_IN_SECONDS) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= LONGEST_IN_MINUTES ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Counts a try. PostgreSQL does not wait for the disk here, so a crash may lose the last tries. */
const TAKE = `
  INSERT INTO rate_limit AS counter (key, points, expire) VALUES ($1, 1, $2)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN counter.expire <= $3 THEN 1 ELSE counter.points + 1 END,
    expire = CASE WHEN counter.expire <= $3 THEN excluded.expire ELSE counter.expire END
  RETURNING points, expire, set_config('synchronous_commit', 'off', true)`;

type State = { points: number; expire: number };

/**
 * Counters with limits in PostgreSQL, for all processes. Keys are stored as hashes, so no address can be read. A try
 * counts even if the caller's transaction fails.
 */
export function createLimits(pool: pg.Pool, secret: string, clock: Clock) {
  const keyOf = (name: string, key: string) =>
    `${name}:${createHmac('sha256', secret).update(key).digest('base64url')}`;

  return {
    /** Counts one try for `key`. If none is left: a refusal with the waiting time. */
    async take(name: string, key: string, limit: Limit): Promise<Refusal | undefined> {
      const now = clock.now().getTime();
      const values = [keyOf(name, key), now + limit.seconds * 1000, now];
      const { rows } = await pool.query<State>({ name: 'limits_take', text: TAKE, values });
      const [state] = rows;
      return state && state.points > limit.points ? refuseFor(state.expire - now) : undefined;
    },
    /** What `take` would refuse now, without counting. */
    async look(...counters: Counter[]): Promise<(Refusal | undefined)[]> {
      const now = clock.now().getTime();
      const keys = counters.map(([name, key]) => keyOf(name, key));
      const { rows } = await pool.query<State & { key: string }>(
        'SELECT key, points, expire FROM rate_limit WHERE key = ANY ($1) AND expire > $2',
        [keys, now],
      );
      return counters.map(([, , limit], index) => {
        const state = rows.find(({ key }) => key === keys[index]);
        return state && state.points >= limit.points ? refuseFor(state.expire - now) : undefined;
      });
    },
    async forget(name: string, key: string): Promise<void> {
      await pool.query('DELETE FROM rate_limit WHERE key = $1', [keyOf(name, key)]);
    },
    /** Deletes old counters. */
    async sweep(from: pg.Pool, now: Date): Promise<void> {
      await from.query('DELETE FROM rate_limit WHERE expire < $1', [now.getTime()]);
    },
  };
}
