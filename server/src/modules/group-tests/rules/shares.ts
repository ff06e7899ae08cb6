import { randomUUID } from 'node:crypto';
import type { ShareStatus } from '@vialproof/contract/group-tests';

/** A new share: of a member who must pay it, or free. */
export function newShare(share: {
  groupId: string;
  seat: number;
  holderId: string | null;
  amountCents: number;
  payBy: Date | null;
  now: Date;
}) {
  const { now, ...rest } = share;
  const status: ShareStatus = share.holderId ? 'due' : 'open';
  return { id: randomUUID(), ...rest, status, paymentId: null, createdAt: now, updatedAt: now };
}

type ShareFacts = { seat: number; status: ShareStatus; paymentId: string | null };
type PaymentFacts = { id: string; receivedCents: number; isKept: boolean };

/** In what way a share disagrees with its payments. Undefined if they agree. */
export function contradiction(share: ShareFacts, payments: PaymentFacts[]): string | undefined {
  const says = (words: string) => `The share of seat ${share.seat} is ${share.status}, but ${words}.`;
  const own = payments.find(({ id }) => id === share.paymentId);
  if (share.status === 'paid' && (!own || own.receivedCents === 0)) return says('nothing was paid for it');
  const strange = share.status === 'paid' ? payments.filter((payment) => payment !== own) : payments;
  return strange.some(({ isKept }) => isKept) ? says('money for it is kept') : undefined;
}

/** Whether a share is one of those that divide the costs. */
export const isLive = ({ status }: { status: ShareStatus }): boolean =>
  status === 'open' || status === 'due' || status === 'paid';
