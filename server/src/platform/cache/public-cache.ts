import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/database.ts';
import type { Notifications } from '../postgres/notifications.ts';
import { OldPages } from './old-pages.ts';
import type { PublicAnswer } from './public-answer.ts';

export type PublicCache = ReturnType<typeof createPublicCache>;
type Make = () => Promise<PublicAnswer>;

/** The name of notifications that public answers have changed. */
export const PUBLIC_CHANGES = 'pages';
/** Changed answers are removed at once. This time limit is for other changes, such as the year in the page's footer. */
const LIFETIME_MS = 60_000;
const DAY_MS = 86_400_000;
/** There are endless addresses with a query, so other addresses have a space of their own. */
const PATH_BYTES = 24_000_000;
const QUERY_BYTES = 8_000_000;
const IMAGE_BYTES = 8_000_000;
const LONGEST_KEY = 300;
/** Large data, of which there are only few. */
const MOST_FACTS = 40;
/** Small counts, of which there are very many. */
const MOST_COUNTS = 400;
/** Paths in the form that links have. Others are answered, but not cached. */
const PLAIN_PATH = /^\/(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/;

type Options = {
  clock: Clock;
  notifications: Pick<Notifications, 'isConnected' | 'isAway' | 'subscribe' | 'publish'>;
};
type Answers = LRUCache<string, PublicAnswer, Make>;

const timesOf = (clock: Clock, ttl: number) => ({
  ttl,
  ttlResolution: 0,
  perf: { now: () => clock.now().getTime() },
  // Readers who already wait get the old result, but it does not stay in the cache.
  ignoreFetchAbort: true,
});

function answersOf(clock: Clock, options: { maxSize: number; ttl: number; missed: () => void }): Answers {
  return new LRUCache({
    maxSize: options.maxSize,
    ...timesOf(clock, options.ttl),
    sizeCalculation: ({ size }, key) => size + key.length,
    fetchMethod(_key, _stale, { context: make }) {
      options.missed();
      return make();
    },
  });
}

/** Results of queries, each of which runs once until something public changes. */
function factsOf(clock: Clock, notifications: Pick<Notifications, 'isConnected'>, max: number) {
  const cache = new LRUCache<string, object, () => Promise<object>>({
    max,
    ...timesOf(clock, LIFETIME_MS),
    fetchMethod: (_key, _stale, { context: read }) => read(),
  });
  return {
    clear: () => cache.clear(),
    fetch: <Facts extends object>(key: string, read: () => Promise<Facts>): Promise<Facts> =>
      notifications.isConnected() ? (cache.fetch(key, { context: read }) as Promise<Facts>) : read(),
  };
}

function oldPagesOf(clock: Clock, notifications: Options['notifications']): OldPages {
  const oldPages = new OldPages(clock);
  notifications.subscribe(PUBLIC_CHANGES, {
    // Without notifications it comes from this process itself, which has reached the database.
    received: () => (notifications.isConnected() ? oldPages.change() : oldPages.forget()),
    connected: () => oldPages.forget(),
  });
  return oldPages;
}

/**
 * The cache of public answers: pages, list, tests, feeds. What changes is removed at once, and in other processes by a
 * notification. Without notifications it is not used, except for pages that may be old (`OldPages`).
 */
export function createPublicCache({ clock, notifications }: Options) {
  let hits = 0;
  let misses = 0;
  const missed = () => {
    misses += 1;
  };
  const oldPages = oldPagesOf(clock, notifications);
  const paths = answersOf(clock, { maxSize: PATH_BYTES, ttl: LIFETIME_MS, missed });
  const queries = answersOf(clock, { maxSize: QUERY_BYTES, ttl: LIFETIME_MS, missed });
  const images = answersOf(clock, { maxSize: IMAGE_BYTES, ttl: DAY_MS, missed });
  const cacheFor = (key: string) => (key.includes('?') ? queries : paths);
  const facts = factsOf(clock, notifications, MOST_FACTS);
  const counts = factsOf(clock, notifications, MOST_COUNTS);
  const files = new Map<string, PublicAnswer>();

  function clear(): void {
    paths.clear();
    queries.clear();
    facts.clear();
    counts.clear();
  }
  notifications.subscribe(PUBLIC_CHANGES, { received: clear, connected: clear });

  async function fetchFrom(cache: Answers, key: string, make: Make): Promise<PublicAnswer> {
    // The database may change without a notification.
    if (!notifications.isConnected()) return make().finally(() => oldPages.outdate());
    if (cache.has(key)) hits += 1;
    const answer = await cache.fetch(key, { context: () => oldPages.keep(key, make) });
    if (!answer) throw new Error('the cache made no answer');
    return answer;
  }

  function find(key: string): PublicAnswer | undefined {
    const file = files.get(key);
    if (file) return file;
    if (!notifications.isConnected()) return notifications.isAway() ? oldPages.find(key) : undefined;
    const found = cacheFor(key).get(key);
    if (found) hits += 1;
    return found;
  }

  return {
    /** The cached answer by its `publicKey`. */
    find,

    /** The page as it was before the database went away. Call this only if the database did not answer. */
    findOld: (key: string): PublicAnswer | undefined => oldPages.find(key),

    /** The cached answer, or the result of `make`. If several ask at the same time, `make` runs once. */
    fetch: (key: string, make: Make): Promise<PublicAnswer> => fetchFrom(cacheFor(key), key, make),

    /** As `fetch`, for a picture whose key changes with its content. It is kept for a day. */
    fetchImage: (key: string, make: Make): Promise<PublicAnswer> => fetchFrom(images, key, make),

    /** The result of `read`, which runs once until something public changes. Do not change it. */
    fetchFacts: facts.fetch,

    /** As `fetchFacts`, for very many small results. */
    fetchCounts: counts.fetch,

    /** Keeps the files of the website as long as the process lives. */
    addFiles(added: ReadonlyMap<string, PublicAnswer>): void {
      for (const [path, file] of added) files.set(path, file);
    },

    /** How often the cache was used since the start of the process. */
    usage: () => ({
      hits,
      misses,
      bytes: paths.calculatedSize + queries.calculatedSize + images.calculatedSize,
    }),

    /** Empties the cache of every process after `tx` is committed. */
    outdate: (tx: Tx): Promise<void> => notifications.publish(tx, PUBLIC_CHANGES, 'all'),
  };
}

/**
 * The address with only its `declared` parameters, because others change nothing in the answer.
 * @param address path and query of the request.
 */
export function declaredAddress(address: string, declared: readonly string[]): string {
  const [path, query] = splitAddress(address);
  if (query === '') return path;
  const given = [...new URLSearchParams(query)];
  const ordered = new URLSearchParams(declared.flatMap((name) => given.filter(([each]) => each === name)));
  return ordered.size > 0 ? `${path}?${ordered}` : path;
}

/**
 * The cache key of an address. Undefined if the answer must not be cached: a parameter comes twice, or no link looks
 * like this.
 * @param address see `declaredAddress`.
 */
export function publicKey(address: string): string | undefined {
  const [path, query] = splitAddress(address);
  if (!PLAIN_PATH.test(path) || address.length > LONGEST_KEY) return undefined;
  const names = [...new URLSearchParams(query).keys()];
  // U+FFFD stands for invalid bytes, which other programs may read differently.
  if (new Set(names).size < names.length || query.includes('%EF%BF%BD')) return undefined;
  return address;
}

/** Path and query of an address. */
export function splitAddress(address: string): [path: string, query: string] {
  const mark = address.indexOf('?');
  return mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)];
}

/** Path and query of 'http://host/path?query'. */
export const addressOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** Says that an answer must not be cached. Everybody who waits gets it. */
export class NotCached extends Error {
  readonly #answer: Response;
  constructor(answer: Response) {
    super('not cached');
    this.#answer = answer;
  }
  answer = (): Response => this.#answer.clone();
}
