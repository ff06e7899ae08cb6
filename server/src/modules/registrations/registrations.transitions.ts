import type { Tx } from '../../platform/database.ts';
import type { RegistrationsContext } from './registrations.context.ts';
import type { WithdrawalRow } from './registrations.tables.ts';
import { subjectOf } from './rules/withdrawals.ts';

/** Has the payment page of a withdrawal closed once `tx` is committed, unless it is paid. */
export async function closePageSoon(
  { payments }: RegistrationsContext,
  tx: Tx,
  withdrawn: WithdrawalRow | undefined,
): Promise<void> {
  if (withdrawn?.paymentId === null) await payments.closeCheckoutSoon(tx, subjectOf(withdrawn.id));
}
