import type { Tx } from '../../platform/postgres/database.ts';
import { closeCheckoutSoon } from '../payments/payments.service.ts';
import type { RegistrationsContext } from './registrations.service.ts';
import type { WithdrawalRow } from './registrations.tables.ts';
import { subjectOf } from './rules/withdrawals.ts';

/** Closes the payment page for a discount, unless it is paid. */
export async function closePageSoon(
  { payments }: RegistrationsContext,
  tx: Tx,
  withdrawn: WithdrawalRow | undefined,
): Promise<void> {
  if (withdrawn?.paymentId === null) await closeCheckoutSoon(payments, tx, subjectOf(withdrawn.id));
}
