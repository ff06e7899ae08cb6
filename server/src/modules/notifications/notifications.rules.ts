import type { OrderEvent, TestRequestRecord } from '../orders/orders.service.ts';

export const REQUEST_MAILS = [
  'reminder',
  'shipping',
  'sample_received',
  'sample_refused',
  'result_ready',
  'result_amended',
  'result_retracted',
  'looked_up_often',
  'compared_often',
  'cancelled',
  'expired',
  'refunded',
  'part_refunded',
  'payment_failed',
  'payment_problem',
  'payment_returned',
] as const;
export type RequestMail = (typeof REQUEST_MAILS)[number];

/** The mail of each order event. */
export const MAIL_OF_EVENT: Partial<Record<NonNullable<OrderEvent['event']>, RequestMail>> = {
  reminded: 'reminder',
  ready_for_sample: 'shipping',
  sample_received: 'sample_received',
  sample_refused: 'sample_refused',
  completed: 'result_ready',
  result_retracted: 'result_retracted',
  cancelled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  part_refunded: 'part_refunded',
  payment_failed: 'payment_failed',
  payment_problem: 'payment_problem',
  payment_returned: 'payment_returned',
};

/** Whether a mail is still true. A mail that asks for something is not sent after it was done. */
export function isStillTrue(mail: RequestMail, request: Pick<TestRequestRecord, 'status'>): boolean {
  switch (mail) {
    case 'shipping':
    case 'sample_refused':
      return request.status === 'awaiting_sample';
    case 'reminder':
      return request.status === 'draft';
    case 'payment_failed':
      return request.status === 'draft' || request.status === 'pending_payment';
    case 'result_ready':
    case 'result_amended':
    case 'looked_up_often':
    case 'compared_often':
      return request.status === 'complete';
    default:
      return true;
  }
}
