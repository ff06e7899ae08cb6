import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isDatabaseDown } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { insertEvents, type NewEvent } from './payments.store.ts';

/** Events that are written together at most; a bigger burst is several transactions. */
const MOST = 100;
/** Transactions under way at a time: one alone would wait for the network more than for the disk. */
const WRITERS = 4;
/** Events of one job: a job for each would cost a burst as much as the events themselves. */
const EVENTS_OF_A_JOB = 25;
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
 * Where signed events arrive. Each is stored once, with a job that works it through in the same transaction, and
 * its sender is answered after the commit. What arrives while as many transactions are under way as may be shares the next, so that
 * a burst of ten thousand costs hundreds of commits and not ten thousand.
 */
export function createInbox(db: Database, jobs: Jobs) {
  const waiting: Waiting[] = [];
  let writers = 0;
  let crowd: { timer: NodeJS.Timeout; over: Promise<void>; end: () => void } | undefined;

  function noteCrowd(): void {
    clearTimeout(crowd?.timer);
    const { promise, resolve } = crowd
      ? { promise: crowd.over, resolve: crowd.end }
      : Promise.withResolvers<void>();
    const end = () => {
      crowd = undefined;
      resolve();
    };
    crowd = { timer: setTimeout(end, AFTER_CROWD_MILLISECONDS).unref(), over: promise, end: resolve };
  }

  /** Answers the ids that were new. */
  function write(events: NewEvent[]): Promise<Set<string>> {
    return db.transaction(async (tx) => {
      const stored = await insertEvents(tx, events);
      await jobs.sendMany(tx, 'payment.events', jobsOf(stored));
      return new Set(stored);
    });
  }

  async function writeAll(): Promise<void> {
    writers += 1;
    for (let batch = waiting.splice(0, MOST); batch.length > 0; batch = waiting.splice(0, MOST)) {
      if (batch.length >= CROWD) noteCrowd();
      try {
        const stored = await write(batch.map(({ event }) => event));
        for (const { event, resolve } of batch) resolve(stored.has(event.id) ? 'stored' : 'duplicate');
      } catch (error) {
        if (isDatabaseDown(error)) for (const { reject } of batch) reject(error);
        else await writeEach(batch);
      }
    }
    writers -= 1;
  }

  /** What fails together is tried one by one: an event that cannot be stored keeps no other away. */
  async function writeEach(batch: Waiting[]): Promise<void> {
    for (const { event, resolve, reject } of batch) {
      try {
        resolve((await write([event])).has(event.id) ? 'stored' : 'duplicate');
      } catch (error) {
        reject(error);
      }
    }
  }

  return {
    /** Waits until a crowd of events has been let in, ten seconds at most: a provider gives up on a slow answer. */
    async quiet(): Promise<void> {
      if (crowd) await Promise.race([crowd.over, delay(LONGEST_MILLISECONDS, undefined, { ref: false })]);
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

function jobsOf(eventIds: string[]): { eventIds: string[] }[] {
  return Array.from({ length: Math.ceil(eventIds.length / EVENTS_OF_A_JOB) }, (_, place) => ({
    eventIds: eventIds.slice(place * EVENTS_OF_A_JOB, (place + 1) * EVENTS_OF_A_JOB),
  }));
}
