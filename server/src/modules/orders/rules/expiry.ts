import type { PaymentStatus } from '@vialproof/contract/checkout';

/** An unpaid order ends so long after it was created or its payment page was opened. */
export const PAY_WITHIN_SECONDS = 86_400;
/** The owner of a draft is reminded of it so long before its end. */
export const REMIND_SECONDS = 4 * 3_600;
/** While a payment is in one of these, its order does not expire. */
const HOLDS_EXPIRY: readonly PaymentStatus[] = ['processing', 'underpaid', 'disputed'];

/** Whether an order with this payment must not expire now. */
export const holdsExpiry = ({ isPaidFor, status }: { isPaidFor: boolean; status: PaymentStatus }): boolean =>
  isPaidFor || HOLDS_EXPIRY.includes(status);
