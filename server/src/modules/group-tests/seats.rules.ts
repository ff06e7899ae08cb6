import { randomUUID } from 'node:crypto';
import type { ShareStatus } from '@vialproof/contract/group-tests';

/** A row of group_share, held by somebody (due) or by nobody yet (open). */
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

/** Shares that make up the cost: neither dropped nor refunded. */
export const isLive = ({ status }: { status: ShareStatus }): boolean =>
  status === 'open' || status === 'due' || status === 'paid';
