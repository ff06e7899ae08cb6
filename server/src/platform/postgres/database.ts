import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isRefusal } from '../refusal.ts';

export type Orm = NodePgDatabase<Record<string, never>>;
/** Runs its statements inside one open transaction; only `Database.transaction` makes one. */
export type Tx = Orm & { readonly isTransaction: true };
/** Where a query may run: on the pool, or inside a transaction. */
export type Queryable = Orm | Tx;

export type Database = {
  /** `refused`: how many found too many others waiting for a connection. */
  pool: pg.Pool & { readonly refused: number };
  orm: Orm;
  /** Runs `work` in one transaction; rolled back when it throws or returns a Refusal. Deadlocks are tried again. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Beforehand = (tx: Tx) => Promise<void>;
const beforehand = new WeakMap<object, Set<Beforehand>>();

/**
 * Runs `work` at the end of `tx`, right before it is committed: once, however often it is added, and again when it is added while
 * such works run. Works run in the order in which they were added, and not when `tx` is rolled back.
 */
export function beforeCommit(tx: Tx, work: Beforehand): void {
  const waiting = beforehand.get(tx);
  if (waiting) waiting.add(work);
  else beforehand.set(tx, new Set([work]));
}

async function runBeforehand(tx: Tx): Promise<void> {
  const waiting = beforehand.get(tx);
  if (!waiting) return;
  for (const work of waiting) {
    // What is added meanwhile comes up after it.
    waiting.delete(work);
    await work(tx);
  }
}

type Afterwards = () => void | Promise<void>;
const afterwards = new WeakMap<object, Afterwards[]>();

/** Runs `work`, which throws nothing, as soon as `tx` is committed, before its caller goes on; never when it is rolled back. */
export function afterCommit(tx: Tx, work: Afterwards): void {
  const waiting = afterwards.get(tx);
  if (waiting) waiting.push(work);
  else afterwards.set(tx, [work]);
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** The SQLSTATE of a failed query, through the wrapper that Drizzle puts around it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

/** PostgreSQL is away, out of room, read-only as a standby is, or ended a statement or a transaction that took too long. */
const DOWN = /^(08|53|57P|57014$|25006$|25P03$|3D000$|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;
/** What `pg` says without a code: of a connection that ended, of one that did not come about, of a query without an answer. */
const LOST =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|query read timeout/i;
const UNANSWERED = /query read timeout/i;

const saysSomewhere = (error: unknown, words: RegExp): boolean =>
  error instanceof Error && (words.test(error.message) || saysSomewhere(error.cause, words));

/** Whether the query failed because the database cannot be reached or is out of room, and not because of what was asked. */
export function isDatabaseDown(error: unknown): boolean {
  const state = sqlState(error);
  return state ? DOWN.test(state) : saysSomewhere(error, LOST);
}

/** Whether a request was refused because too many others wait. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof PoolIsFull || (error instanceof Error && isPoolFull(error.cause));

/** Whether the database takes writes, which a standby does not, as one row's `writable`. */
export const IS_WRITABLE = "SELECT current_setting('transaction_read_only') = 'off' AS writable";

/** How long PostgreSQL is waited for, in milliseconds. */
export type DatabaseLimits = {
  /** Until a connection is free, or a new one is open. */
  connectMs: number;
  /** Until a statement is done, the locks that it waits for included. */
  statementMs: number;
};

/** A database that answers at all says so much sooner than this after it has ended a statement. */
export const GIVEN_UP_AFTER_MS = 500;
/** A transaction whose process lies on the other side of a broken line holds its locks no longer. */
const IDLE_TRANSACTION_MS = 60_000;

const KEEP_ALIVE_AFTER_MS = 10_000;

/** What every connection of this application is opened with: no statement waits without end, not even for a silent server. */
export function connectionSettings(url: string, { connectMs, statementMs }: DatabaseLimits) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    // PostgreSQL ends what is merely slow, and the connection stays good; a server that says nothing is given up soon after.
    statement_timeout: statementMs,
    query_timeout: statementMs + GIVEN_UP_AFTER_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  } satisfies pg.ClientConfig;
}

/** For commands and for work over whole tables. */
export const LONG_LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 1_800_000 };

/** One request, and how many of its statements wait for a connection. */
type Request = { waiting: number };
const requests = new AsyncLocalStorage<Request>();

/**
 * Runs what answers one request. Its statements are refused while too many other requests wait for a connection; background work,
 * which nobody runs so, always waits: it would starve while requests are many.
 */
export const asRequest = <T>(answer: () => T): T => requests.run({ waiting: 0 }, answer);

/** Runs what a request begins and does not wait for, such as a timer, as background work. */
export const outsideRequest = <T>(work: () => T): T => requests.exit(work);

/** More requests wait for a connection than a further one should wait behind. */
export class PoolIsFull extends Error {
  constructor() {
    super('too many wait for a connection to the database');
  }
}

const SAID_EVERY_MS = 1_000;

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (release?: unknown) => void,
) => void;

/** Refuses at once the request that would wait behind `most` others: all of them would wait too long otherwise. */
class BoundedPool extends pg.Pool {
  readonly #most: number;
  readonly #onFull: (refused: number) => void;
  #waiting = 0;
  #unsaid = 0;
  #saidAt = Number.NEGATIVE_INFINITY;
  refused = 0;

  constructor(config: pg.PoolConfig, most: number, onFull: (refused: number) => void) {
    super(config);
    this.#most = most;
    this.#onFull = onFull;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): undefined;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const request = requests.getStore();
    if (!request) return this.#open(connected);
    // The pool hands an idle connection to those who wait a moment later.
    if (request.waiting === 0 && this.#waiting - this.idleCount >= this.#most) {
      this.#refuse();
      const error = new PoolIsFull();
      if (!connected) return Promise.reject(error);
      process.nextTick(connected, error);
      return undefined;
    }
    this.#count(request, 1);
    if (!connected) return super.connect().finally(() => this.#count(request, -1));
    super.connect((...result) => {
      this.#count(request, -1);
      connected(...result);
    });
    return undefined;
  }

  #open(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect(connected);
    return undefined;
  }

  /** Says it once a second, however many are refused. */
  #refuse(): void {
    this.refused += 1;
    this.#unsaid += 1;
    if (performance.now() - this.#saidAt < SAID_EVERY_MS) return;
    this.#onFull(this.#unsaid);
    this.#saidAt = performance.now();
    this.#unsaid = 0;
  }

  /** Counts a request once while at least one of its statements waits. */
  #count(request: Request, change: 1 | -1): void {
    const before = Math.sign(request.waiting);
    request.waiting += change;
    this.#waiting += Math.sign(request.waiting) - before;
  }
}

/** Opens a pool on `url`. bigint columns arrive as numbers: task numbers and counts stay far below 2^53. */
export function openDatabase(
  url: string,
  options: {
    max?: number;
    /** How many requests may wait for a connection. */
    queue?: number;
    limits?: DatabaseLimits;
    onError?: (error: Error) => void;
    /** Told at most once a second how many requests were refused because the queue was full. */
    onFull?: (refused: number) => void;
  } = {},
): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const settings = {
    ...connectionSettings(url, options.limits ?? LONG_LIMITS),
    max: options.max ?? 10,
    types,
  };
  const onFull = options.onFull ?? (() => undefined);
  const pool = new BoundedPool(settings, options.queue ?? Number.POSITIVE_INFINITY, onFull);
  // A connection that the server ends (restart, failover) must not end the process: idle ones are the pool's to watch, one
  // that a transaction holds is watched by nobody else. That query fails for whoever waits for its answer.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  pool.on('error', () => undefined);
  const orm: Orm = drizzle(pool);

  async function once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const tx: Tx = Object.assign(drizzle(client), { isTransaction: true as const });
    let value: T;
    try {
      await client.query('BEGIN');
      value = await work(tx);
      if (!isRefusal(value)) {
        await runBeforehand(tx);
        await commit(client);
      }
    } catch (error) {
      await rollBack(client, error);
      throw error;
    }
    if (isRefusal(value)) {
      await rollBack(client);
      return value;
    }
    client.release();
    await Promise.all((afterwards.get(tx) ?? []).map((then) => then()));
    return value;
  }

  return {
    pool,
    orm,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          const state = sqlState(error);
          if (attempt === 3 || (state !== DEADLOCK && state !== SERIALIZATION_FAILURE)) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  // PostgreSQL answers so, without an error, when a statement had failed and the work went on all the same.
  if (command !== 'COMMIT') throw new Error(`the transaction could not be committed: ${command}`);
}

/**
 * Ends the transaction and gives the connection back, or closes it where it does not answer. Throws nothing: the caller
 * must hear of what went wrong before, which a failing ROLLBACK would hide.
 */
async function rollBack(client: pg.PoolClient, cause?: unknown): Promise<void> {
  // A ROLLBACK would only wait behind the query that nobody answered.
  if (saysSomewhere(cause, UNANSWERED)) return client.release(true);
  const isDone = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  client.release(!isDone);
}
