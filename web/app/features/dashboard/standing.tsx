import type { MyTestDetail } from '@vialproof/contract/orders';
import { fullDay } from '@vialproof/science/calendar/dates';
import { isSettling, settlingWords } from '../../lib/settling';
import { Instant } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { OpenSampleDay } from './open-sample-day';
import { eventLabel } from './words';

export const waitsForMoney = ({ request, payment_status }: MyTestDetail) =>
  (request.status === 'draft' || request.status === 'pending_payment') && isSettling(payment_status);

/** The tracking number of a refused parcel stays until the sender enters the next one, so it says nothing. */
export const isOnItsWay = ({ sample_tracking_number, timeline }: MyTestDetail['request']) =>
  Boolean(sample_tracking_number) && !timeline.some(({ kind }) => kind === 'sample_refused');

/** What became of a cancelled order and of its payment. */
function Cancelled({ request }: { request: MyTestDetail['request'] }) {
  // Money above the price goes back in part before a cancellation, too.
  const returned = request.timeline.findLast(
    ({ kind, at }) =>
      kind === 'refunded' ||
      kind === 'payment_returned' ||
      (kind === 'part_refunded' && request.cancelled_at !== null && at >= request.cancelled_at),
  );
  return (
    <Notice>
      <span>This order was cancelled</span>
      {request.cancelled_at ? (
        <span>
          {' on '}
          <Instant at={request.cancelled_at} />
        </span>
      ) : null}
      <span>. </span>
      {returned ? (
        <span key="returned">
          <span>{`${eventLabel(returned.kind, returned.status)} on `}</span>
          <Instant at={returned.at} />.
        </span>
      ) : request.paid_at ? (
        <span key="goes">What you paid goes back to where it was paid from.</span>
      ) : null}
    </Notice>
  );
}

/** One sentence about the state of the request, if the status alone is not clear enough. */
export function Standing({ detail }: { detail: MyTestDetail }) {
  const { request, result } = detail;
  if (waitsForMoney(detail)) {
    return <Notice tone="wait">{settlingWords(detail.payment_status, 'order')}</Notice>;
  }
  if (request.status === 'cancelled') {
    return <Cancelled request={request} />;
  }
  if (request.expires_at && (request.status === 'draft' || request.status === 'pending_payment')) {
    return (
      <Notice key="unpaid" tone="wait">
        Not paid yet. The order is kept until <Instant at={request.expires_at} exact />.
      </Notice>
    );
  }
  // Members of a group get no mail about the arrival.
  if (request.status === 'awaiting_sample' && isOnItsWay(request) && !request.group_test_id) {
    return <Notice>Your sample is on its way. We mail you when it has arrived.</Notice>;
  }
  if (request.status === 'received' && request.received_at) {
    return (
      <Notice key="received">
        <span>The laboratory received your sample on </span>
        <Instant at={request.received_at} exact />
        <span>
          {result
            ? '.'
            : request.due_on
              ? `. The result is expected by ${fullDay(request.due_on)}. We mail you when it is published.`
              : '. We mail you when the result is published.'}
        </span>
        {detail.open_sample ? <OpenSampleDay sample={detail.open_sample} /> : null}
      </Notice>
    );
  }
  return null;
}
