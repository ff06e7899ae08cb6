import { methodFacts } from '@vialproof/contract/payment-methods';
import type { WebhookEvent } from '@vialproof/contract/webhooks';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { DataTable } from '../../../ui/data-table';
import { Instant } from '../../../ui/figures';
import { Badge } from '../../../ui/status-badge';
import { outcomeTones, outcomeWords } from './words';

/** The outcome of an event, as a badge. */
export function Outcome({ outcome }: Pick<WebhookEvent, 'outcome'>) {
  const what = outcome ?? 'open';
  return <Badge tone={outcomeTones[what] ?? 'plain'}>{outcomeWords[what].toUpperCase()}</Badge>;
}

/** The provider's name for an event. It may wrap after a dot, but not inside a word. */
export function EventName({ type }: Pick<WebhookEvent, 'type'>) {
  return type.split(/(?<=\.)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** Events of the payment providers. `ofOne` means that all events belong to the same payment. */
export function EventsTable({ events, ofOne = false }: { events: WebhookEvent[]; ofOne?: boolean }) {
  const payment = {
    header: 'Payment',
    cell: ({ payment_id }: WebhookEvent) =>
      payment_id ? (
        <Link to={`/lab/payments/${payment_id}`} className="figures link">
          {payment_id.slice(0, 8)}
        </Link>
      ) : (
        '–'
      ),
  };
  return (
    <DataTable
      caption="Events"
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Event',
          cell: ({ id, type }) => (
            <Link
              to={`/lab/payments/webhooks/${id}`}
              className="figures link py-3 md:text-left md:max-lg:text-sm"
            >
              <EventName type={type} />
            </Link>
          ),
        },
        {
          header: 'Outcome',
          cell: ({ outcome, replays }) => (
            <>
              <Outcome outcome={outcome} />
              {replays > 0 ? (
                <span className="block text-ink-soft text-sm md:text-left">
                  {replays === 1 ? 'replayed once' : `replayed ${replays} times`}
                </span>
              ) : null}
            </>
          ),
        },
        ...(ofOne ? [] : [payment]),
        {
          header: 'Came',
          cell: ({ provider, received_at }) => (
            <>
              <Instant at={received_at} exact />
              <span className="block text-ink-soft text-sm md:text-left">{methodFacts[provider].title}</span>
            </>
          ),
        },
      ]}
    />
  );
}
