import { createHash } from 'node:crypto';
import type { Tx } from '../platform/postgres/database.ts';
import { findKeyedAnswer, insertKeyedAnswer, tryIdempotencyLock } from './idempotency.store.ts';
import type { SandboxContext } from './provider.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;

/**
 * Runs `work` once for each idempotency key, and repeats its answer for a day. 'busy': another call with this key is
 * running. 'differs': the key belongs to another `request`.
 */
export async function answerOnce(
  { clock }: SandboxContext,
  tx: Tx,
  { key, request, status }: { key: string; request: string; status: number },
  work: () => Promise<object>,
): Promise<{ body: object; isReplayed: boolean } | 'busy' | 'differs'> {
  if (!(await tryIdempotencyLock(tx, key))) return 'busy';
  const now = clock.now();
  const fingerprint = createHash('sha256').update(request).digest('hex');
  const earlier = await findKeyedAnswer(tx, key, new Date(now.getTime() - DAY_MILLISECONDS));
  if (earlier)
    return earlier.fingerprint === fingerprint ? { body: earlier.body, isReplayed: true } : 'differs';
  const body = await work();
  await insertKeyedAnswer(tx, { key, fingerprint, status, body, createdAt: now });
  return { body, isReplayed: false };
}
