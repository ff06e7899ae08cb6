import { useQuery } from '@tanstack/react-query';
import { methodFacts } from '@vialproof/contract/payment-methods';
import type { WebhookEventDetail } from '@vialproof/contract/webhooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { routeId } from '../../../lib/route-id';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Facts } from '../../../ui/data-table';
import { Instant } from '../../../ui/figures';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import type { Route } from './+types/webhook';
import { EventName, Outcome } from './events';
import { useReplay, webhookQuery } from './queries';
import { outcomeWords } from './words';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(webhookQuery(routeId(params)))]);

export const meta = signedInMeta('Webhook');

/** JSON with line breaks. Any other text stays unchanged. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

function Screen({ event }: { event: WebhookEventDetail }) {
  const replay = useReplay(event.id);
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'From', value: methodFacts[event.provider].title },
    {
      label: 'Event id',
      value: (
        <span className="figures flex items-center gap-1 break-all text-sm">
          {event.provider_event_id}
          <CopyButton text={event.provider_event_id} label="Copy the event id" />
        </span>
      ),
    },
    { label: 'Came', value: <Instant at={event.received_at} exact /> },
    {
      label: 'Worked through',
      value: event.processed_at ? <Instant at={event.processed_at} exact /> : 'not yet',
    },
    {
      label: 'Payment',
      value: event.payment_id ? (
        <Link to={`/lab/payments/${event.payment_id}`} className="figures link">
          {event.payment_id.slice(0, 8)}
        </Link>
      ) : (
        'none of ours'
      ),
    },
    { label: 'Replays', value: <span className="figures">{event.replays}</span> },
  ];
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="figures wrap-anywhere text-2xl">
          <EventName type={event.type} />
        </h1>
        <Outcome outcome={event.outcome} />
      </header>
      <Facts items={facts} />
      <div className="grid justify-items-start gap-3">
        <Button
          variant="secondary"
          busy={replay.isPending}
          onClick={() =>
            replay.mutate(undefined, {
              onSuccess: ({ data }) =>
                notify.success(`Replayed: ${outcomeWords[data.outcome ?? 'open'].toLowerCase()}.`),
            })
          }
        >
          {replay.isPending ? 'Working through it…' : 'Replay'}
        </Button>
        <p className="max-w-prose text-ink-soft text-sm">
          Works through the event again as if it had just come. What was settled stays settled once; a replay
          that finds nothing new changes nothing.
        </p>
        <StepError error={replay.error} />
      </div>
      <Panel title="Body, as it came" aside={<CopyButton text={event.payload} label="Copy the body" />}>
        <pre className="figures whitespace-pre-wrap break-all text-sm">{readable(event.payload)}</pre>
      </Panel>
    </>
  );
}

/** The page of one event from a payment provider. */
export default function Webhook({ params: { id } }: Route.ComponentProps) {
  const event = useQuery(webhookQuery(id));
  return (
    <div className="grid gap-6">
      <BackLink to="/lab/payments/webhooks">Webhooks</BackLink>
      <QueryView
        query={event}
        heading="Event"
        skeleton={<SkeletonLines height="h-28" />}
        absent={
          <EmptyState
            title="No such event"
            action={<Button to="/lab/payments/webhooks">All events</Button>}
          />
        }
      >
        {(data) => <Screen key={id} event={data} />}
      </QueryView>
    </div>
  );
}
