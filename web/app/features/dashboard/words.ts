import type { RequestStatus } from '@vialproof/contract/orders';

/** The statuses in the order in which a test passes them. Cancelled comes last. */
export const statusLabels: Record<RequestStatus, string> = {
  draft: 'Draft',
  pending_payment: 'Pending payment',
  paid: 'Paid',
  awaiting_sample: 'Awaiting sample',
  received: 'Received',
  complete: 'Complete',
  cancelled: 'Cancelled',
};

// The same statuses as in the contract, without loading its schemas.
export const statuses = Object.keys(statusLabels) as RequestStatus[];

/** The steps of the progress line: all statuses but Cancelled. */
export const lifeSteps = statuses
  .filter((status) => status !== 'cancelled')
  .map((id) => ({
    id,
    label: statusLabels[id],
  }));

const events: Record<string, string> = {
  created: 'Order created',
  checkout_opened: 'Checkout opened',
  reopened_for_change: 'Price changed before payment',
  paid: 'Payment received',
  ready_for_sample: 'Ready for your sample',
  sample_received: 'Sample received',
  sample_refused: 'Sample refused',
  completed: 'Result published',
  result_amended: 'Result amended',
  result_retracted: 'Result withdrawn',
  made_public: 'Made public by you',
  made_private: 'Made private by you',
  cancelled: 'Cancelled',
  expired: 'Expired without payment',
  revived: 'Revived by a late payment',
  reminded: 'Reminded by mail: not paid yet',
  payment_failed: 'Payment failed',
  payment_problem: 'Payment needs attention',
  payment_returned: 'Payment sent back',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  values_opened: 'Values opened to whoever has number and key',
  values_closed: 'Values closed again',
};

/** A timeline entry in words. An entry of an unknown kind shows its status. */
export function eventLabel(kind: string, status: RequestStatus): string {
  return events[kind] ?? statusLabels[status];
}
