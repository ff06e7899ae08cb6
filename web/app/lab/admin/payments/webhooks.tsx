import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EVENT_OUTCOMES } from '@vialproof/contract/webhooks';
import { useSearchParams } from 'react-router';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { useEager } from '../../../ui/eager';
import { Select } from '../../../ui/inputs';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import { listAddress, pageIn } from '../address';
import { Missing } from '../loading';
import { PageTurner } from '../page-turner';
import type { Route } from './+types/webhooks';
import { EventsTable } from './events';
import { MoneyHead } from './head';
import { type WebhooksFilter, webhooksQuery } from './queries';
import { outcomeWords, providers } from './words';

const outcomes = ['open', ...EVENT_OUTCOMES] as const;

function readFilter(search: URLSearchParams): WebhooksFilter {
  const provider = search.get('provider');
  const outcome = search.get('outcome');
  return {
    q: (search.get('q') ?? '').trim().slice(0, 200),
    provider: provider === 'stripe' || provider === 'coinbase' ? provider : '',
    outcome: outcomes.find((one) => one === outcome) ?? '',
    page: pageIn(search),
  };
}

const address = (filter: WebhooksFilter) => listAddress('/lab/payments/webhooks', { ...filter });

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(webhooksQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Webhooks');

/** The providers' signed events, as they came. */
export default function Webhooks() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const events = useQuery({ ...webhooksQuery(filter), placeholderData: keepPreviousData });
  const isFiltered = filter.q !== '' || filter.provider !== '' || filter.outcome !== '';
  const set = (name: 'q' | 'provider' | 'outcome') => (value: string) =>
    setParams(new URL(address({ ...filter, [name]: value, page: 1 }), window.location.origin).searchParams, {
      replace: true,
      preventScrollReset: true,
    });
  const [provider, setProvider] = useEager<string>(filter.provider, set('provider'));
  const [outcome, setOutcome] = useEager<string>(filter.outcome, set('outcome'));

  return (
    <div className="grid gap-6">
      <MoneyHead here="webhooks" />
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_12rem_16rem]">
        <div className="flex sm:col-span-2 lg:col-span-1">
          <SearchBox
            label="Find an event"
            placeholder="Event id, type, payment, or any text in it…"
            value={filter.q}
            onSearch={set('q')}
            name="q"
          />
        </div>
        <Select label="From" value={provider} onChange={(event) => setProvider(event.target.value)}>
          <option value="">Both providers</option>
          <option value="stripe">{providers.stripe}</option>
          <option value="coinbase">{providers.coinbase}</option>
        </Select>
        <Select label="Outcome" value={outcome} onChange={(event) => setOutcome(event.target.value)}>
          <option value="">Any</option>
          {outcomes.map((one) => (
            <option key={one} value={one}>
              {outcomeWords[one]}
            </option>
          ))}
        </Select>
      </div>
      {events.data ? (
        <div
          aria-busy={events.isPlaceholderData}
          className={`grid gap-6 ${events.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {events.data.data.length > 0 ? (
            <EventsTable events={events.data.data} />
          ) : (
            <EmptyState
              title={isFiltered ? 'No event fits' : 'No event has come yet'}
              action={
                isFiltered ? (
                  <Button to="/lab/payments/webhooks" variant="secondary">
                    Clear the search
                  </Button>
                ) : null
              }
            >
              {isFiltered ? null : 'What the payment providers tell is kept here, each event once.'}
            </EmptyState>
          )}
          <PageTurner
            pagination={events.data.pagination}
            nouns={['event', 'events']}
            addressOf={(page) => address({ ...filter, page })}
          />
        </div>
      ) : null}
      <Missing query={events} rows={8} />
    </div>
  );
}
