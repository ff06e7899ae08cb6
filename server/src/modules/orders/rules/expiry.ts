import type { PaymentStatus } from '@vialproof/contract/checkout';

/** An unpaid order expires after this many seconds. */
export const PAY_WITHIN_SECONDS = 86_400;
/** A reminder comes this many seconds before. */
export const REMIND_SECONDS = 4 * 3_600;
/** In these states of its payment, an order does not expire. */
const HOLDS_EXPIRY: readonly PaymentStatus[] = ['processing', 'underpaid', 'disputed'];

/** Whether this payment keeps the order from expiring. */
export const holdsExpiry = ({ isPaidFor, status }: { isPaidFor: boolean; status: PaymentStatus }): boolean =>
  isPaidFor || HOLDS_EXPIRY.includes(status);
