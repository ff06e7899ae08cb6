import type { LedgerAccount, LedgerEntry, LedgerFinding } from '@vialproof/contract/ledger';
import type { Decision, StaffPayment } from '@vialproof/contract/payments-staff';
import type { WebhookEvent } from '@vialproof/contract/webhooks';
import { amountWords } from '@vialproof/science/money/money';

type Tone = 'good' | 'wait' | 'bad' | 'plain';

export const decisionWords: Record<Decision, string> = {
  underpaid: 'Underpaid',
  overpaid: 'Overpaid',
  disputed: 'Disputed',
  refund_failed: 'Refund failed',
};

/** Says what happened to a payment, and what an admin must decide. */
export function decisionText(payment: StaffPayment): string {
  const due = amountWords(payment.amount_cents, payment.currency);
  const came = amountWords(payment.received_cents, payment.received_currency);
  switch (payment.decision) {
    case 'underpaid':
      return payment.received_currency !== null && payment.received_currency !== payment.currency
        ? `${came} arrived, but ${due} was due: another currency. The order waits until you take it as the price or give it back.`
        : `${came} of ${due} arrived. The order waits until you take it as the price or give it back.`;
    case 'overpaid':
      return `${came} arrived where ${due} was due. The order goes on; the excess could not be sent back by itself.`;
    case 'disputed':
      return 'The payer’s bank disputes this payment. Answer it in the provider’s console; the order stays as it is meanwhile.';
    case 'refund_failed':
      return 'A refund did not arrive. Try it again, give the money back in another way and leave it, or find out from the provider why.';
    default:
      return '';
  }
}

export const outcomeWords: Record<NonNullable<WebhookEvent['outcome']> | 'open', string> = {
  applied: 'Changed something',
  nothing_new: 'Nothing new',
  irrelevant: 'Does not concern us',
  unreadable: 'Could not be read',
  unknown_payment: 'About no payment of ours',
  open: 'Not worked through yet',
};

export const outcomeTones: Partial<Record<NonNullable<WebhookEvent['outcome']> | 'open', Tone>> = {
  applied: 'good',
  unreadable: 'bad',
  unknown_payment: 'wait',
  open: 'wait',
};

export const accountWords: Record<LedgerAccount, string> = {
  provider: 'Provider owes us',
  revenue: 'Revenue',
  refunds: 'Refunds',
  excess: 'Excess',
  held: 'Held',
  disputes: 'Disputes',
  owed: 'Owed to the sender',
  bank: 'Bank',
};

export const kindWords: Record<LedgerEntry['kind'], string> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  decision: 'Decision',
  owed: 'Owed for shipping and vial',
  payout: 'Paid out',
};

export const findingWords: Record<LedgerFinding['kind'], string> = {
  unbalanced_transaction: 'A transaction does not balance',
  books_differ: 'The books differ from the payment',
  status_differs: 'The status differs from the facts',
  order_differs: 'The order and its money disagree',
  share_differs: 'A share of a group and its money differ',
  withdrawal_differs: 'A test made private and its money differ',
  showcase_differs: 'A week of display and its money differ',
  invoices_differ: 'Invoices do not add up',
};
