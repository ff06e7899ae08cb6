import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/database.ts';
import type { Notifications } from '../postgres/notifications.ts';
import { markOld } from './old-answer.ts';
import type { PublicAnswer } from './public-answer.ts';

export type PublicCache = ReturnType<typeof createPublicCache>;
type Make = () => Promise<PublicAnswer>;

/** The topic of notifications about changed public answers. */
const TOPIC = 'pages';
/** The cache is notified of most changes; this limit covers others, such as the year in the footer. */
const LIFETIME_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * The number of addresses with a query is unlimited. So they have their own space, and never replace addresses without
 * a query.
 */
const PATH_BYTES = 24_000_000;
const QUERY_BYTES = 8_000_000;
const IMAGE_BYTES = 8_000_000;
const LONGEST_KEY = 300;
/** Facts are large, and only those that many different requests share are worth caching. */
const MOST_FACTS = 40;
/** Counts are small, and exist for very many filters. */
const MOST_COUNTS = 400;
/** Paths as links write them. The site also answers other spellings of a path, but does not cache them. */
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
  // Earlier callers still get the result of work that began before a change, but it is not cached.
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

const factsOf = (clock: Clock, max: number) =>
  new LRUCache<string, object, () => Promise<object>>({
    max,
    ...timesOf(clock, LIFETIME_MS),
    fetchMethod: (_key, _stale, { context: read }) => read(),
  });

/** A cached page, at most a minute old, that states its time; only if it may be old. */
function oldPage(cache: Answers, key: string, clock: Clock): PublicAnswer | undefined {
  const kept = cache.get(key);
  if (!kept?.mayBeOld) return undefined;
  const age = LIFETIME_MS - cache.getRemainingTTL(key);
  return markOld(kept, new Date(clock.now().getTime() - age));
}

/**
 * Cache of public answers by path and query: pages, the list, tests, feeds. They are cleared when their content
 * changes: in the changing process before its caller continues, in other processes after PostgreSQL's notification.
 * While notifications are interrupted nothing is answered from memory, except pages that may be old while the database
 * is unavailable.
 */
export function createPublicCache({ clock, notifications }: Options) {
  let hits = 0;
  let misses = 0;
  const missed = () => {
    misses += 1;
  };
  const paths = answersOf(clock, { maxSize: PATH_BYTES, ttl: LIFETIME_MS, missed });
  const queries = answersOf(clock, { maxSize: QUERY_BYTES, ttl: LIFETIME_MS, missed });
  const images = answersOf(clock, { maxSize: IMAGE_BYTES, ttl: DAY_MS, missed });
  const cacheFor = (key: string) => (key.includes('?') ? queries : paths);
  const facts = factsOf(clock, MOST_FACTS);
  const counts = factsOf(clock, MOST_COUNTS);
  const files = new Map<string, PublicAnswer>();

  function clear(): void {
    paths.clear();
    queries.clear();
    facts.clear();
    counts.clear();
  }
  notifications.subscribe(TOPIC, { received: clear, connected: clear });

  async function fetchFrom(cache: Answers, key: string, make: Make): Promise<PublicAnswer> {
    if (notifications.isConnected() && cache.has(key)) hits += 1;
    const answer = notifications.isConnected() ? await cache.fetch(key, { context: make }) : await make();
    if (!answer) throw new Error('the cache made no answer');
    return answer;
  }

  const findOld = (key: string) => (notifications.isAway() ? oldPage(cacheFor(key), key, clock) : undefined);

  function find(key: string): PublicAnswer | undefined {
    const file = files.get(key);
    if (file) return file;
    if (!notifications.isConnected()) return findOld(key);
    const found = cacheFor(key).get(key);
    if (found) hits += 1;
    return found;
  }

  return {
    /** The cached answer. `key`: see `publicKey`. */
    find,

    /** A page of the last minute that states its time, for use while the database is unavailable. */
    findOld,

    /** The cached answer, or the result of `make`: called once for concurrent callers. All of them get its error. */
    fetch: (key: string, make: Make): Promise<PublicAnswer> => fetchFrom(cacheFor(key), key, make),

    /** Like `fetch`, for a picture whose key identifies its whole content: cached for a day, whatever changes. */
    fetchImage: (key: string, make: Make): Promise<PublicAnswer> => fetchFrom(images, key, make),

    /**
     * The result of `read`, called once until something public changes: for different answers computed from the same
     * data. All callers get its error. Callers must not modify the result.
     */
    fetchFacts: <Facts extends object>(key: string, read: () => Promise<Facts>): Promise<Facts> =>
      notifications.isConnected() ? (facts.fetch(key, { context: read }) as Promise<Facts>) : read(),

    /** Like `fetchFacts`, for small results of very many kinds. */
    fetchCounts: <Counts extends object>(key: string, read: () => Promise<Counts>): Promise<Counts> =>
      notifications.isConnected() ? (counts.fetch(key, { context: read }) as Promise<Counts>) : read(),

    /** Caches the front-end files by path for the life of the process. */
    addFiles(added: ReadonlyMap<string, PublicAnswer>): void {
      for (const [path, file] of added) files.set(path, file);
    },

    /** How often the cache was used since the start; files of the front end do not count. */
    usage: () => ({
      hits,
      misses,
      bytes: paths.calculatedSize + queries.calculatedSize + images.calculatedSize,
    }),

    /** Clears the cache of every process once `tx` is committed. */
    outdate: (tx: Tx): Promise<void> => notifications.publish(tx, TOPIC, 'all'),
  };
}

/**
 * An address with only the `declared` parameters, in their order: other parameters do not change the answer.
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
 * The cache key of an address; undefined, and then not cached, if a parameter is repeated or no link has this address.
 * @param address see `declaredAddress`.
 */
export function publicKey(address: string): string | undefined {
  const [path, query] = splitAddress(address);
  if (!PLAIN_PATH.test(path) || address.length > LONGEST_KEY) return undefined;
  const names = [...new URLSearchParams(query).keys()];
  // U+FFFD replaces invalid bytes, which others may decode differently.
  if (new Set(names).size < names.length || query.includes('%EF%BF%BD')) return undefined;
  return address;
}

/** Path and query ('?…' or '') of an address. */
export function splitAddress(address: string): [path: string, query: string] {
  const mark = address.indexOf('?');
  return mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)];
}

/** Path and query of 'http://host/path?query'. */
export const addressOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** Carries an answer that must not be cached to all waiting callers. */
export class NotCached extends Error {
  readonly #answer: Response;
  constructor(answer: Response) {
    super('not cached');
    this.#answer = answer;
  }
  answer = (): Response => this.#answer.clone();
}
