import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/database.ts';
import type { Notifications } from '../postgres/notifications.ts';
import { markOld } from './old-answer.ts';
import type { PublicAnswer } from './public-answer.ts';

export type PublicCache = ReturnType<typeof createPublicCache>;
type Make = () => Promise<PublicAnswer>;

/** The topic of the notification that public answers have changed. */
const TOPIC = 'pages';
/** Changes are announced; this is for what no announcement reaches, such as the year in the footer. */
const LIFETIME_MS = 60_000;
const DAY_MS = 86_400_000;
/** Addresses with a query are countless: they have room of their own, and never drive out those without. */
const PATH_BYTES = 24_000_000;
const QUERY_BYTES = 8_000_000;
const IMAGE_BYTES = 8_000_000;
const LONGEST_KEY = 300;
/** What answers are computed from is large, and only what many ask for in different ways is worth its room. */
const MOST_FACTS = 40;
/** Counts are small, and of countless filters. */
const MOST_COUNTS = 400;
/** Paths as links write them. Other spellings of the same page are answered, too, but take no room here. */
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
  // What was begun before a change goes to those who asked before it, and is not kept.
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

/** A kept page that may be old, with its time: at most a minute ago. */
function oldPage(cache: Answers, key: string, clock: Clock): PublicAnswer | undefined {
  const kept = cache.get(key);
  if (!kept?.mayBeOld) return undefined;
  const age = LIFETIME_MS - cache.getRemainingTTL(key);
  return markOld(kept, new Date(clock.now().getTime() - age));
}

/**
 * Answers that are the same for everybody, by path and query: pages, the list, tests, feeds. They are forgotten when
 * something that they show has changed: in the process that changed it before its caller goes on, in the others as soon
 * as PostgreSQL has notified them. While notifications do not arrive nothing is answered from memory, but for pages that may be
 * old while the database is away.
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
    /** The answer that is in memory now. `key`: see `publicKey`. */
    find,

    /** A page of the last minute, while the database is away and announces no changes; it says as of when it is. */
    findOld,

    /** The answer in memory, or the one that `make` makes: once for all who ask meanwhile. What it throws all of them get. */
    fetch: (key: string, make: Make): Promise<PublicAnswer> => fetchFrom(cacheFor(key), key, make),

    /** The same for a picture whose key names all that it shows: it stays for a day, whatever changes. */
    fetchImage: (key: string, make: Make): Promise<PublicAnswer> => fetchFrom(images, key, make),

    /**
     * What `read` reads, once for all who ask until something public changes: for answers that differ by what a reader asks, and are
     * computed from the same. What it throws all of them get. Nobody changes what it answers.
     */
    fetchFacts: <Facts extends object>(key: string, read: () => Promise<Facts>): Promise<Facts> =>
      notifications.isConnected() ? (facts.fetch(key, { context: read }) as Promise<Facts>) : read(),

    /** The same for what is small and of countless kinds. */
    fetchCounts: <Counts extends object>(key: string, read: () => Promise<Counts>): Promise<Counts> =>
      notifications.isConnected() ? (counts.fetch(key, { context: read }) as Promise<Counts>) : read(),

    /** Keeps the files of the front end, by their path, as long as the process lives. */
    addFiles(added: ReadonlyMap<string, PublicAnswer>): void {
      for (const [path, file] of added) files.set(path, file);
    },

    /** Since the start, the files of the front end left out. */
    usage: () => ({
      hits,
      misses,
      bytes: paths.calculatedSize + queries.calculatedSize + images.calculatedSize,
    }),

    /** Makes every process forget its answers once `tx` is committed. */
    outdate: (tx: Tx): Promise<void> => notifications.publish(tx, TOPIC, 'all'),
  };
}

/**
 * An address with the parameters that are `declared`, in their order, and no other: what nobody reads makes no other answer.
 * @param address path and query as they were asked for.
 */
export function declaredAddress(address: string, declared: readonly string[]): string {
  const [path, query] = splitAddress(address);
  if (query === '') return path;
  const given = [...new URLSearchParams(query)];
  const ordered = new URLSearchParams(declared.flatMap((name) => given.filter(([each]) => each === name)));
  return ordered.size > 0 ? `${path}?${ordered}` : path;
}

/**
 * The key that the answer to an address is kept by; undefined, and such an answer is not kept, where a parameter is given twice, or an
 * address is one that no link has.
 * @param address see `declaredAddress`.
 */
export function publicKey(address: string): string | undefined {
  const [path, query] = splitAddress(address);
  if (!PLAIN_PATH.test(path) || address.length > LONGEST_KEY) return undefined;
  const names = [...new URLSearchParams(query).keys()];
  // U+FFFD stands for bytes that are no text, which others may read in another way.
  if (new Set(names).size < names.length || query.includes('%EF%BF%BD')) return undefined;
  return address;
}

/** Path and query ('?…' or '') of an address. */
export function splitAddress(address: string): [path: string, query: string] {
  const mark = address.indexOf('?');
  return mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)];
}

/** Path and query as they stand in 'http://host/path?query'. */
export const addressOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** Carries an answer that must not be cached past the cache, to all who waited for it. */
export class NotCached extends Error {
  readonly #answer: Response;
  constructor(answer: Response) {
    super('not cached');
    this.#answer = answer;
  }
  answer = (): Response => this.#answer.clone();
}
