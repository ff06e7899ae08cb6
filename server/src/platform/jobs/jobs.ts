import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Figures } from '../figures.ts';
import type { Logger } from '../log.ts';
import { connectionSettings, type DatabaseLimits } from '../postgres/connection-settings.ts';
import type { Queryable } from '../postgres/database.ts';
import { createJobLog, DEAD_LETTERS, type JobOptions, makeQueues } from './job-queues.ts';

/** A kind of job: its queue, its data and its options. */
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

/** `startAfter`: a time, or seconds from now. */
type SendOptions = { startAfter?: Date | number; singletonKey?: string };
/** A kind of job with the function that does it. */
type Handled = {
  name: string;
  options: JobOptions;
  work: (payload: unknown) => Promise<void>;
  /** Does several jobs at once. If that fails, they are done one by one. */
  together: ((payloads: unknown[]) => Promise<void>) | undefined;
};
type Fetched = { id: string; data: unknown; retryCount: number };

/** For the queues' own connections. */
const LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 60_000 };
/** How long running jobs may take to finish when the process stops. */
const FINISH_MILLISECONDS = 5_000;

type Options = {
  databaseUrl: string;
  log: Logger;
  /** Whether `start` creates queues. */
  migrate?: boolean;
  /** Whether this process finds lost jobs, and starts jobs at their fixed times. */
  supervise?: boolean;
  limits?: DatabaseLimits;
  figures?: Figures;
};

/**
 * Background jobs in PostgreSQL (pg-boss). A job is queued in the caller's transaction. It runs at least once, so it
 * must be repeatable.
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

  constructor({ databaseUrl, log, migrate = true, supervise = true, limits = LIMITS, figures }: Options) {
    this.#log = log;
    this.#makesQueues = migrate;
    this.#supervise = supervise;
    this.#jobLog = createJobLog(log, figures);
    this.#boss = new PgBoss({
      ...connectionSettings(databaseUrl, limits),
      max: 4,
      migrate,
      supervise,
      schedule: supervise,
      useListenNotify: supervise,
      // The jobs of a killed process go on after about 15 s.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      // The operator reindexes the tables.
      reindex: false,
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  }

  async #run(handled: Handled, { id, data, retryCount }: Fetched): Promise<void> {
    const { name, options: jobOptions, work } = handled;
    const began = performance.now();
    try {
      await work(data);
      if (jobOptions.leavesNothing) await this.#boss.deleteJob(name, id);
      this.#jobLog.done({ name, began, count: 1 });
    } catch (error) {
      this.#jobLog.failed({ name, began, isDurable: jobOptions.isDurable, retryCount }, error);
      throw error;
    }
  }

  /** Whether all jobs were done together. Otherwise each is done alone. */
  async #ranTogether({ name, together }: Handled, fetched: Fetched[]): Promise<boolean> {
    if (!together || fetched.length < 2) return false;
    const began = performance.now();
    try {
      await together(fetched.map(({ data }) => data));
      this.#jobLog.done({ name, began, count: fetched.length });
      return true;
    } catch (error) {
      this.#log.warn(
        { err: error, job: name, count: fetched.length },
        'jobs failed together and are tried one by one',
      );
      return false;
    }
  }

  /** Kinds of jobs that are due, in one query. */
  async #kindsDue(): Promise<Handled[]> {
    const { rows } = await this.#boss
      .getDb()
      .executeSql(`SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND start_after <= now()`);
    const names = new Set(rows.map((row: { name: string }) => row.name));
    return [...this.#handled.values()].filter(({ name }) => names.has(name));
  }

  /**
   * Registers the function for a kind of job, before `start`. `together` does several at once. A job with wrong data
   * fails.
   */
  handle<Payload extends object>(
    { name, schema, options }: Job<Payload>,
    work: (payload: Payload) => Promise<unknown>,
    together?: (payloads: Payload[]) => Promise<void>,
  ): void {
    if (this.#handled.has(name)) throw new Error(`job ${name} has two handlers`);
    // A job that starts at fixed times has no data.
    const read = (payload: unknown) => schema.parse(payload ?? {});
    this.#handled.set(name, {
      name,
      options,
      work: async (payload) => void (await work(read(payload))),
      together: together && (async (payloads) => together(payloads.map(read))),
    });
  }

  /** Queues a job in `db`'s transaction. */
  async send<Payload extends object>(
    db: Queryable,
    { name }: Job<Payload>,
    payload: NoInfer<Payload>,
    send: SendOptions = {},
  ): Promise<void> {
    if (!this.#handled.has(name)) throw new Error(`job ${name} has no handler`);
    await this.#boss.send(name, payload, { ...send, db: fromDrizzle(db, sql) });
  }

  /** Queues several jobs in one statement. */
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

  /** Puts a job that failed for good into its queue again. False if no failed job has this id. */
  async sendAgain(db: Queryable, id: string): Promise<boolean> {
    return (await this.#boss.redrive(DEAD_LETTERS, { ids: [id], db: fromDrizzle(db, sql) })) === 1;
  }

  /** Makes a failed job run again now. */
  async retry(db: Queryable, name: string, id: string): Promise<void> {
    await this.#boss.retry(name, id, { db: fromDrizzle(db, sql) });
  }

  /** Makes a waiting job run now. False if it already runs, or does not exist. */
  async hasten(db: Queryable, name: string, id: string): Promise<boolean> {
    const change = { id, startAfter: 0, db: fromDrizzle(db, sql) };
    return (await this.#boss.update(name, undefined, change)).updated === 1;
  }

  /** Opens the queues; with `work` this process also runs jobs, after `beforeWork`. */
  async start({ work, beforeWork }: { work: boolean; beforeWork?: () => Promise<void> }): Promise<void> {
    await this.#boss.start();
    // Otherwise the queues stay as they are.
    if (this.#makesQueues) await makeQueues(this.#boss, this.#handled.values());
    await beforeWork?.();
    for (const handled of this.#handled.values()) {
      const { every } = handled.options;
      if (every && this.#supervise) await this.#boss.schedule(handled.name, every);
      if (work) {
        await this.#boss.work(
          handled.name,
          {
            // At least two: a worker that gets a full batch looks for more at once. With one, a long queue took hours.
            batchSize: handled.options.batch ?? 2,
            burstWhenBatchFull: true,
            perJobResults: true,
            localConcurrency: handled.options.concurrency ?? 1,
            pollingIntervalSeconds: 2,
            // A killed process cannot announce its jobs, so the queue also looks by itself.
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

  /** For tests and commands: runs everything that is due. Throws the error of a job. */
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

  /** Whether jobs can be queued and run. */
  async isReady(): Promise<boolean> {
    if (!this.#ready || this.#restingSince !== undefined) return false;
    const answered = await this.#boss.isInstalled().catch(() => false);
    return answered;
  }

  /** Takes no new jobs. Running ones go on. */
  async rest(): Promise<void> {
    this.#restingSince ??= performance.now();
    if (!this.#ready) return;
    for (const name of this.#handled.keys()) await this.#boss.offWork(name, { wait: false });
  }

  /** Waits for active jobs, at most `timeout` milliseconds. */
  async stop(timeout = FINISH_MILLISECONDS): Promise<void> {
    if (this.#ready) {
      const rested = this.#restingSince === undefined ? 0 : performance.now() - this.#restingSince;
      await this.#boss.stop({ graceful: true, timeout: Math.max(0, timeout - rested) });
    }
    this.#ready = false;
  }
}

/** Creates the tables of the job queue, for a restore. */
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
