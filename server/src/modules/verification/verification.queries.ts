import { readPair } from '@vialproof/contract/typed-pair';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { readKey } from '../orders/orders.service.ts';
import type { VerificationContext } from './verification.context.ts';
import { isSameKey, readTaskNumber } from './verification.rules.ts';
import { findVerifiable, type VerifiableRow } from './verification.store.ts';

/** Compared when there is no such task, so that the work is the same. It has no key's length, so nothing equals it. */
const NO_KEY = '';

/**
 * The test that number and key belong to, in any writing in which people copy them. Refuses verification_failed alike, with the same work, for a number that is none, a
 * number without a paid test, a wrong key, and a revision that was never issued.
 */
export async function selectVerified(
  { platform }: VerificationContext,
  typed: { taskNumber: string; uniqueKey: string; revision: number | undefined },
): Promise<VerifiableRow | Refusal> {
  const { taskNumber, uniqueKey } = readPair(typed.taskNumber, typed.uniqueKey);
  const row = await findVerifiable(platform.db.pool, readTaskNumber(taskNumber));
  const isRight = isSameKey(readKey(uniqueKey), row?.unique_key ?? NO_KEY);
  const isIssued = typed.revision === undefined || row?.revisions.includes(typed.revision);
  return row && isRight && isIssued ? row : refuse('verification_failed');
}
