import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { PaymentRecord } from '../../payments/payments.service.ts';
import type { RequestEventRow, RequestRow } from '../orders.tables.ts';

/** Payments in these states never have money. */
const OVER: readonly PaymentStatus[] = ['expired', 'failed', 'refunded'];

/** The name of an order in the module payments. */
export const subjectOf = (id: string) => ({ kind: 'order' as const, id });

/** Whether the payment page is open, or money is received or on its way. */
export const isUnderWay = ({ status }: { status: PaymentStatus }): boolean => !OVER.includes(status);

/** Whether the money must be refunded, because the order was cancelled or another payment paid it. */
export function isUnwanted(row: RequestRow, payment: PaymentRecord): boolean {
  if (row.status === 'cancelled') return row.cancelledBy !== 'expiry';
  return row.paymentId !== null && row.paymentId !== payment.id;
}

/** Whether an admin must decide about too little money. */
export function waitsForDecision(
  row: RequestRow,
  payment: PaymentRecord,
  timeline: RequestEventRow[],
): boolean {
  if (!payment.isUnderpaid || (row.status === 'cancelled' && row.cancelledBy !== 'expiry')) return false;
  const last = timeline.findLast(({ kind }) => kind === 'payment_problem' || kind === 'refunded');
  return last?.kind === 'payment_problem';
}

type OrderFacts = { status: RequestStatus; paymentId: string | null; taskNumber: number };
type PaymentFacts = {
  id: string;
  status: string;
  receivedCents: number;
  isPaidFor: boolean;
  isKept: boolean;
};

/**
 * In what way an order disagrees with its payments, in a sentence. Undefined if they agree. A refund by an admin is no
 * disagreement.
 */
export function contradiction(order: OrderFacts, payments: PaymentFacts[]): string | undefined {
  const say = (words: string) => `Order ${order.taskNumber} is ${order.status}, but ${words}.`;
  switch (order.status) {
    case 'draft':
    case 'pending_payment':
      if (payments.some((payment) => payment.isPaidFor)) return say('it is paid for');
      return payments.some(({ isKept }) => isKept) ? say('money for it is kept') : undefined;
    case 'cancelled':
      return payments.some(({ isKept }) => isKept) ? say('money of it is kept') : undefined;
    default: {
      const own = payments.find(({ id }) => id === order.paymentId);
      if (!own || own.receivedCents === 0) return say('nothing was paid for it');
      return payments.some((payment) => payment !== own && payment.isKept)
        ? say('a second payment of it is kept')
        : undefined;
    }
  }
}
