import type { RequestStatus } from '@vialproof/contract/orders';

type OrderFacts = { status: RequestStatus; paymentId: string | null; taskNumber: number };
type PaymentFacts = {
  id: string;
  status: string;
  receivedCents: number;
  heldCents: number;
  isPaidFor: boolean;
  /** Why it waits for an admin, and whether one has left it as it is: both explain money that lies still. */
  decision: string | null;
  leftAsIs: boolean;
};

/** Money that is kept without anybody having said so. */
const isKept = (payment: PaymentFacts) =>
  payment.heldCents > 0 && payment.decision === null && !payment.leftAsIs;

/**
 * What an order and its payments say against each other, as a sentence; undefined when they agree. An admin may give
 * money back and let the order go on: that is no contradiction. Nothing of either may be on its way.
 */
export function contradiction(order: OrderFacts, payments: PaymentFacts[]): string | undefined {
  const says = (words: string) => `Order ${order.taskNumber} is ${order.status}, but ${words}.`;
  switch (order.status) {
    case 'draft':
    case 'pending_payment':
      if (payments.some((payment) => payment.isPaidFor)) return says('it is paid for');
      return payments.some(isKept) ? says('money for it is kept') : undefined;
    case 'cancelled':
      return payments.some(isKept) ? says('money of it is kept') : undefined;
    default: {
      const own = payments.find(({ id }) => id === order.paymentId);
      if (!own || own.receivedCents === 0) return says('nothing was paid for it');
      return payments.some((payment) => payment !== own && isKept(payment))
        ? says('a second payment of it is kept')
        : undefined;
    }
  }
}
