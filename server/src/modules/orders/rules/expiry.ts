import type { PaymentStatus } from '@vialproof/contract/checkout';

/** An unpaid order expires so many seconds after it was created or its payment page was opened. */
export const PAY_WITHIN_SECONDS = 86_400;
/** The owner of a draft gets a reminder so many seconds before the draft expires. */
export const REMIND_SECONDS = 4 * 3_600;
/** An order with a payment in one of these states does not expire. */
const HOLDS_EXPIRY: readonly PaymentStatus[] = ['processing', 'underpaid', 'disputed'];

/** Whether an order with this payment must not expire now. */
export const holdsExpiry = ({ isPaidFor, status }: { isPaidFor: boolean; status: PaymentStatus }): boolean =>
  isPaidFor || HOLDS_EXPIRY.includes(status);
