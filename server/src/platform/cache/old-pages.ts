import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { markOld } from './old-answer.ts';
import type { PublicAnswer } from './public-answer.ts';

/** `at`: the time that the page shows. `rightUntil`: until when nothing is known to have changed in it. */
type Kept = { answer: PublicAnswer; at: number; rightUntil: number };

const MOST_BYTES = 8_000_000;
/** How long a page counts as right if nothing changes, and how long it is shown without the database. */
const LIFETIME_MS = 60_000;
/** A page that was outdated so shortly before the database went away is shown as it was. */
const SHORTLY_MS = 10_000;

const emptyPages = () =>
  new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + key.length,
  });

/**
 * Pages for the time when the database is away. They outlive the changes of the last seconds, because otherwise a
 * laboratory with many changes would have none.
 */
export class OldPages {
  readonly #clock: Clock;
  #pages = emptyPages();
  /** How often something public has changed. */
  #changes = 0;
  /** When the database was first missed. Undefined while it answers. */
  #missedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes a page, which needs the database, and keeps it if it may be shown when it is old. */
  async keep(key: string, make: () => Promise<PublicAnswer>): Promise<PublicAnswer> {
    const [at, pages, changes] = [this.#now(), this.#pages, this.#changes];
    const answer = await make();
    this.#missedAt = undefined;
    const isNewest = at >= (pages.peek(key)?.at ?? at);
    // A page that changed while it was made was right when that began.
    const rightUntil = this.#changes === changes ? at + LIFETIME_MS : at;
    if (!isNewest) return answer;
    if (answer.mayBeOld) pages.set(key, { answer, at, rightUntil });
    else pages.delete(key);
    return answer;
  }

  /** Something public has changed. If this process cannot read it from the database, it shows no page from before. */
  change(): void {
    if (this.#missedAt === undefined) this.outdate();
    else this.#pages = emptyPages();
  }

  /** Something public may have changed: from now on no kept page counts as right. */
  outdate(): void {
    this.#changes += 1;
    const now = this.#now();
    for (const kept of this.#pages.values()) kept.rightUntil = Math.min(kept.rightUntil, now);
  }

  /** The database answers again. Notifications may have been missed, so no page from before is right. */
  forget(): void {
    this.#missedAt = undefined;
    this.#pages = emptyPages();
  }

  /** The page as it was when the database was last there, with its time. Call this only if the database is away. */
  find(key: string): PublicAnswer | undefined {
    const now = this.#now();
    this.#missedAt ??= now;
    const kept = this.#pages.get(key);
    if (!kept || now > this.#missedAt + LIFETIME_MS) return undefined;
    if (kept.at < this.#missedAt - LIFETIME_MS) return undefined;
    if (kept.rightUntil < this.#missedAt - SHORTLY_MS) return undefined;
    return markOld(kept.answer, new Date(kept.at));
  }

  #now = (): number => this.#clock.now().getTime();
}
