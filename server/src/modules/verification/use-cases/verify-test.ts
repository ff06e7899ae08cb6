import type { Verification } from '@vialproof/contract/verification';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { readKey } from '../../orders/orders.service.ts';
import type { VerificationContext } from '../verification.context.ts';
import { presentVerification } from '../verification.presenter.ts';
import { isSameKey, readTaskNumber } from '../verification.rules.ts';
import { findVerifiable } from '../verification.store.ts';

const TRIES = { points: 10, seconds: 60 };
/** Compared when there is no such task, so that the work is the same. It has no key's length, so nothing equals it. */
const NO_KEY = '';

/**
 * What a task number with its unique key proves. Refuses rate_limited past ten tries a minute from one `address`, and
 * verification_failed alike, with the same work, for a number that is none, a number without a paid test, and a wrong key.
 */
export async function verifyTest(
  { platform, certificates }: VerificationContext,
  typed: { taskNumber: string; uniqueKey: string },
  address: string,
): Promise<Verification | Refusal> {
  const tooMany = await platform.limits.take('verify', address, TRIES);
  if (tooMany) return tooMany;
  const row = await findVerifiable(platform.db.pool, readTaskNumber(typed.taskNumber));
  const isRight = isSameKey(readKey(typed.uniqueKey), row?.unique_key ?? NO_KEY);
  if (!row || !isRight) return refuse('verification_failed');
  return presentVerification(row, await certificates.certificateStatesOf(row.id));
}
