import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isRefusal } from '../refusal.ts';
import { BoundedPool, PoolIsFull } from './bounded-pool.ts';
import { type Statement, TimedClient } from './timed-client.ts';

export type Orm = NodePgDatabase<Record<string, never>>;
/** An open transaction, made by `Database.transaction`. */
export type Tx = Orm & { readonly isTransaction: true };
/** The pool, or a transaction. */
export type Queryable = Orm | Tx;

export type Database = {
  /** `refused`: how many requests the pool has refused. */
  pool: pg.Pool & { readonly refused: number };
  orm: Orm;
  /** Runs `work` in a transaction. If `work` throws or refuses, it is undone. After a deadlock it is tried again. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Beforehand = (tx: Tx) => Promise<void>;
const beforehand = new WeakMap<object, Set<Beforehand>>();

/** Runs `work` just before the commit of `tx`, once. Several run in the order in which they were added. */
export function beforeCommit(tx: Tx, work: Beforehand): void {
  const waiting = beforehand.get(tx);
  if (waiting) waiting.add(work);
  else beforehand.set(tx, new Set([work]));
}

async function runBeforehand(tx: Tx): Promise<void> {
  const waiting = beforehand.get(tx);
  if (!waiting) return;
  for (const work of waiting) {
    // Work that is added during this round is done in the next round.
    waiting.delete(work);
    await work(tx);
  }
}

type Afterwards = () => void | Promise<void>;
const afterwards = new WeakMap<object, Afterwards[]>();

/** Runs `work` right after the commit of `tx`; it must not throw. */
export function afterCommit(tx: Tx, work: Afterwards): void {
  const waiting = afterwards.get(tx);
  if (waiting) waiting.push(work);
  else afterwards.set(tx, [work]);
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** PostgreSQL's code of a failed query. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

/** Error codes that mean: PostgreSQL is unavailable, full, read-only, or too slow. */
const DOWN = /^(08|53|57P|57014$|25006$|25P03$|3D000$|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;
/** Errors without an error code that mean a lost connection. */
const LOST =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|query read timeout/i;
const UNANSWERED = /query read timeout/i;

const saysSomewhere = (error: unknown, words: RegExp): boolean =>
  error instanceof Error && (words.test(error.message) || saysSomewhere(error.cause, words));

/** Whether a query failed because of the database, and not because the query is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  const state = sqlState(error);
  return state ? DOWN.test(state) : saysSomewhere(error, LOST);
}

/** Whether a request was refused because too many wait. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof PoolIsFull || (error instanceof Error && isPoolFull(error.cause));

/** SQL that says whether the database accepts writes. */
export const IS_WRITABLE = "SELECT current_setting('transaction_read_only') = 'off' AS writable";

/** Time limits for PostgreSQL in milliseconds. */
export type DatabaseLimits = {
  /** The time until a connection is ready. */
  connectMs: number;
  /** The time for a statement, with waiting for locks. */
  statementMs: number;
};

/** A server that has not answered this much later is treated as silent. */
export const GIVEN_UP_AFTER_MS = 500;
/** How long a transaction may pause between statements, so that no lock stays if a process hangs. */
const IDLE_TRANSACTION_MS = 60_000;

const KEEP_ALIVE_AFTER_MS = 10_000;

/** Settings of every connection. With them, each statement waits only for a limited time. */
export function connectionSettings(url: string, { connectMs, statementMs }: DatabaseLimits) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    // PostgreSQL ends a slow statement itself, and the connection can be used again. Only a silent server is given up.
    statement_timeout: statementMs,
    query_timeout: statementMs + GIVEN_UP_AFTER_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  } satisfies pg.ClientConfig;
}

/** Time limits for commands and long work. */
export const LONG_LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 1_800_000 };

/** Opens connections to `url`. bigint columns become numbers. */
export function openDatabase(
  url: string,
  options: {
    max?: number;
    /** How many requests may wait for a connection. */
    queue?: number;
    limits?: DatabaseLimits;
    onError?: (error: Error) => void;
    /** Called at most once a second, with the number of refused requests. */
    onFull?: (refused: number) => void;
    /** Called after each statement. */
    onStatement?: (statement: Statement) => void;
  } = {},
): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const settings = {
    ...connectionSettings(url, options.limits ?? LONG_LIMITS),
    max: options.max ?? 10,
    types,
    // The pool gives its settings to each client.
    Client: TimedClient,
    onStatement: options.onStatement,
  };
  const onFull = options.onFull ?? (() => undefined);
  const pool = new BoundedPool(settings, options.queue ?? Number.POSITIVE_INFINITY, onFull);
  // If the server closes a connection, the process must not end. The caller's query fails.
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
  // PostgreSQL's answer is not COMMIT if a statement failed before.
  if (command !== 'COMMIT') throw new Error(`the transaction could not be committed: ${command}`);
}

/** Undoes the transaction, or closes a connection that is silent. Never throws, because the first error matters. */
async function rollBack(client: pg.PoolClient, cause?: unknown): Promise<void> {
  // A silent server would not answer the ROLLBACK either.
  if (saysSomewhere(cause, UNANSWERED)) return client.release(true);
  const isDone = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  client.release(!isDone);
}
