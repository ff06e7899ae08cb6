import type { Tx } from '../../platform/database.ts';
import { CLOSE_PAGE, type RegistrationsContext } from './registrations.context.ts';
import type { WithdrawalRow } from './registrations.tables.ts';

/** Has the payment page of a withdrawal closed once `tx` is committed: providers are not asked inside a transaction. */
export async function closePageSoon(
  { platform }: RegistrationsContext,
  tx: Tx,
  withdrawn: WithdrawalRow | undefined,
): Promise<void> {
  if (withdrawn?.paymentId === null) await platform.jobs.send(tx, CLOSE_PAGE, { withdrawalId: withdrawn.id });
}
