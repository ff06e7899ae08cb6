import type { RegistrationState } from '@vialproof/contract/registrations';
import type { TestRequestRecord } from '../../orders/orders.service.ts';
import type { RegistrationRow, WithdrawalRow } from '../registrations.tables.ts';

type Request = Pick<TestRequestRecord, 'visibility' | 'receivedAt'>;

/** Whether the test was public or private at first, and how that changed. */
export function stateOf(
  request: Request,
  registered: Pick<RegistrationRow, 'visibility' | 'withdrawnAt'> | undefined,
): RegistrationState {
  if (registered?.visibility === 'public' && request.visibility === 'private') return 'withheld';
  if (registered?.withdrawnAt) return 'opened_again';
  if (!registered) return request.receivedAt === null ? 'none' : 'before_registration';
  return registered.visibility === 'public' ? 'registered_public' : 'registered_private';
}

/** The part of the discount that is not paid back yet, in cents. */
export function discountDueCents(
  request: Pick<TestRequestRecord, 'basePriceCents' | 'finalPriceCents' | 'visibility' | 'groupTestId'>,
  withdrawn: Pick<WithdrawalRow, 'paymentId'> | undefined,
): number {
  if (request.groupTestId !== null || request.visibility === 'private' || withdrawn?.paymentId) return 0;
  return Math.max(0, request.basePriceCents - request.finalPriceCents);
}

/** The name of a paid back discount in the module payments. */
export const subjectOf = (id: string) => ({ kind: 'withdrawal' as const, id });

/** Whether the owner may still pay: private is wanted, not paid, and still possible. */
export const isAwaited = (
  { droppedAt, paymentId }: Pick<WithdrawalRow, 'droppedAt' | 'paymentId'>,
  request: Pick<TestRequestRecord, 'visibility' | 'status'>,
  isTooLate: boolean,
): boolean =>
  droppedAt === null &&
  paymentId === null &&
  request.visibility === 'public' &&
  request.status !== 'cancelled' &&
  !isTooLate;

type PaymentFacts = { id: string; receivedCents: number; isKept: boolean };

/** In what way a paid back discount disagrees with its payments. Undefined if they agree. */
export function contradiction(
  withdrawn: Pick<WithdrawalRow, 'paymentId'>,
  request: Pick<TestRequestRecord, 'taskNumber' | 'status'>,
  payments: PaymentFacts[],
): string | undefined {
  const say = (words: string) => `Of test ${request.taskNumber} ${words}.`;
  const own = payments.find(({ id }) => id === withdrawn.paymentId);
  if (withdrawn.paymentId !== null && (own?.receivedCents ?? 0) === 0)
    return say('the discount counts as paid back, but nothing was paid');
  if (payments.some((payment) => payment !== own && payment.isKept))
    return say('money for making it private is kept, though it did not make it private');
  return own && request.status === 'cancelled' && own.isKept
    ? say('the discount that was paid back is kept, though the order was cancelled')
    : undefined;
}
