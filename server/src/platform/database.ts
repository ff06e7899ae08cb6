import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isRefusal, type Refusal } from './refusal.ts';

export type Orm = NodePgDatabase<Record<string, never>>;
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0];
/** Where a query may run: on the pool, or inside a transaction. */
export type Queryable = Orm | Tx;

export type Database = {
  pool: pg.Pool;
  orm: Orm;
  /** Runs `work` in one transaction; rolled back when it throws or returns a Refusal. Deadlocks are tried again. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const afterwards = new WeakMap<object, (() => void)[]>();

/** Runs `work` as soon as `tx` is committed, before its caller goes on; never when it is rolled back. */
export function afterCommit(tx: Tx, work: () => void): void {
  const waiting = afterwards.get(tx);
  if (waiting) waiting.push(work);
  else afterwards.set(tx, [work]);
}

class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
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

/** Whether the query failed because the database cannot be reached or is out of room, and not because of what was asked. */
export function isDatabaseDown(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(08|53|57P|3D000$|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(state);
  for (let at = error; at instanceof Error; at = at.cause) {
    if (/connection terminated|timeout exceeded when trying to connect/i.test(at.message)) return true;
  }
  return false;
}

/** Opens a pool on `url`. bigint columns arrive as numbers: task numbers and counts stay far below 2^53. */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    connectionTimeoutMillis: 5_000,
  });
  // A connection that the server ends (restart, failover) must not end the process: idle ones are the pool's to watch, one
  // that a transaction holds is watched by nobody else. Whoever waits for its answer is told by that query.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  pool.on('error', () => undefined);
  const orm: Orm = drizzle(pool);

  async function once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let committed: Tx | undefined;
    try {
      const outcome = await orm.transaction(async (tx) => {
        const value = await work(tx);
        if (isRefusal(value)) throw new RolledBack(value);
        committed = tx;
        return value;
      });
      for (const then of (committed && afterwards.get(committed)) ?? []) then();
      return outcome;
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal as T;
      throw error;
    }
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
