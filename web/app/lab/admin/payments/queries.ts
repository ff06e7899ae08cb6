import { queryOptions } from '@tanstack/react-query';
import { PAYMENT_STATUSES, type PaymentStatus } from '@vialproof/contract/checkout';
import { PAYMENT_METHODS } from '@vialproof/contract/payment-methods';
import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import { EVENT_OUTCOMES, type WebhookEventDetail } from '@vialproof/contract/webhooks';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { choiceIn, filterQuery, pageIn, textIn } from '../../../lib/list-address';
import { auditKey, labKey } from '../../queries';
import { useChange } from '../../use-step';

const key = [...labKey, 'money'] as const;

export const readPaymentsFilter = (search: URLSearchParams) => ({
  /** If the address has no `view`, the list shows the payments that need a decision. */
  view: choiceIn(search, 'view', ['all']),
  status: choiceIn(search, 'status', PAYMENT_STATUSES),
  q: textIn(search),
  page: pageIn(search),
});
export type PaymentsFilter = ReturnType<typeof readPaymentsFilter>;

/** The payments that need a decision, or all payments. */
export function paymentsQuery(filter: PaymentsFilter) {
  return queryOptions({
    queryKey: [...key, 'payments', filter],
    queryFn: () =>
      parseResponse(
        api.lab.payments.$get({ query: { ...filterQuery(filter), view: filter.view || 'decisions' } }),
      ),
    refetchInterval: 30_000,
  });
}

const ends: readonly PaymentStatus[] = ['pending', 'processing', 'refund_pending'];

/** One payment with its details. The query polls, and polls more often while something is in progress. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [...key, 'payment', id],
    queryFn: async (): Promise<StaffPaymentDetail> =>
      (await parseResponse(api.lab.payments[':id'].$get({ param: { id } }))).data,
    refetchInterval: ({ state }) => (state.data && ends.includes(state.data.status) ? 3_000 : 30_000),
  });
}

/** All money movements of one order or one share. */
export function ledgerQuery(id: string) {
  return queryOptions({
    queryKey: [...key, 'ledger', id],
    queryFn: async () => (await parseResponse(api.lab.ledger[':id'].$get({ param: { id } }))).data,
  });
}

export const reportQuery = queryOptions({
  queryKey: [...key, 'ledger-check'],
  queryFn: async () => (await parseResponse(api.lab['ledger-check'].$get())).data,
});

/** The outcomes of an event. 'open' means that the event has not been processed yet. */
export const outcomes = ['open', ...EVENT_OUTCOMES] as const;

export const readWebhooksFilter = (search: URLSearchParams) => ({
  q: textIn(search),
  provider: choiceIn(search, 'provider', PAYMENT_METHODS),
  outcome: choiceIn(search, 'outcome', outcomes),
  page: pageIn(search),
});
export type WebhooksFilter = ReturnType<typeof readWebhooksFilter>;

/** The events of the payment providers, newest first. */
export function webhooksQuery(filter: WebhooksFilter) {
  return queryOptions({
    queryKey: [...key, 'webhooks', filter],
    queryFn: () => parseResponse(api.lab.webhooks.$get({ query: filterQuery(filter) })),
    refetchInterval: 30_000,
  });
}

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...key, 'webhook', id],
    queryFn: async (): Promise<WebhookEventDetail> =>
      (await parseResponse(api.lab.webhooks[':id'].$get({ param: { id } }))).data,
  });
}

/**
 * An action on a payment. The screen shows the server's answer, and all other queries about payments are loaded again.
 */
export function usePaymentStep<Input>(
  id: string,
  call: (input: Input) => Promise<{ data: StaffPaymentDetail }>,
) {
  return useChange(call, { shown: paymentQuery(id).queryKey, touched: [key, auditKey] });
}

/** Processes an event of a provider again. */
export function useReplay(id: string) {
  return useChange(() => parseResponse(api.lab.webhooks[':id'].replay.$post({ param: { id } })), {
    shown: webhookQuery(id).queryKey,
    touched: [key],
  });
}

export function useLedgerCheck() {
  return useChange(() => parseResponse(api.lab['ledger-check'].$post()), {
    shown: reportQuery.queryKey,
    touched: [],
  });
}
