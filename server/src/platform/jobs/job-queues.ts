import type { PgBoss } from 'pg-boss';
import type { Logger } from '../log.ts';

export type JobOptions = {
  /** Retries after the first try; 10 by default, with exponential backoff from 1 s to 15 min. */
  retryLimit?: number;
  /** How many jobs of this kind one process runs at a time. */
  concurrency?: number;
  /** How many jobs a worker fetches at once and runs one after another; larger for short jobs in long bursts. */
  batch?: number;
  /** Seconds until an unfinished job is retried. */
  expireInSeconds?: number;
  /** Durable: retried for 7 days, then dead-lettered until an admin re-sends it. */
  isDurable?: boolean;
  /** Also runs on a schedule: five fields of cron, UTC. Its payload is empty. */
  every?: string;
  /** Deleted with its payload once done: for jobs with personal data. Not for jobs with batch processing. */
  leavesNothing?: boolean;
};

/** The dead letter queue: it has no workers, and jobs stay until they are re-sent or deleted. */
export const DEAD_LETTERS = 'platform.dead-letters';

const DAY_SECONDS = 86_400;
const DEFAULTS = {
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  // A killed process sends no heartbeats: other processes take over its jobs within 20 s, however long these may run.
  heartbeatSeconds: 10,
  retentionSeconds: 14 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
  // NOTIFY wakes waiting workers, so that a customer sees a settled payment at once.
  notify: true,
};
/** The first ten retries, with growing delays, take half an hour; then one every 15 minutes. */
const DURABLE_RETRIES = 10 + 7 * 24 * 4;
/** An unstarted job is deleted after this time, even with retries left: practically never if durable. */
const FOREVER_SECONDS = 10 * 365 * DAY_SECONDS;
const DURABLE = {
  retryLimit: DURABLE_RETRIES,
  retentionSeconds: FOREVER_SECONDS,
  deadLetter: DEAD_LETTERS,
};

type QueueOptions = typeof DEFAULTS & { deadLetter?: string };

const DEAD_LETTER_OPTIONS: QueueOptions = { ...DEFAULTS, retentionSeconds: FOREVER_SECONDS };

/** Options of the queue for a kind of job. */
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

/** Creates missing queues, the dead letter queue first, and updates queues whose options changed. */
export async function makeQueues(
  boss: PgBoss,
  definitions: Iterable<{ name: string; options: JobOptions }>,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await boss.createQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS);
  for (const { name, options } of definitions) {
    const queue = queueOptions(options);
    await boss.createQueue(name, queue);
    // Creating an existing queue changes nothing.
    const was = known.get(name);
    if (was && isOutdated(was, queue)) await boss.updateQueue(name, queue);
  }
}

type Attempt = { name: string; isDurable: boolean | undefined; retryCount: number };

/**
 * Logs the outcome of jobs. Every failed try is an error, except for durable jobs, which may fail by the hundred for
 * days: these log one line when they begin to fail, one when they succeed again, and one for each that is given up.
 */
export function createJobLog(log: Logger) {
  const failing = new Set<string>();
  return {
    done({ name }: { name: string }): void {
      if (failing.delete(name)) log.info({ job: name }, 'jobs that had failed are done again');
    },
    failed({ name, isDurable, retryCount }: Attempt, error: unknown): void {
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
