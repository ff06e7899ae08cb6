import { isRefusal } from '../../../platform/refusal.ts';
import type { RegistrationsContext } from '../registrations.context.ts';
import { whyTooLate } from '../registrations.queries.ts';
import { findWithdrawal } from '../registrations.store.ts';
import { isAwaited, subjectOf } from '../rules/withdrawals.ts';

/** Closes the page of a withdrawal, unless its owner waits for it again. Throws while the provider does not answer. */
export async function closePage(ctx: RegistrationsContext, withdrawalId: string): Promise<void> {
  const { orders, payments, platform } = ctx;
  const { orm } = platform.db;
  const withdrawn = await findWithdrawal(orm, withdrawalId);
  if (!withdrawn) return;
  const request = await orders.select(withdrawn.requestId);
  const late = await whyTooLate(ctx, orm, request);
  if (isAwaited(withdrawn, request, late !== undefined)) return;
  const closed = await payments.closeCheckout(subjectOf(withdrawalId));
  if (isRefusal(closed)) throw new Error(`the page of withdrawal ${withdrawalId} stays open: ${closed.code}`);
}
