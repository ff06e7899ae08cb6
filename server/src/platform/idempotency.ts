import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { type ApiEnv, answerRefusal } from './http.ts';
import { refuse } from './refusal.ts';

const LIFE_HOURS = 24;
/** A request that died half-way may be sent again after this. */
const ABANDONED_SECONDS = 60;

type Row = { fingerprint: Buffer; status: number | null; body: string | null; created_at: Date };

/**
 * Honours the Idempotency-Key header of a POST for 24 h: the same key with the same request gets the first
 * answer again, with another request 422, and while the first is still at work 409. Refusals are not kept.
 * Comes after `identify`: keys of different people never meet.
 */
export function idempotent(pool: pg.Pool, clock: Clock): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const key = c.req.header('idempotency-key');
    const viewer = c.get('viewer');
    if (!key || !viewer || c.req.method !== 'POST') return next();
    if (key.length > 200) return answerRefusal(c, refuse('malformed', 'The Idempotency-Key is too long.'));
    const scope = `${viewer.id} ${c.req.path}`;
    const fingerprint = createHash('sha256')
      .update(await c.req.text())
      .digest();
    const now = clock.now();

    const claimed = await pool.query(
      `INSERT INTO idempotency_key (scope, key, fingerprint, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, body = NULL, created_at = excluded.created_at
         WHERE idempotency_key.created_at < $5 OR (idempotency_key.status IS NULL AND idempotency_key.created_at < $6)`,
      [scope, key, fingerprint, now, hoursBefore(now, LIFE_HOURS), secondsBefore(now, ABANDONED_SECONDS)],
    );
    if (claimed.rowCount === 0) {
      const { rows } = await pool.query<Row>('SELECT * FROM idempotency_key WHERE scope = $1 AND key = $2', [
        scope,
        key,
      ]);
      const before = rows[0];
      if (!before) return answerRefusal(c, refuse('request_in_progress'));
      if (!before.fingerprint.equals(fingerprint)) return answerRefusal(c, refuse('idempotency_mismatch'));
      if (before.status === null) return answerRefusal(c, refuse('request_in_progress'));
      c.header('Idempotent-Replayed', 'true');
      c.header('Content-Type', 'application/json; charset=utf-8');
      return c.body(before.body ?? '', before.status as ContentfulStatusCode);
    }
    await next();
    if (c.res.ok) {
      const text = await c.res.clone().text();
      await pool.query('UPDATE idempotency_key SET status = $3, body = $4 WHERE scope = $1 AND key = $2', [
        scope,
        key,
        c.res.status,
        text,
      ]);
    } else {
      await pool.query('DELETE FROM idempotency_key WHERE scope = $1 AND key = $2', [scope, key]);
    }
    return undefined;
  };
}

/** Forgets keys past their life. */
export async function sweepIdempotencyKeys(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query('DELETE FROM idempotency_key WHERE created_at < $1', [hoursBefore(now, LIFE_HOURS)]);
}

function hoursBefore(at: Date, hours: number): Date {
  return secondsBefore(at, hours * 3600);
}

function secondsBefore(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1000);
}
