import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Platform } from '../platform.ts';
import { StartupProblem } from '../startup-problem.ts';
import {
  type AddressSetting,
  HELD_LIMITS,
  type HeldLimits,
  IDLE_TRANSACTION_MS,
  isPoolerInBetween,
  poolerSentence,
} from './connection-settings.ts';
import { type Waiting, waitForDatabase } from './wait-for-database.ts';

const HIGHEST_LOCK = 2 ** 47;

type Addresses = Pick<Platform, 'db' | 'bulkDb' | 'config'>;

/** The setting that must lead to PostgreSQL itself. */
const directSetting = ({ db }: Pick<Platform, 'db'>): AddressSetting =>
  db.isPooled ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL';

/**
 * Waits for the database, directly and through a pooler.
 * @throws StartupProblem if it does not come, or if the addresses do not suit the server.
 */
export async function reachDatabase(addresses: Addresses, waiting: Omit<Waiting, 'setting'>): Promise<void> {
  const { db, bulkDb, config } = addresses;
  await waitForDatabase(bulkDb.pool, { ...waiting, setting: directSetting(addresses) });
  await waitForDatabase(db.pool, waiting);
  if (!db.isPooled) return;
  const { rows } = await db.pool.query<HeldLimits>(HELD_LIMITS);
  for (const held of rows) refuseLimits(held, config.statementTimeoutMs);
  await refuseTwoDatabases(addresses);
}

/** @throws StartupProblem if no notifications arrive, because a pooler lies in between. */
export async function requireNotifications(platform: Pick<Platform, 'db' | 'notifications'>): Promise<void> {
  await platform.notifications.connect().catch((error: unknown) => {
    // Other problems may end by themselves, so the connection is tried again later.
    if (error instanceof Error && isPoolerInBetween(error))
      throw new StartupProblem(poolerSentence(error.message, directSetting(platform)));
  });
}

function refuseLimits({ role, statementMs, idleMs }: HeldLimits, wantedMs: number): void {
  if (statementMs === wantedMs && idleMs === IDLE_TRANSACTION_MS) return;
  const alter = `ALTER ROLE ${pg.escapeIdentifier(role)} SET`;
  throw new StartupProblem(
    `Through a pooler the limits are those of the role, and ${role} has others than the server needs: statement_timeout is ${statementMs} ms, idle_in_transaction_session_timeout ${idleMs} ms. Run in PostgreSQL: ${alter} statement_timeout = ${wantedMs}; ${alter} idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}; and then RECONNECT in the console of PgBouncer (docs/operations.md, "A pooler").`,
  );
}

/** Takes a lock through one address and asks for it through the other: a lock belongs to one database of one server. */
async function refuseTwoDatabases({ db, bulkDb }: Addresses): Promise<void> {
  const lock = randomInt(HIGHEST_LOCK);
  const isFree = await db.transaction(async (tx) => {
    await tx.execute(`SELECT pg_advisory_xact_lock(${lock})`);
    const { rows } = await bulkDb.pool.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS free',
      [lock],
    );
    return rows[0]?.free;
  });
  if (!isFree) return;
  throw new StartupProblem(
    'DATABASE_URL and DIRECT_DATABASE_URL lead to different databases. Both must lead to the same one: through the pooler, and directly.',
  );
}
