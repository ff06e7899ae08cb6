import { readPair } from '@vialproof/science/measurement/typed-pair';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { listIssuedRevisions } from '../certificates/certificates.service.ts';
import { findVerifiable, readKey, type VerifiableRequest } from '../orders/orders.service.ts';
import { isSameKey, readTaskNumber } from './verification.rules.ts';
import type { VerificationContext } from './verification.service.ts';

/** Compared when there is no such task, so that the work is the same. It has no key's length, so nothing equals it. */
const NO_KEY = '';
/** Asked for when there is no such task, for the same reason. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** `revisions`: of every certificate that was issued. */
export type VerifiedRequest = VerifiableRequest & { revisions: number[] };

/**
 * The paid test that number and key belong to, in any writing in which people copy them. Refuses verification_failed alike,
 * with the same work, for something that is no number, a number without a paid test, a wrong key, and a revision that was never
 * issued.
 */
export async function selectVerified(
  { orders, certificates }: VerificationContext,
  typed: { taskNumber: string; uniqueKey: string; revision: number | undefined },
): Promise<VerifiedRequest | Refusal> {
  const { taskNumber, uniqueKey } = readPair(typed.taskNumber, typed.uniqueKey);
  const request = await findVerifiable(orders, readTaskNumber(taskNumber));
  const revisions = await listIssuedRevisions(certificates, request?.id ?? NO_ID);
  const isRight = isSameKey(readKey(uniqueKey), request?.uniqueKey ?? NO_KEY);
  const isIssued = typed.revision === undefined || revisions.includes(typed.revision);
  return request && isRight && isIssued ? { ...request, revisions } : refuse('verification_failed');
}
