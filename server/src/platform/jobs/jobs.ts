import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Logger } from '../log.ts';
import { connectionSettings, type DatabaseLimits, type Queryable } from '../postgres/database.ts';
import { createJobLog, DEAD_LETTERS, type JobOptions, makeQueues } from './job-queues.ts';

/** A kind of job: the name of its queue, what its payload is, and how the queue treats it. Who sends it and its handler share this value. */
export type Job<Payload extends object> = {
  readonly name: string;
  readonly schema: z.ZodType<Payload>;
  readonly options: JobOptions;
};

export const defineJob = <Payload extends object>(
  name: string,
  schema: z.ZodType<Payload>,
  options: JobOptions = {},
): Job<Payload> => ({ name, schema, options });

/** `startAfter`: a moment, or so many seconds from now. */
type SendOptions = { startAfter?: Date | number; singletonKey?: string };
/** A kind of job with its handler, which is given the payload as it stands in the queue. */
type Handled = {
  name: string;
  options: JobOptions;
  work: (payload: unknown) => Promise<void>;
  /** Does what was fetched at once together; whatever fails so is done one by one. */
  together: ((payloads: unknown[]) => Promise<void>) | undefined;
};
type Fetched = { id: string; data: unknown; retryCount: number };

/** Of the connections of the queues alone: nobody who makes a request waits for them. */
const LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 60_000 };
/** How long jobs at work may take to finish once no more are taken. */
const FINISH_MILLISECONDS = 5_000;

type Options = {
  databaseUrl: string;
  log: Logger;
  /** Whether `start` makes the queues; true by default. */
  migrate?: boolean;
  /** Whether lost jobs are found again and what runs by the clock is begun here; true by default. */
  supervise?: boolean;
  limits?: DatabaseLimits;
};

/**
 * Background work on PostgreSQL (pg-boss): enqueued inside the caller's transaction, done at least once,
 * shared by all instances. Handlers must bear being run twice.
 */
export class Jobs {
  readonly #log: Logger;
  readonly #handled = new Map<string, Handled>();
  readonly #makesQueues: boolean;
  readonly #supervise: boolean;
  readonly #boss: PgBoss;
  readonly #jobLog: ReturnType<typeof createJobLog>;
  #ready = false;
  #restingSince: number | undefined;

  constructor({ databaseUrl, log, migrate = true, supervise = true, limits = LIMITS }: Options) {
    this.#log = log;
    this.#makesQueues = migrate;
    this.#supervise = supervise;
    this.#jobLog = createJobLog(log);
    this.#boss = new PgBoss({
      ...connectionSettings(databaseUrl, limits),
      max: 4,
      migrate,
      supervise,
      schedule: supervise,
      useListenNotify: supervise,
      // How soon a killed process is missed: its jobs go on 14 to 16 s after its restart, 125 s without heartbeats.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      // An index is rebuilt by the operator, not in the middle of somebody's order.
      reindex: false,
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  }

  async #run(handled: Handled, { id, data, retryCount }: Fetched): Promise<void> {
    const { name, options: jobOptions, work } = handled;
    try {
      await work(data);
      if (jobOptions.leavesNothing) await this.#boss.deleteJob(name, id);
      this.#jobLog.done({ name });
    } catch (error) {
      this.#jobLog.failed({ name, isDurable: jobOptions.isDurable, retryCount }, error);
      throw error;
    }
  }

  /** Whether all of it is done; false leaves each to be done by itself. */
  async #ranTogether({ name, together }: Handled, fetched: Fetched[]): Promise<boolean> {
    if (!together || fetched.length < 2) return false;
    try {
      await together(fetched.map(({ data }) => data));
      return true;
    } catch (error) {
      this.#log.warn(
        { err: error, job: name, count: fetched.length },
        'jobs failed together and are tried one by one',
      );
      return false;
    }
  }

  /** What has work that may be done now, in the order in which they were given handlers: one question instead of one a queue. */
  async #kindsDue(): Promise<Handled[]> {
    const { rows } = await this.#boss
      .getDb()
      .executeSql(`SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND start_after <= now()`);
    const names = new Set(rows.map((row: { name: string }) => row.name));
    return [...this.#handled.values()].filter(({ name }) => names.has(name));
  }

  /**
   * Gives a kind of job its handler; before `start`. `together`, where given, does a batch of them as one piece of work that either
   * happens or does not; when it throws, each is done by itself. A payload that is not as the job says fails like a handler that throws.
   */
  handle<Payload extends object>(
    { name, schema, options }: Job<Payload>,
    work: (payload: Payload) => Promise<unknown>,
    together?: (payloads: Payload[]) => Promise<void>,
  ): void {
    if (this.#handled.has(name)) throw new Error(`job ${name} has two handlers`);
    // What runs by the clock is enqueued without a payload.
    const read = (payload: unknown) => schema.parse(payload ?? {});
    this.#handled.set(name, {
      name,
      options,
      work: async (payload) => void (await work(read(payload))),
      together: together && (async (payloads) => together(payloads.map(read))),
    });
  }

  /** Enqueues inside `db`'s transaction: rolled back with it. */
  async send<Payload extends object>(
    db: Queryable,
    { name }: Job<Payload>,
    payload: NoInfer<Payload>,
    send: SendOptions = {},
  ): Promise<void> {
    if (!this.#handled.has(name)) throw new Error(`job ${name} has no handler`);
    await this.#boss.send(name, payload, { ...send, db: fromDrizzle(db, sql) });
  }

  /** Enqueues one job for each payload inside `db`'s transaction, in one statement. */
  async sendMany<Payload extends object>(
    db: Queryable,
    { name }: Job<Payload>,
    payloads: NoInfer<Payload>[],
  ): Promise<void> {
    if (!this.#handled.has(name)) throw new Error(`job ${name} has no handler`);
    if (payloads.length === 0) return;
    await this.#boss.insert(
      name,
      payloads.map((data) => ({ data })),
      { db: fromDrizzle(db, sql) },
    );
  }

  /** Takes a job out of the dead letter queue into its own, as if it were new; false when it is not there. */
  async sendAgain(db: Queryable, id: string): Promise<boolean> {
    return (await this.#boss.redrive(DEAD_LETTERS, { ids: [id], db: fromDrizzle(db, sql) })) === 1;
  }

  /** Makes a job that failed and is no dead letter due again. */
  async retry(db: Queryable, name: string, id: string): Promise<void> {
    await this.#boss.retry(name, id, { db: fromDrizzle(db, sql) });
  }

  /** Makes a job that waits for its next try due now; false when it is at work, or not there. */
  async hasten(db: Queryable, name: string, id: string): Promise<boolean> {
    const change = { id, startAfter: 0, db: fromDrizzle(db, sql) };
    return (await this.#boss.update(name, undefined, change)).updated === 1;
  }

  /** Opens the queues; with `work` this process also does the work. `beforeWork` is done before any of it. */
  async start({ work, beforeWork }: { work: boolean; beforeWork?: () => Promise<void> }): Promise<void> {
    await this.#boss.start();
    // Elsewhere the queues are as their last server left them.
    if (this.#makesQueues) await makeQueues(this.#boss, this.#handled.values());
    await beforeWork?.();
    for (const handled of this.#handled.values()) {
      const { every } = handled.options;
      if (every && this.#supervise) await this.#boss.schedule(handled.name, every);
      if (work) {
        await this.#boss.work(
          handled.name,
          {
            // At least two, so that a full batch says that more is waiting and the next is fetched at once: a worker that takes
            // one at a time sleeps between jobs until a notification of a new one, and a backlog drained at 0.2/s.
            batchSize: handled.options.batch ?? 2,
            burstWhenBatchFull: true,
            perJobResults: true,
            localConcurrency: handled.options.concurrency ?? 1,
            pollingIntervalSeconds: 2,
            // A job that is tried again after its process was killed is announced to nobody.
            notifyPollingIntervalSeconds: 5,
          },
          async (jobs) => {
            if (await this.#ranTogether(handled, jobs)) {
              return jobs.map(({ id }): JobResult => ({ id, status: 'completed' }));
            }
            const results: JobResult[] = [];
            for (const job of jobs) {
              const { id } = job;
              try {
                await this.#run(handled, job);
                results.push({ id, status: 'completed' });
              } catch (error) {
                results.push({ id, status: 'failed', output: { message: String(error) } });
              }
            }
            return results;
          },
        );
      }
    }
    this.#ready = true;
  }

  /** Does everything that is due, in this call, until nothing is left; for tests and commands. Throws what a handler throws. */
  async drain(): Promise<number> {
    let done = 0;
    for (let due = await this.#kindsDue(); due.length > 0; due = await this.#kindsDue()) {
      for (const handled of due) {
        const batchSize = handled.together ? (handled.options.batch ?? 2) : 1;
        const fetched = await this.#boss.fetch(handled.name, { batchSize });
        done += fetched.length;
        const isDone = await this.#ranTogether(handled, fetched);
        let problem: unknown;
        for (const job of fetched) {
          const { id } = job;
          try {
            if (!isDone) await this.#run(handled, job);
            await this.#boss.complete(handled.name, id);
          } catch (error) {
            await this.#boss.fail(handled.name, id, { message: String(error) });
            problem ??= error;
          }
        }
        if (problem) throw problem;
      }
    }
    return done;
  }

  /** Whether jobs can be sent and taken: started, not paused, and the queues answer. */
  async isReady(): Promise<boolean> {
    if (!this.#ready || this.#restingSince !== undefined) return false;
    const answered = await this.#boss.isInstalled().catch(() => false);
    return answered;
  }

  /** Takes no more jobs; those at work go on, and jobs can still be sent. Comes before `stop`, while requests are drained. */
  async rest(): Promise<void> {
    this.#restingSince ??= performance.now();
    if (!this.#ready) return;
    for (const name of this.#handled.keys()) await this.#boss.offWork(name, { wait: false });
  }

  /** Lets running jobs finish for at most `timeout` milliseconds, counted from `rest` if that came before. */
  async stop(timeout = FINISH_MILLISECONDS): Promise<void> {
    if (this.#ready) {
      const rested = this.#restingSince === undefined ? 0 : performance.now() - this.#restingSince;
      await this.#boss.stop({ graceful: true, timeout: Math.max(0, timeout - rested) });
    }
    this.#ready = false;
  }
}

/** Makes the tables of the job queue where there are none, and nothing else; for a restore. */
export async function makeJobTables(databaseUrl: string, log: Logger): Promise<void> {
  const boss = new PgBoss({
    ...connectionSettings(databaseUrl, LIMITS),
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  await boss.stop({ graceful: false });
}
