import type { PgBoss } from 'pg-boss';
import type { Figures } from '../figures.ts';
import type { Logger } from '../log.ts';

export type JobOptions = {
  /** How often a failed job is tried again, with longer and longer pauses. */
  retryLimit?: number;
  /** How many jobs of this kind one process runs at a time. */
  concurrency?: number;
  /** How many jobs are fetched at a time. */
  batch?: number;
  /** A job that has not finished after this time is tried again. */
  expireInSeconds?: number;
  /** Tried for 7 days, and then kept until an admin decides. */
  isDurable?: boolean;
  /** Also runs at fixed times (cron, UTC), without data. */
  every?: string;
  /** Deleted when done, for jobs with personal data. */
  leavesNothing?: boolean;
};

/** The queue of durable jobs that failed for good. Nothing runs them. */
export const DEAD_LETTERS = 'platform.dead-letters';

/** The library's own queue, by which jobs start at their fixed times. */
const FIXED_TIMES = '__pgboss__send-it';
/** A start whose process lost the database would otherwise wait for 15 minutes. */
const FIXED_TIMES_EXPIRE_SECONDS = 60;

const DAY_SECONDS = 86_400;
const DEFAULTS = {
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  // If a process is killed, other processes take over its jobs within 20 s.
  heartbeatSeconds: 10,
  retentionSeconds: 14 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
  // A notification starts the job at once.
  notify: true,
};
/** Ten tries within half an hour, and then one every 15 minutes for a week. */
const DURABLE_RETRIES = 10 + 7 * 24 * 4;
/** A job that never starts is deleted after this time. */
const FOREVER_SECONDS = 10 * 365 * DAY_SECONDS;
const DURABLE = {
  retryLimit: DURABLE_RETRIES,
  retentionSeconds: FOREVER_SECONDS,
  deadLetter: DEAD_LETTERS,
};

type QueueOptions = typeof DEFAULTS & { deadLetter?: string };

const DEAD_LETTER_OPTIONS: QueueOptions = { ...DEFAULTS, retentionSeconds: FOREVER_SECONDS };

/** The options of a queue. */
function queueOptions({ isDurable, retryLimit, expireInSeconds }: JobOptions): QueueOptions {
  return {
    ...DEFAULTS,
    ...(isDurable ? DURABLE : {}),
    ...(retryLimit === undefined ? {} : { retryLimit }),
    ...(expireInSeconds === undefined ? {} : { expireInSeconds }),
  };
}

/** Whether an existing queue has other options. */
function isOutdated(found: { [name in keyof QueueOptions]?: unknown }, wanted: QueueOptions): boolean {
  return Object.entries(wanted).some(([name, value]) => found[name as keyof QueueOptions] !== value);
}

/** Creates missing queues and updates changed ones. */
export async function makeQueues(
  boss: PgBoss,
  definitions: Iterable<{ name: string; options: JobOptions }>,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await boss.createQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS);
  const starts = known.get(FIXED_TIMES);
  if (starts && starts.expireInSeconds !== FIXED_TIMES_EXPIRE_SECONDS)
    await boss.updateQueue(FIXED_TIMES, { expireInSeconds: FIXED_TIMES_EXPIRE_SECONDS });
  for (const { name, options } of definitions) {
    const queue = queueOptions(options);
    await boss.createQueue(name, queue);
    // Creating an existing queue changes nothing.
    const was = known.get(name);
    if (was && isOutdated(was, queue)) await boss.updateQueue(name, queue);
  }
}

/** Jobs of a queue that began at this moment of `performance.now()`. */
type Run = { name: string; began: number };
type Attempt = Run & { isDurable: boolean | undefined; retryCount: number };

const secondsSince = (began: number) => (performance.now() - began) / 1000;

/**
 * Logs and measures what happens to jobs. A durable job may fail often, so only its first and its last failure are
 * logged.
 */
export function createJobLog(log: Logger, figures: Figures | undefined) {
  const failing = new Set<string>();
  return {
    /** `count` jobs were done together. */
    done({ name, began, count }: Run & { count: number }): void {
      figures?.observeJobs(name, 'done', secondsSince(began), count);
      if (failing.delete(name)) log.info({ job: name }, 'jobs that had failed are done again');
    },
    failed({ name, began, isDurable, retryCount }: Attempt, error: unknown): void {
      figures?.observeJobs(name, 'failed', secondsSince(began));
      const facts = { err: error, job: name };
      if (!isDurable) {
        log.error(facts, 'a job failed and will be tried again');
      } else if (retryCount >= DURABLE_RETRIES) {
        log.error(facts, 'a job was given up after 7 days; an admin can send it again');
      } else if (retryCount === 0 && !failing.has(name)) {
        failing.add(name);
        log.warn(facts, 'jobs begin to wait: they are tried again for 7 days');
      }
    },
  };
}
