import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MyShowcase } from '@vialproof/contract/showcases';
import { parseResponse } from 'hono/client';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';
import { filterQuery, pageIn, textIn } from '../../../lib/list-address';
import { isSettling } from '../../../lib/settling';

/** The key is below the key of the user's own data, so one invalidation refreshes both the weeks and the offers. */
export const showcasesKey = [...mine, 'showcases'] as const;

const WEEKS_A_PAGE = '10';
const settlingMs = 3_000;

/** Whether a payment for a reserved week is on its way. */
export const isPaying = ({ state, payment_status }: MyShowcase): boolean =>
  state === 'reserved' && isSettling(payment_status);

export const readFilter = (params: URLSearchParams) => ({
  request_id: textIn(params, 'request_id'),
  page: pageIn(params),
});

/**
 * The user's weeks on the home page, newest first. `request_id` chooses one result. `isBack`: the user comes from the
 * payment page, so a reserved week will soon be paid.
 */
export function showcasesQuery(filter: ReturnType<typeof readFilter>, isBack = false) {
  return queryOptions({
    queryKey: [...showcasesKey, filter],
    queryFn: async () => {
      const query = { ...filterQuery(filter), limit: WEEKS_A_PAGE };
      const { items, pagination } = await parseResponse(api.me.showcases.$get({ query }));
      return { data: items, pagination };
    },
    placeholderData: keepPreviousData,
    // The payment provider confirms the payment later, so the page polls the server.
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((week) => isPaying(week) || (isBack && week.state === 'reserved')) ? settlingMs : false,
  });
}

/** The next free week for this result, with its price. */
export function nextWeekQuery(requestId: string) {
  return queryOptions({
    queryKey: [...showcasesKey, 'next', requestId],
    queryFn: async () =>
      (await parseResponse(api.showcases.next.$get({ query: { request_id: requestId } }))).data,
    staleTime: 0,
  });
}
