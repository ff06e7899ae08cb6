import { type DehydratedState, dehydrate, isServer, QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import { type ApiClient, api, serverApi } from './api';
import { isPassing } from './problem';

const retries = 3;
const longestWaitMs = 30_000;

/**
 * Milliseconds to wait before a failed read is retried: 1 s, doubled each time, at most 30 s. `failures` counts from 0.
 */
export function waitBeforeRetry(failures: number): number {
  return Math.min(1_000 * 2 ** failures, longestWaitMs);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: isServer ? Number.POSITIVE_INFINITY : 5 * 60_000,
        retry: (failures, error) => !isServer && failures < retries && isPassing(error),
        retryDelay: waitBeforeRetry,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

let browserClient: QueryClient | undefined;

/** One client for the lifetime of the browser page; a new one for each answer on the server. */
export function currentQueryClient(): QueryClient {
  if (isServer) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

export interface PageState {
  /** The query data as JSON: the router's own encoding takes ten times as long for a trace of thousands of numbers. */
  state: string | null;
}

/** Starts the queries of one page, in its loader and its clientLoader. */
export type Prefetch = (queries: QueryClient, api: ApiClient) => Promise<unknown>[];

/**
 * The fields that contain the time of the server's request. With these fields, the same page would have different bytes
 * each time.
 */
const momentary = new Set(['dataUpdatedAt', 'dehydratedAt']);

/**
 * For a `loader`: calls the API in process and writes the data into the page (Hydrate reads them). Throws the 503 of
 * the error page when the API cannot answer now; a refusal is left out, and the page shows it.
 */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  prefetch: Prefetch,
): Promise<PageState> {
  const { state, failed } = await loadWhatCanBe(context, prefetch);
  if (failed) throw data(null, { status: 503 });
  return { state };
}

/** Like `loadOnServer`, for a page that works without its queries: the browser repeats the failed ones. */
export async function loadWhatCanBe(
  context: Readonly<RouterContextProvider>,
  prefetch: Prefetch,
): Promise<PageState & { failed: boolean; queries: QueryClient }> {
  const queries = createQueryClient();
  await Promise.all(prefetch(queries, serverApi(context)));
  const failed = queries
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status === 'error' && isPassing(state.error));
  const state = JSON.stringify(dehydrate(queries), (name, value) => (momentary.has(name) ? 0 : value));
  return { state, failed, queries };
}

/** The data of one query in a loader's state, found by the first word of the query's key; undefined if missing. */
export function readState<T>(state: string | null, key: string): T | undefined {
  const answers: DehydratedState | undefined = state === null ? undefined : JSON.parse(state);
  return answers?.queries.find(({ queryKey }) => queryKey[0] === key)?.state.data as T | undefined;
}

/** How long a navigation waits for its data before the page shows its skeleton. */
const patienceMs = 250;

/** For a `clientLoader`: starts the queries, so that most pages appear with their data. */
export async function loadInBrowser(prefetch: Prefetch): Promise<PageState> {
  const loading = Promise.all(prefetch(currentQueryClient(), api));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return { state: null };
}
