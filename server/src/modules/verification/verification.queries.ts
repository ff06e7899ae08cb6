import { readPair } from '@vialproof/science/measurement/typed-pair';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { listIssuedRevisions } from '../certificates/certificates.service.ts';
import { findVerifiable, readKey, type VerifiableRequest } from '../orders/orders.service.ts';
import { isSameKey, readTaskNumber } from './verification.rules.ts';
import type { VerificationContext } from './verification.service.ts';

/** If the task is unknown, the typed key is compared with this text. It equals no key, but takes the same time. */
const NO_KEY = '';
/** If the task is unknown, this id is read, so that it takes the same time. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** `revisions`: the revisions that have a certificate. */
export type VerifiedRequest = VerifiableRequest & { revisions: number[] };

/**
 * The paid test with this number and this key of its certificate. Refusal: `verification_failed` for every mistake,
 * always after the same work.
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
