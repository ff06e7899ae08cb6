import pg from 'pg';
import { clientConfig } from './database-hosts.ts';

/** Time limits for PostgreSQL in milliseconds. */
export type DatabaseLimits = {
  /** The time until a connection is ready. */
  connectMs: number;
  /** The time for a statement, with waiting for locks. */
  statementMs: number;
};
/** The settings that name an address of the database. */
export type AddressSetting = 'DATABASE_URL' | 'DIRECT_DATABASE_URL';

/** Time limits for commands and long work. */
export const LONG_LIMITS: DatabaseLimits = { connectMs: 10_000, statementMs: 1_800_000 };
/** A server that has not answered this much later is treated as silent. */
export const GIVEN_UP_AFTER_MS = 500;
/** How long a transaction may pause between statements, so that no lock stays if a process hangs. */
export const IDLE_TRANSACTION_MS = 60_000;

const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Settings of a connection. With them, each statement waits only for a limited time. `isPooled`: the limits are those
 * of the role, because a pooler refuses those of a connection.
 */
export function connectionSettings(
  url: string,
  { connectMs, statementMs }: DatabaseLimits,
  { isPooled = false } = {},
) {
  // PostgreSQL ends a slow statement itself, and the connection can be used again. Only a silent server is given up.
  const sent = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  };
  return {
    ...clientConfig(url, connectMs),
    ...(isPooled ? {} : sent),
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + GIVEN_UP_AFTER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  } satisfies pg.ClientConfig;
}

/** The limits that hold for a connection, in milliseconds. */
export type HeldLimits = { role: string; statementMs: number; idleMs: number };
const milliseconds = (name: string) =>
  `(extract(epoch FROM current_setting('${name}')::interval) * 1000)::int`;
export const HELD_LIMITS = `SELECT current_user AS role, ${milliseconds('statement_timeout')} AS "statementMs",
  ${milliseconds('idle_in_transaction_session_timeout')} AS "idleMs"`;

/** A pooler lies in between where none may be. Its code is the one that PgBouncer sends. */
export class PoolerInBetween extends Error {
  readonly code = '08P01';
}

/** Whether a connection failed because a pooler lies in between. */
export const isPoolerInBetween = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof PoolerInBetween ||
    /unsupported startup parameter/i.test(error.message) ||
    isPoolerInBetween(error.cause));

/** @throws PoolerInBetween if a pooler has dropped the limits that this connection has sent. */
export async function requireLimits(
  client: pg.ClientBase,
  { connectMs, statementMs }: DatabaseLimits,
): Promise<void> {
  const query = { text: HELD_LIMITS, query_timeout: connectMs };
  // pg's own method, because this statement counts for no request and is never logged as slow.
  const answer: unknown = Reflect.apply(pg.Client.prototype.query, client, [query]);
  const { rows } = (await answer) as pg.QueryResult<HeldLimits>;
  const held = rows[0]?.statementMs;
  if (held !== statementMs)
    throw new PoolerInBetween(`statement_timeout was sent as ${statementMs} ms and is ${held} ms`);
}

/** The sentence for the operator. */
export const poolerSentence = (reason: string, setting: AddressSetting): string =>
  `${setting} leads to a connection pooler (${reason}). Set ${setting === 'DATABASE_URL' ? 'DIRECT_DATABASE_URL' : 'it'} to the address of PostgreSQL itself (docs/operations.md, "A pooler").`;
