import type { RequestStatus } from '@vialproof/contract/orders';

/** The events of an order. Timeline and mails use them too. */
export type OrderEventKind =
  | 'created'
  | 'checkout_opened'
  | 'reopened_for_change'
  | 'paid'
  | 'ready_for_sample'
  | 'sample_received'
  | 'sample_refused'
  | 'completed'
  | 'result_amended'
  | 'result_retracted'
  | 'made_public'
  | 'made_private'
  | 'cancelled'
  | 'expired'
  | 'revived';

type Transition = { event: OrderEventKind; from: readonly (RequestStatus | null)[]; to: RequestStatus };

/** All possible changes of an order's status. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'created', from: [null], to: 'draft' },
  { event: 'checkout_opened', from: ['draft'], to: 'pending_payment' },
  { event: 'reopened_for_change', from: ['pending_payment'], to: 'draft' },
  { event: 'paid', from: ['pending_payment'], to: 'paid' },
  { event: 'ready_for_sample', from: ['paid'], to: 'awaiting_sample' },
  { event: 'sample_refused', from: ['awaiting_sample'], to: 'awaiting_sample' },
  { event: 'sample_received', from: ['awaiting_sample'], to: 'received' },
  { event: 'completed', from: ['received'], to: 'complete' },
  { event: 'result_amended', from: ['complete'], to: 'complete' },
  { event: 'result_retracted', from: ['complete'], to: 'received' },
  { event: 'made_public', from: ['awaiting_sample'], to: 'awaiting_sample' },
  { event: 'made_public', from: ['received'], to: 'received' },
  { event: 'made_public', from: ['complete'], to: 'complete' },
  { event: 'made_private', from: ['awaiting_sample'], to: 'awaiting_sample' },
  { event: 'made_private', from: ['received'], to: 'received' },
  { event: 'cancelled', from: ['draft', 'pending_payment', 'paid', 'awaiting_sample'], to: 'cancelled' },
  { event: 'expired', from: ['draft', 'pending_payment'], to: 'cancelled' },
  { event: 'revived', from: ['cancelled'], to: 'pending_payment' },
];

/** The status after `event`; undefined if it is not allowed. */
export function statusAfter(from: RequestStatus | null, event: OrderEventKind): RequestStatus | undefined {
  return TRANSITIONS.find((transition) => transition.event === event && transition.from.includes(from))?.to;
}

/** Price and details can change until the order is paid. */
export const isOpenForChange = (status: RequestStatus) => status === 'draft' || status === 'pending_payment';

/** The owner may cancel until the laboratory has received the vial. */
export const isCancellable = (status: RequestStatus) => statusAfter(status, 'cancelled') !== undefined;
