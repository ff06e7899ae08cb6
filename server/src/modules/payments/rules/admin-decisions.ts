import type { Decision } from '@vialproof/contract/payments-staff';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';
import type { Facts } from './payment-facts.ts';
import { restate } from './payment-status.ts';
import { excessCents, refundableCents } from './refundable.ts';
import { isUnderpaid } from './underpayment.ts';

/** The payment after an admin accepted its money as the price. Undefined if there is nothing to accept. */
export function accept(facts: Facts): Facts | undefined {
  return isUndecided(facts) && facts.refundedCents === 0 && facts.refundingCents === 0
    ? restate({ ...facts, acceptedCents: facts.receivedCents })
    : undefined;
}

/** Whether the money is not the price, and no admin has decided. */
const isUndecided = (facts: Facts) => isUnderpaid(facts) && refundableCents(facts) > 0;

/** Why a payment waits for an admin. Null if it does not. `hasFailedRefund`: a refund failed. */
export function decisionOf(facts: Facts, hasFailedRefund: boolean): Decision | null {
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed';
  if (hasFailedRefund && refundableCents(facts) > 0) return 'refund_failed';
  if (isUndecided(facts)) return 'underpaid';
  return excessCents(facts) > 0 ? 'overpaid' : null;
}

type Known = { facts: Facts; refunds: RefundRow[] };

/** How a new event changes what an admin must decide about a payment. Undefined: not at all. */
export function decisionChange(
  was: Known,
  is: Known,
  now: Date,
): Pick<PaymentRow, 'decision' | 'decisionSince'> | undefined {
  const open = ({ refunds }: Known) => refunds.filter((row) => row.status === 'failed' && !row.resolvedAt);
  const decision = decisionOf(is.facts, open(is).length > 0);
  const isNews =
    decision !== decisionOf(was.facts, open(was).length > 0) ||
    was.facts.dispute !== is.facts.dispute ||
    open(is).length > open(was).length;
  return isNews ? { decision, decisionSince: decision && now } : undefined;
}
