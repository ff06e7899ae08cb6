import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isRefusal } from '../refusal.ts';

export type Orm = NodePgDatabase<Record<string, never>>;
/** A transaction: its statements run in one open transaction. Only `Database.transaction` creates it. */
export type Tx = Orm & { readonly isTransaction: true };
/** Runs a query on the pool, or inside a transaction. */
export type Queryable = Orm | Tx;

export type Database = {
  /** `refused`: number of requests refused because too many others were waiting. */
  pool: pg.Pool & { readonly refused: number };
  orm: Orm;
  /** Runs `work` in one transaction; rolled back if it throws or returns a Refusal. Retried after deadlocks. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Beforehand = (tx: Tx) => Promise<void>;
const beforehand = new WeakMap<object, Set<Beforehand>>();

/**
 * Runs `work` at the end of `tx`, just before the commit: once, even if added repeatedly, and again if added while such
 * work runs. Runs in order of addition, and not if `tx` is rolled back.
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
    // Work added meanwhile runs after it.
    waiting.delete(work);
    await work(tx);
  }
}

type Afterwards = () => void | Promise<void>;
const afterwards = new WeakMap<object, Afterwards[]>();

/** Runs `work`, which must not throw, right after the commit of `tx`, before the caller continues. */
export function afterCommit(tx: Tx, work: Afterwards): void {
  const waiting = afterwards.get(tx);
  if (waiting) waiting.push(work);
  else afterwards.set(tx, [work]);
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** The SQLSTATE of a failed query, from inside Drizzle's wrapper. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

/** PostgreSQL is unavailable, full, read-only (a standby), or ended a statement or a transaction that took too long. */
const DOWN = /^(08|53|57P|57014$|25006$|25P03$|3D000$|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;
/** Errors of `pg` without a code: a closed connection, a failed connection, a query without an answer. */
const LOST =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|query read timeout/i;
const UNANSWERED = /query read timeout/i;

const saysSomewhere = (error: unknown, words: RegExp): boolean =>
  error instanceof Error && (words.test(error.message) || saysSomewhere(error.cause, words));

/** Whether the query failed because the database is unavailable or full, and not because of the query itself. */
export function isDatabaseDown(error: unknown): boolean {
  const state = sqlState(error);
  return state ? DOWN.test(state) : saysSomewhere(error, LOST);
}

/** Whether a request was refused because too many others wait. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof PoolIsFull || (error instanceof Error && isPoolFull(error.cause));

/** Whether the database accepts writes, which a standby does not, as one row's `writable`. */
export const IS_WRITABLE = "SELECT current_setting('transaction_read_only') = 'off' AS writable";

/** Time limits for PostgreSQL, in milliseconds. */
export type DatabaseLimits = {
  /** Time until a connection is free, or until a new one is open. */
  connectMs: number;
  /** Time until a statement is done, including the time that it waits for locks. */
  statementMs: number;
};

/** Extra time in which a live server reports that it ended a statement. */
export const GIVEN_UP_AFTER_MS = 500;
/** Limit for idle transactions, so that a process behind a broken network holds no locks. */
const IDLE_TRANSACTION_MS = 60_000;

const KEEP_ALIVE_AFTER_MS = 10_000;

/** Settings of every connection of this application: no statement waits forever, even on a silent server. */
export function connectionSettings(url: string, { connectMs, statementMs }: DatabaseLimits) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    // PostgreSQL ends slow statements, and the connection stays usable; a silent server is given up shortly after.
    statement_timeout: statementMs,
    query_timeout: statementMs + GIVEN_UP_AFTER_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  } satisfies pg.ClientConfig;
}

/** Time limits for commands and for work over whole tables. */
export const LONG_LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 1_800_000 };

/** One request, and how many of its statements wait for a connection. */
type Request = { waiting: number };
const requests = new AsyncLocalStorage<Request>();

/**
 * Runs the code that answers one request. Its statements are refused while too many other requests wait for a
 * connection; background work, outside of this function, always waits, because it would starve under load.
 */
export const asRequest = <T>(answer: () => T): T => requests.run({ waiting: 0 }, answer);

/** Runs background work that a request starts without waiting, such as a timer. */
export const outsideRequest = <T>(work: () => T): T => requests.exit(work);

/** Too many other requests already wait for a connection. */
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

/** Refuses a request at once if `most` others already wait: otherwise all would wait too long. */
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
    // The pool gives an idle connection to waiting requests a moment later.
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

  /** Reports refused requests at most once a second, however many there are. */
  #refuse(): void {
    this.refused += 1;
    this.#unsaid += 1;
    if (performance.now() - this.#saidAt < SAID_EVERY_MS) return;
    this.#onFull(this.#unsaid);
    this.#saidAt = performance.now();
    this.#unsaid = 0;
  }

  /** Counts a request as waiting once while at least one of its statements waits. */
  #count(request: Request, change: 1 | -1): void {
    const before = Math.sign(request.waiting);
    request.waiting += change;
    this.#waiting += Math.sign(request.waiting) - before;
  }
}

/** Opens a pool on `url`. bigint columns are returned as numbers: task numbers and counts stay far below 2^53. */
export function openDatabase(
  url: string,
  options: {
    max?: number;
    /** How many requests may wait for a connection. */
    queue?: number;
    limits?: DatabaseLimits;
    onError?: (error: Error) => void;
    /** Called at most once a second with the number of requests refused because the queue was full. */
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
  // A connection closed by the server (restart, failover) must not end the process: the pool handles errors of idle
  // connections only, so those in a transaction need this handler. The query itself fails for its caller.
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
  // PostgreSQL answers this, without an error, if a statement failed and the transaction continued.
  if (command !== 'COMMIT') throw new Error(`the transaction could not be committed: ${command}`);
}

/**
 * Ends the transaction and releases the connection, or closes it if it does not answer. Never throws: a failing
 * ROLLBACK must not hide the original error.
 */
async function rollBack(client: pg.PoolClient, cause?: unknown): Promise<void> {
  // A ROLLBACK would only wait behind the unanswered query.
  if (saysSomewhere(cause, UNANSWERED)) return client.release(true);
  const isDone = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  client.release(!isDone);
}
