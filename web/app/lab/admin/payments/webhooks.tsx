import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { methodFacts, PAYMENT_METHODS } from '@vialproof/contract/payment-methods';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Select } from '../../../ui/inputs';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import type { Route } from './+types/webhooks';
import { EventsTable } from './events';
import { MoneyHead } from './head';
import { outcomes, readWebhooksFilter, type WebhooksFilter, webhooksQuery } from './queries';
import { outcomeWords } from './words';

export const handle: PageHandle = { query: ['q', 'provider', 'outcome', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(webhooksQuery(readWebhooksFilter(url.searchParams)))]);

export const meta = signedInMeta('Webhooks');

/** The signed events from the payment providers, exactly as they arrived. */
export default function Webhooks() {
  const list = useListFilter(readWebhooksFilter);
  const { filter, change } = list;
  const events = useQuery({ ...webhooksQuery(filter), placeholderData: keepPreviousData });
  return (
    <div className="grid gap-6">
      <MoneyHead here="webhooks" />
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_12rem_16rem]">
        <div className="flex sm:col-span-2 lg:col-span-1">
          <SearchBox
            label="Find an event"
            placeholder="Event id, type, payment, or any text in it…"
            value={filter.q}
            onSearch={(q) => change({ q })}
            name="q"
          />
        </div>
        <Select
          label="From"
          value={filter.provider}
          onChange={(event) => change({ provider: event.target.value as WebhooksFilter['provider'] })}
        >
          <option value="">Both providers</option>
          {PAYMENT_METHODS.map((method) => (
            <option key={method} value={method}>
              {methodFacts[method].title}
            </option>
          ))}
        </Select>
        <Select
          label="Outcome"
          value={filter.outcome}
          onChange={(event) => change({ outcome: event.target.value as WebhooksFilter['outcome'] })}
        >
          <option value="">Any</option>
          {outcomes.map((one) => (
            <option key={one} value={one}>
              {outcomeWords[one]}
            </option>
          ))}
        </Select>
      </div>
      <ListView
        list={list}
        query={events}
        nouns={['event', 'events']}
        noMatch={{ clear: { q: '', provider: '', outcome: '' }, title: 'No event fits' }}
        empty={
          <EmptyState title="No event has come yet">
            What the payment providers send is stored here, each event once.
          </EmptyState>
        }
        skeleton={<SkeletonLines lines={8} />}
      >
        {(rows) => <EventsTable events={rows} />}
      </ListView>
    </div>
  );
}
