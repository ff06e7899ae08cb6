import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { secondsAfter } from '../clock.ts';
import type { Platform } from '../platform.ts';
import type { Queryable, Tx } from '../postgres/database.ts';
import { isRefusal, Problem, type Refusal, refuse, unwrap } from '../refusal.ts';
import { type ApiContext, requireViewer } from './http.ts';

const LIFE_SECONDS = 86_400;
const LONGEST_KEY = 200;

type Needs = Pick<Platform, 'db' | 'clock' | 'config'>;
/**
 * A request with its Idempotency-Key. The same key of another person or call is another key. `accepted`: the fingerprints
 * with each listed secret, because the key may have been stored before a rotation.
 */
type Keyed = { scope: string; key: string; fingerprint: Buffer; accepted: Buffer[]; at: Date };
/** `answer`: the first answer as JSON. Null before there is one. */
type Claim = { operationId: string; answer: string | null };
type Row = { fingerprint: Buffer; operation_id: string; answer: string | null };

/**
 * Runs `work` once for an Idempotency-Key. Work and answer are stored in one transaction, so that an interruption
 * leaves nothing. The same request gets the first answer for 24 h, another one `idempotency_mismatch`. Refusals are not
 * stored. `work` may use only `tx`.
 * @throws Problem with the refusal.
 */
export async function answerOnce<T>(
  c: ApiContext,
  platform: Needs,
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T> {
  const keyed = await readKey(c, platform);
  if (!keyed) return unwrap(await platform.db.transaction(work)) as T;
  const done = unwrap(
    await platform.db.transaction(async (tx) => {
      const claim = await take(tx, keyed);
      if (isRefusal(claim)) return claim;
      if (claim.answer !== null) return { answer: claim.answer };
      const value = await work(tx);
      if (isRefusal(value)) return value;
      await keepAnswer(tx, keyed, value);
      return { value };
    }),
  );
  return 'answer' in done ? repeat<T>(c, done.answer) : done.value;
}

/**
 * As `answerOnce`, for work that calls other services and cannot be one transaction. After an interruption the next
 * request continues it. `work` must be repeatable, and makes its keys from `operationId`. `body` identifies the
 * request.
 * @throws Problem with the refusal.
 */
export async function resumeOnce<T>(
  c: ApiContext,
  platform: Needs,
  work: (operationId: string) => Promise<T | Refusal>,
  body?: Uint8Array,
): Promise<T> {
  const { db } = platform;
  const keyed = await readKey(c, platform, body);
  if (!keyed) return unwrap(await work(randomUUID())) as T;
  const claim = unwrap(await db.transaction((tx) => take(tx, keyed)));
  if (claim.answer !== null) return repeat<T>(c, claim.answer);
  const value = await work(claim.operationId);
  if (isRefusal(value)) {
    await db.orm.execute(sql`
      DELETE FROM idempotency_key WHERE scope = ${keyed.scope} AND key = ${keyed.key} AND answer IS NULL`);
    throw new Problem(value);
  }
  await keepAnswer(db.orm, keyed, value);
  return value;
}

/** Deletes old Idempotency-Keys; `from`: connections without short limits. */
export async function sweepIdempotencyKeys(from: pg.Pool, now: Date): Promise<void> {
  await from.query('DELETE FROM idempotency_key WHERE created_at < $1', [secondsAfter(now, -LIFE_SECONDS)]);
}

async function readKey(
  c: ApiContext,
  { clock, config }: Needs,
  body?: Uint8Array,
): Promise<Keyed | undefined> {
  const key = c.req.header('idempotency-key');
  if (!key) return undefined;
  if (key.length > LONGEST_KEY) throw new Problem(refuse('malformed', 'The Idempotency-Key is too long.'));
  const scope = `${requireViewer(c).id} ${c.req.path}`;
  // With a simple hash, a reader of the table could guess the body.
  const content = body ?? (await c.req.text());
  const fingerprintWith = (secret: string) =>
    createHmac('sha256', secret).update(`idempotency ${scope}\n`).update(content).digest();
  const { newest, all } = config.secrets.code;
  const fingerprint = fingerprintWith(newest);
  const older = all.slice(1).map(fingerprintWith);
  return { scope, key, fingerprint, accepted: [fingerprint, ...older], at: clock.now() };
}

/**
 * Reserves the idempotency key, or finds it. Waits for another transaction with it. Refusal: `idempotency_mismatch`.
 */
async function take(tx: Tx, { scope, key, fingerprint, accepted, at }: Keyed): Promise<Claim | Refusal> {
  const claimed = await tx.execute<{ operation_id: string }>(sql`
    INSERT INTO idempotency_key (scope, key, fingerprint, created_at)
    VALUES (${scope}, ${key}, ${fingerprint}, ${at})
    ON CONFLICT (scope, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, operation_id = excluded.operation_id, answer = NULL, created_at = excluded.created_at
      WHERE idempotency_key.created_at < ${secondsAfter(at, -LIFE_SECONDS)}
    RETURNING operation_id`);
  const [fresh] = claimed.rows;
  if (fresh) return { operationId: fresh.operation_id, answer: null };
  const { rows } = await tx.execute<Row>(sql`
    SELECT fingerprint, operation_id, answer FROM idempotency_key WHERE scope = ${scope} AND key = ${key}`);
  const [before] = rows;
  // The transaction that reserved the key had locked the row, so the row must exist.
  if (!before) throw new Error('a claimed key is missing');
  if (!accepted.some((each) => each.equals(before.fingerprint))) return refuse('idempotency_mismatch');
  return { operationId: before.operation_id, answer: before.answer };
}

async function keepAnswer(db: Queryable, { scope, key }: Keyed, value: unknown): Promise<void> {
  await db.execute(sql`
    UPDATE idempotency_key SET answer = ${JSON.stringify(value)} WHERE scope = ${scope} AND key = ${key}`);
}

function repeat<T>(c: ApiContext, answer: string): T {
  c.header('Idempotent-Replayed', 'true');
  return JSON.parse(answer) as T;
}
