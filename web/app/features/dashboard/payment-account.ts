import type { Payment, PaymentStatus } from '@vialproof/contract/checkout';
import { amountWords, formatMoney } from '@vialproof/science/money/money';

/** Whether only the money above the price was returned, so that the price is still paid. */
function isExcessReturned({ status, amount_cents, received_cents, refunded_cents }: Payment): boolean {
  return status === 'partially_refunded' && received_cents - refunded_cents >= amount_cents;
}

/** The status that the payer sees. Money above the price that was returned is no refund of the test. */
export const shownStatus = (payment: Payment): PaymentStatus =>
  isExcessReturned(payment) ? 'paid' : payment.status;

/** Whether money went back, is on its way back, or will go back because too much came. */
export const isReturning = ({ status, refunded_cents, refunding_cents }: Payment): boolean =>
  refunded_cents > 0 || refunding_cents > 0 || status === 'overpaid';

/** Why paid amount, refund and rest differ from the price. Empty if they do not. */
export function balanceReason(payment: Payment): string {
  const due = formatMoney(payment.amount_cents);
  const came = amountWords(payment.received_cents, payment.received_currency);
  if (isExcessReturned(payment)) {
    return `${came} came where ${due} was due. What was too much went back to you; the test is paid in full.`;
  }
  switch (payment.status) {
    case 'overpaid':
      return `${came} came where ${due} was due. What is too much goes back to you.`;
    case 'underpaid':
      return `${came} came where ${due} was due. A person is looking at it: it counts towards the test or goes back to you.`;
    case 'refund_pending':
      return 'The payment provider is sending it back. How long it takes depends on your bank or wallet.';
    case 'partially_refunded':
      return 'The laboratory sent a part of the price back.';
    case 'refunded':
      return 'Everything went back to the means you paid with.';
    case 'disputed':
      return 'Your bank disputes this payment. Until that is decided nothing of it is sent back.';
    default:
      return '';
  }
}
