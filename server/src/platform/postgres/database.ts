import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isRefusal } from '../refusal.ts';
import { BoundedPool, PoolIsFull } from './bounded-pool.ts';
import {
  connectionSettings,
  type DatabaseLimits,
  LONG_LIMITS,
  requireLimits,
} from './connection-settings.ts';
import { type Statement, TimedClient } from './timed-client.ts';
import { UnnamedClient } from './unnamed-client.ts';

export type Orm = NodePgDatabase<Record<string, never>>;
/** An open transaction, made by `Database.transaction`. */
export type Tx = Orm & { readonly isTransaction: true };
/** The pool, or a transaction. */
export type Queryable = Orm | Tx;

export type Database = {
  /**
   * `refused`: how many requests the pool has refused. `isTurnedAway`: whether the newest connection met a pooler where
   * none may be.
   */
  pool: pg.Pool & { readonly refused: number; readonly isTurnedAway: boolean };
  orm: Orm;
  /** Whether a pooler gives each transaction another connection. */
  isPooled: boolean;
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
/** The code of a database that is read-only. */
export const READ_ONLY = '25006';

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

/** Opens connections to `url`. bigint columns become numbers. */
export function openDatabase(
  url: string,
  options: {
    max?: number;
    /** How many requests may wait for a connection. */
    queue?: number;
    limits?: DatabaseLimits;
    /** Whether a pooler lies in between, so that the limits are those of the role. */
    isPooled?: boolean;
    onError?: (error: Error) => void;
    /** Called at most once a second, with the number of refused requests. */
    onFull?: (refused: number) => void;
    /** Called after each statement. */
    onStatement?: (statement: Statement) => void;
  } = {},
): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const { limits = LONG_LIMITS, isPooled = false } = options;
  const check = (client: pg.ClientBase) => requireLimits(client, limits);
  const settings = {
    ...connectionSettings(url, limits, { isPooled }),
    max: options.max ?? 10,
    types,
    // The pool gives its settings to each client.
    Client: isPooled ? UnnamedClient : TimedClient,
    onStatement: options.onStatement,
    ...(isPooled ? {} : { onConnect: check }),
  };
  const onFull = options.onFull ?? (() => undefined);
  const pool = new BoundedPool(settings, options.queue ?? Number.POSITIVE_INFINITY, onFull);
  // If the server closes a connection, the process must not end. The caller's query fails.
  pool.on('connect', (client) => {
    pool.isTurnedAway = false;
    client.on('error', (error) => options.onError?.(error));
  });
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
    isPooled,
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

/**
 * Undoes the transaction, or closes a connection that is silent or read-only. Never throws, because the first error
 * matters.
 */
async function rollBack(client: pg.PoolClient, cause?: unknown): Promise<void> {
  // A silent server would not answer the ROLLBACK either. A new connection may lead to a server that takes writes.
  if (saysSomewhere(cause, UNANSWERED) || sqlState(cause) === READ_ONLY) return client.release(true);
  const isDone = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  client.release(!isDone);
}
