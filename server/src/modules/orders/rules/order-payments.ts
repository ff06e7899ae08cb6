import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { PaymentRecord } from '../../payments/payments.service.ts';
import type { RequestEventRow, RequestRow } from '../orders.tables.ts';

/** A payment in one of these states holds no money and never will. */
const OVER: readonly PaymentStatus[] = ['expired', 'failed', 'refunded'];

/** The name under which the payments module knows an order. */
export const subjectOf = (id: string) => ({ kind: 'order' as const, id });

/** Whether the page of the payment may be open, or money of the payment is received or pending. */
export const isUnderWay = ({ status }: { status: PaymentStatus }): boolean => !OVER.includes(status);

/**
 * Whether the money of this payment must be refunded: a person cancelled the order, or another payment has paid for it.
 */
export function isUnwanted(row: RequestRow, payment: PaymentRecord): boolean {
  if (row.status === 'cancelled') return row.cancelledBy !== 'expiry';
  return row.paymentId !== null && row.paymentId !== payment.id;
}

/**
 * Whether an admin still has to decide about an underpayment that the timeline shows. The underpayment of a cancelled
 * order is refunded without a decision.
 */
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
 * A sentence that describes how an order and its payments contradict each other; undefined if they agree. If an admin
 * refunds an order that continues, this is no contradiction. Call it only when no money is pending.
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
