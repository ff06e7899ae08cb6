import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { MyRegistration, Registration } from '@vialproof/contract/registrations';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { TestRequestRecord } from '../orders/orders.service.ts';
import type { RegistrationRow, WithdrawalRow } from './registrations.tables.ts';
import { discountDueCents, isAwaited, stateOf } from './rules/withdrawals.ts';

/** What everybody may know about the registration of a public test. */
export function presentRegistration(
  request: TestRequestRecord,
  registered: RegistrationRow | undefined,
): Registration {
  return {
    state: stateOf(request, registered),
    at: registered?.at.toISOString() ?? null,
    log_index: registered?.logIndex ?? null,
  };
}

/** What owner and group may know about the registration of a test, and what the owner may do. */
export function presentOwn(
  known: {
    request: TestRequestRecord;
    registered: RegistrationRow | undefined;
    withdrawn: WithdrawalRow | undefined;
  },
  {
    isOwner,
    isTooLate,
    paymentStatus,
  }: { isOwner: boolean; isTooLate: boolean; paymentStatus: PaymentStatus | null },
): MyRegistration {
  const { request, registered, withdrawn } = known;
  const mayChange =
    isOwner &&
    request.groupTestId === null &&
    request.status !== 'cancelled' &&
    (request.visibility === 'private' || !isTooLate);
  const isWaiting = withdrawn && isAwaited(withdrawn, request, isTooLate);
  return {
    ...presentRegistration(request, registered),
    withdrawn_at: isoOf(registered?.withdrawnAt),
    may_change: mayChange,
    discount_due_cents: mayChange ? discountDueCents(request, withdrawn) : 0,
    to_pay:
      mayChange && isWaiting
        ? { id: withdrawn.id, amount_cents: withdrawn.amountCents, payment_status: paymentStatus }
        : null,
  };
}
