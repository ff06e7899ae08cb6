import { type Database, isDatabaseDown } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertEvents, type NewEvent } from './payments.events.store.ts';

/** Events that are written together at most; a bigger burst is several statements. */
const MOST = 200;
/** Statements under way at a time: what arrives meanwhile shares the next, so few that each carries many. */
const WRITERS = 2;
/** So many written together are a crowd, and work on events lets a crowd go first: for so long after it, and at most. */
const CROWD = 4;
const AFTER_CROWD_MILLISECONDS = 150;
const LONGEST_MILLISECONDS = 10_000;

type Waiting = {
  event: NewEvent;
  resolve(outcome: 'stored' | 'duplicate'): void;
  reject(error: unknown): void;
};

/**
 * Where signed events arrive (docs/decisions/0031). Each is stored once, by a statement that is its own transaction, and
 * its sender is answered after the commit. The row without an end is the work to be done; a job only tells a worker to look.
 */
export function createInbox({ db, jobs }: Pick<Platform, 'db' | 'jobs'>) {
  const waiting: Waiting[] = [];
  let writers = 0;
  let crowd: { timer: NodeJS.Timeout; over: Promise<void> } | undefined;

  function noteCrowd(): void {
    if (crowd) {
      crowd.timer.refresh();
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    // Patience ends before a crowd that does not.
    const patience = setTimeout(resolve, LONGEST_MILLISECONDS).unref();
    const end = () => {
      clearTimeout(patience);
      crowd = undefined;
      resolve();
    };
    crowd = { timer: setTimeout(end, AFTER_CROWD_MILLISECONDS).unref(), over: promise };
  }

  async function writeAll(): Promise<void> {
    writers += 1;
    for (let batch = waiting.splice(0, MOST); batch.length > 0; batch = waiting.splice(0, MOST)) {
      if (batch.length >= CROWD) noteCrowd();
      try {
        await write(db.pool, batch);
      } catch (error) {
        if (isDatabaseDown(error)) for (const { reject } of batch) reject(error);
        else await writeEach(batch);
      }
    }
    writers -= 1;
  }

  async function write(pool: Database['pool'], batch: Waiting[]): Promise<void> {
    const stored = await insertEvents(
      pool,
      batch.map(({ event }) => event),
    );
    // The events are safe whether or not anybody is woken: what nobody was told of is looked for by the clock.
    if (stored.size > 0) jobs.wake('payment.inbox');
    for (const { event, resolve } of batch) resolve(stored.has(event.id) ? 'stored' : 'duplicate');
  }

  /** What fails together is tried one by one: an event that cannot be stored keeps no other away. */
  async function writeEach(batch: Waiting[]): Promise<void> {
    for (const each of batch) {
      try {
        await write(db.pool, [each]);
      } catch (error) {
        each.reject(error);
      }
    }
  }

  return {
    /** Waits until a crowd of events has been let in, for its first ten seconds at most: a provider gives up on a slow answer. */
    async quiet(): Promise<void> {
      await crowd?.over;
    },

    /** Resolves once the event is safe, and says whether it was there already. */
    store(event: NewEvent): Promise<'stored' | 'duplicate'> {
      return new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject });
        if (writers < WRITERS) void writeAll();
      });
    },
  };
}
