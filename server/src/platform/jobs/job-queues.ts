import type { PgBoss } from 'pg-boss';
import type { Logger } from '../log.ts';

export type JobOptions = {
  /** Tries after the first one; 10 by default, with exponential backoff from 1 s to 15 min. */
  retryLimit?: number;
  /** How many of this kind one process works on at a time. */
  concurrency?: number;
  /** How many a worker fetches at once, to do one after the other; more where each is short and bursts are long. */
  batch?: number;
  /** Seconds until a job that never came back is tried again. */
  expireInSeconds?: number;
  /** Never lost: tried for 7 days, then it waits in the dead letter queue until somebody sends it again. */
  isDurable?: boolean;
  /** Runs by the clock too: five fields of cron, UTC. Its payload is empty. */
  every?: string;
  /** Deleted as soon as it is done, with all that it knew: for jobs that name people. Not for jobs that are done together. */
  leavesNothing?: boolean;
};

/** The dead letter queue: nobody works on it, and what is in it stays until it is sent again or deleted. */
export const DEAD_LETTERS = 'platform.dead-letters';

const DAY_SECONDS = 86_400;
const DEFAULTS = {
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  // A process that was killed sends no more heartbeats: others take its jobs up within 20 s, however long those may take.
  heartbeatSeconds: 10,
  retentionSeconds: 14 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
  // NOTIFY wakes waiting workers, so that a customer sees a settled payment at once.
  notify: true,
};
/** The ten tries whose pause still grows take half an hour; of those after it one comes every 15 minutes. */
const DURABLE_RETRIES = 10 + 7 * 24 * 4;
/** A job that was not begun is deleted after this, however often it is to be tried still: never, for what is durable. */
const FOREVER_SECONDS = 10 * 365 * DAY_SECONDS;
const DURABLE = {
  retryLimit: DURABLE_RETRIES,
  retentionSeconds: FOREVER_SECONDS,
  deadLetter: DEAD_LETTERS,
};

type QueueOptions = typeof DEFAULTS & { deadLetter?: string };

const DEAD_LETTER_OPTIONS: QueueOptions = { ...DEFAULTS, retentionSeconds: FOREVER_SECONDS };

/** What the queue of a kind of job is made with. */
function queueOptions({ isDurable, retryLimit, expireInSeconds }: JobOptions): QueueOptions {
  return {
    ...DEFAULTS,
    ...(isDurable ? DURABLE : {}),
    ...(retryLimit === undefined ? {} : { retryLimit }),
    ...(expireInSeconds === undefined ? {} : { expireInSeconds }),
  };
}

/** Whether a queue that is there was made with other options. */
function isOutdated(found: { [name in keyof QueueOptions]?: unknown }, wanted: QueueOptions): boolean {
  return Object.entries(wanted).some(([name, value]) => found[name as keyof QueueOptions] !== value);
}

/** Makes the queues that are missing, the dead letter queue first, which others name, and changes those that are there with other options. */
export async function makeQueues(
  boss: PgBoss,
  definitions: Iterable<{ name: string; options: JobOptions }>,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await boss.createQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS);
  for (const { name, options } of definitions) {
    const queue = queueOptions(options);
    await boss.createQueue(name, queue);
    // Of a queue that is there, creating changes nothing.
    const was = known.get(name);
    if (was && isOutdated(was, queue)) await boss.updateQueue(name, queue);
  }
}

type Attempt = { name: string; isDurable: boolean | undefined; retryCount: number };

/**
 * Says in the log what becomes of jobs. Every failed try is an error, but of durable jobs, which may fail by the hundred for
 * days: there one line when they begin to fail, one when they are done again, and one for each that is given up.
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
