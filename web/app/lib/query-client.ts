import { dehydrate, isServer, QueryClient } from '@tanstack/react-query';
import type { RouterContextProvider } from 'react-router';
import { type ApiClient, api, serverApi } from './api';
import { isPassing } from './problem';

const retries = 3;
const longestWaitMs = 30_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: isServer ? Number.POSITIVE_INFINITY : 5 * 60_000,
        retry: (failures, error) => !isServer && failures < retries && isPassing(error),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, longestWaitMs),
        networkMode: 'always',
      },
    },
  });
}

let browserClient: QueryClient | undefined;

/** One client for the browser's lifetime; a new one for each answer on the server. */
export function currentQueryClient(): QueryClient {
  if (isServer) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

export interface PageState {
  /** The packed answers as JSON: the router's own encoding takes ten times as long for a trace of thousands of numbers. */
  state: string | null;
}

/** Starts the queries of one page; the same function serves the loader and the clientLoader. */
export type Prefetch = (queries: QueryClient, api: ApiClient) => Promise<unknown>[];

/**
 * For a `loader`: asks the API in process and packs the answers for the browser.
 * A query that fails is left out (prefetchQuery never throws): the browser then asks again and shows the failure.
 */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  prefetch: Prefetch,
): Promise<PageState> {
  const queries = createQueryClient();
  await Promise.all(prefetch(queries, serverApi(context)));
  return { state: JSON.stringify(dehydrate(queries)) };
}

/** How long a navigation waits for its data before the page shows its skeleton instead. */
const patienceMs = 250;

/** For a `clientLoader`: starts the queries, so that most pages appear with their content already there. */
export async function loadInBrowser(prefetch: Prefetch): Promise<PageState> {
  const loading = Promise.all(prefetch(currentQueryClient(), api));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return { state: null };
}
