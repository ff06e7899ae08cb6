import { type DehydratedState, dehydrate, isServer, QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import { type ApiClient, api, serverApi } from './api';
import { isPassing } from './problem';

const retries = 3;
const longestWaitMs = 30_000;

/**
 * How many milliseconds to wait before a failed read is repeated: 1 s, then twice as long each time, up to 30 s.
 * `failures` counts from 0.
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

/** In the browser one client for all pages. On the server a new one for each answer. */
export function currentQueryClient(): QueryClient {
  if (isServer) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

export interface PageState {
  /** The data of the queries as JSON. The router's own format takes ten times as long for thousands of numbers. */
  state: string | null;
}

/** Starts the queries of one page, in its loader and its clientLoader. */
export type Prefetch = (queries: QueryClient, api: ApiClient) => Promise<unknown>[];

/** Fields with the time of the request. They would make two copies of the same page different. */
const momentary = new Set(['dataUpdatedAt', 'dehydratedAt']);

/**
 * For a `loader`: reads the queries and writes their data into the page. Throws a 503 if the API cannot answer now. A
 * refusal is left out, so that the page shows it.
 */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  prefetch: Prefetch,
): Promise<PageState> {
  const { state, failed } = await loadWhatCanBe(context, prefetch);
  if (failed) throw data(null, { status: 503 });
  return { state };
}

/** Like `loadOnServer`, for a page that can do without its queries. The browser repeats failed ones. */
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

/** The data of one query in a loader's answer, by the first word of its key. */
export function readState<T>(state: string | null, key: string): T | undefined {
  const answers: DehydratedState | undefined = state === null ? undefined : JSON.parse(state);
  return answers?.queries.find(({ queryKey }) => queryKey[0] === key)?.state.data as T | undefined;
}

/** How long a navigation waits for its data. After that the page shows grey lines. */
const patienceMs = 250;

/** For a `clientLoader`: starts the queries, so that most pages appear with their data. */
export async function loadInBrowser(prefetch: Prefetch): Promise<PageState> {
  const loading = Promise.all(prefetch(currentQueryClient(), api));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return { state: null };
}
