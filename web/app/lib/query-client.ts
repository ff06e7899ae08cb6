import { type DehydratedState, dehydrate, isServer, QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import { type ApiClient, api, serverApi } from './api';
import { isPassing } from './problem';

const retries = 3;
const longestWaitMs = 30_000;

/** Milliseconds before a read that failed is tried again: doubled from 1 s each time, 30 s at most. `failures` counts from 0. */
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

/** One client for the browser's lifetime; a new one for each answer on the server. */
export function currentQueryClient(): QueryClient {
  if (isServer) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

export interface PageState {
  /** The answers as JSON: the router's own encoding takes ten times as long for a trace of thousands of numbers. */
  state: string | null;
}

/** Starts the queries of one page; the same function serves the loader and the clientLoader. */
export type Prefetch = (queries: QueryClient, api: ApiClient) => Promise<unknown>[];

/** Moments at which the server asked: they would make the same page other bytes each time. */
const momentary = new Set(['dataUpdatedAt', 'dehydratedAt']);

/**
 * For a `loader`: asks the API in process and writes the answers into the page (Hydrate reads them).
 * Throws the 503 of the error page when the API cannot answer now; a refusal is left out, and the page shows it.
 */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  prefetch: Prefetch,
): Promise<PageState> {
  const { state, failed } = await loadWhatCanBe(context, prefetch);
  if (failed) throw data(null, { status: 503 });
  return { state };
}

/** The same for a page that stands without its queries: those that failed are asked again by the browser. */
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

/** One answer out of what a loader wrote, by the first word of its key; undefined when it is not there. */
export function readState<T>(state: string | null, key: string): T | undefined {
  const answers: DehydratedState | undefined = state === null ? undefined : JSON.parse(state);
  return answers?.queries.find(({ queryKey }) => queryKey[0] === key)?.state.data as T | undefined;
}

/** How long a navigation waits for its data before the page shows its skeleton instead. */
const patienceMs = 250;

/** For a `clientLoader`: starts the queries, so that most pages appear with their content already there. */
export async function loadInBrowser(prefetch: Prefetch): Promise<PageState> {
  const loading = Promise.all(prefetch(currentQueryClient(), api));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return { state: null };
}
