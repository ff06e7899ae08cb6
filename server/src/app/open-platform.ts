import { createPublicCache, PUBLIC_CHANGES } from '../platform/cache/public-cache.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createFigures } from '../platform/figures.ts';
import { openFiles } from '../platform/files/files.ts';
import { createVirusScan } from '../platform/files/virus-scan.ts';
import { createTurns } from '../platform/http/turns.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { createLimits } from '../platform/limits.ts';
import { Live } from '../platform/live.ts';
import type { Logger } from '../platform/log.ts';
import { openMail } from '../platform/mail/mail.ts';
import { PASSWORD_COST, type PasswordCost } from '../platform/password-hash.ts';
import type { Platform } from '../platform/platform.ts';
import { type DatabaseLimits, LONG_LIMITS } from '../platform/postgres/connection-settings.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { Notifications } from '../platform/postgres/notifications.ts';
import { type PublicReads, ReadReplica } from '../platform/postgres/read-replica.ts';
import { watchStatements } from '../platform/postgres/slow-statements.ts';

export type PlatformOptions = {
  config: Config;
  log: Logger;
  databaseUrl: string;
  /** The database itself, if a pooler answers at `databaseUrl`. Only requests and jobs go through the pooler. */
  directDatabaseUrl?: string | undefined;
  /** The server's port; called after the server listens. */
  port: () => number;
  /** The port in public addresses; by default the port on which the server listens. */
  publicPort?: number;
  clock?: Clock;
  /** How much work a password hash takes. */
  passwordCost?: PasswordCost | undefined;
  /** False if jobs run only when a test says so. */
  superviseJobs?: boolean;
  /** Whether missing queues are created. */
  makeQueues?: boolean;
  /** Whether the process gets notifications of other processes; commands do not need them. */
  listens?: boolean;
};

const BULK_CONNECTIONS = 2;
/** A page takes about 25 ms, so a client waits for eight pages at most. */
const READS = { places: 8, waitingOfClient: 12, waitMs: 2_000 };
/** Calls that change data may wait longer than calls that read. */
const DEEDS = { places: 8, waitingOfClient: 60, waitMs: 5_000 };

/** Opens all services of the platform. */
export async function openPlatform(options: PlatformOptions): Promise<Platform & { close(): Promise<void> }> {
  const { config, log, databaseUrl, directDatabaseUrl = databaseUrl, port, listens = true } = options;
  const clock = options.clock ?? systemClock;
  const supervise = options.superviseJobs ?? true;
  const migrate = options.makeQueues ?? supervise;
  const { poolSize, poolQueue, statementTimeoutMs } = config;
  const onError = (error: Error) => log.warn({ err: error }, 'the database ended a connection');
  // Together less than five seconds, so nobody waits longer for a silent database.
  const limits: DatabaseLimits = { connectMs: statementTimeoutMs, statementMs: statementTimeoutMs };
  const onFull = (refused: number) =>
    log.error({ refused, queue: poolQueue }, 'too many requests wait for a connection to the database');
  const figures = createFigures();
  const onStatement = watchStatements({ config, log, clock, figures });
  const watched = { onError, onStatement };
  const isPooled = options.directDatabaseUrl !== undefined;
  const db = openDatabase(databaseUrl, {
    max: poolSize,
    queue: poolQueue,
    limits,
    isPooled,
    onFull,
    ...watched,
  });
  const bulkDb = openDatabase(directDatabaseUrl, { max: BULK_CONNECTIONS, limits: LONG_LIMITS, ...watched });
  const notifications = new Notifications({ databaseUrl: directDatabaseUrl, limits, log, listens });
  const publicCache = createPublicCache({ clock, notifications });
  const readDatabaseUrl = listens && config.role !== 'worker' ? config.readDatabaseUrl : undefined;
  const replica = readDatabaseUrl
    ? new ReadReplica({
        db: openDatabase(readDatabaseUrl, { max: poolSize, queue: poolQueue, limits, onStatement }),
        primary: db,
        notifications,
        topic: PUBLIC_CHANGES,
        log,
      })
    : undefined;
  const readPrimary: PublicReads = (work) => work(db.orm);
  const mail = openMail(config, db.pool, { clock, figures });
  const live = new Live({ pool: db.pool, clock, notifications });
  const ownHost = config.host === 'localhost' || config.host === '127.0.0.1' ? config.host : '127.0.0.1';
  return {
    config,
    log,
    figures,
    db,
    publicReads: replica?.read ?? readPrimary,
    replica,
    bulkDb,
    notifications,
    publicCache,
    clock,
    mail,
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    jobs: new Jobs({ databaseUrl: directDatabaseUrl, log, migrate, supervise, figures }),
    files: await openFiles(config, log, figures),
    virusScan: createVirusScan(config.virusScanAddress, { log, figures }),
    limits: createLimits(db.pool, config.secrets.code.newest, clock),
    turns: {
      reads: createTurns(READS),
      writes: createTurns(DEEDS),
      verification: createTurns(DEEDS),
      laboratory: createTurns(DEEDS),
      forms: createTurns(DEEDS),
    },
    live,
    publicUrl: () => config.publicUrl ?? `http://localhost:${options.publicPort ?? port()}`,
    ownAddress: () => `http://${ownHost}:${port()}`,
    async close() {
      mail.close();
      live.close();
      await replica?.close();
      await notifications.close();
      await bulkDb.close();
      await db.close();
    },
  };
}
