import type { PaymentStatus } from '@vialproof/contract/checkout';

/** An unpaid order ends after this many seconds. */
export const PAY_WITHIN_SECONDS = 86_400;
/** The reminder is sent this many seconds before the order ends. */
export const REMIND_SECONDS = 4 * 3_600;
/** A payment in one of these states keeps its order from ending. */
const HOLDS_EXPIRY: readonly PaymentStatus[] = ['processing', 'underpaid', 'disputed'];

/** Whether this payment keeps the order from expiring. */
export const holdsExpiry = ({ isPaidFor, status }: { isPaidFor: boolean; status: PaymentStatus }): boolean =>
  isPaidFor || HOLDS_EXPIRY.includes(status);
