import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { type Database, isDatabaseDown, type Queryable, sqlState } from './database.ts';
import type { Notifications } from './notifications.ts';
import {
  faultOf,
  type PrimaryPosition,
  ReplicaFreshness,
  type ReplicaStatus,
  type WalPosition,
} from './replica-freshness.ts';

/** Runs reads of public data, on the replica or on the primary. `work` may run twice, so it must only read. */
export type PublicReads = <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;

const LOOK_EVERY_MS = 1_000;

/** Where the primary is in its log. Only a primary answers this. */
const POSITION = `
  SELECT system_identifier || ' ' || current_database() AS database, pg_walfile_name(inserted) AS file,
    (inserted - '0/0')::text AS inserted, (pg_current_wal_flush_lsn() - '0/0')::text AS flushed
  FROM pg_control_system(), pg_current_wal_insert_lsn() AS inserted`;

/**
 * How far a standby is. The control file knows a new timeline only after the next restartpoint; the receiver knows it
 * at once, but tells only members of pg_read_all_stats.
 */
const STATUS = `
  SELECT pg_is_in_recovery() AS "isStandby", system_identifier || ' ' || current_database() AS database,
    coalesce((SELECT received_tli FROM pg_stat_wal_receiver), greatest(min_recovery_end_timeline, timeline_id)) AS timeline,
    coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text AS lsn
  FROM pg_control_system(), pg_control_recovery(), pg_control_checkpoint()`;

const CANCELLED = '57014';
/** What the pool says to a caller who has waited too long for one of its connections. */
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect';

/** Whether the standby is busy, or was asked something too slow. It may be read nevertheless. */
const isBusy = (error: unknown): boolean =>
  sqlState(error) === CANCELLED || (error instanceof Error && error.message === NO_CONNECTION_FREE);

async function readStatus(client: pg.ClientBase): Promise<ReplicaStatus> {
  const { rows } = await client.query<Omit<ReplicaStatus, 'lsn'> & { lsn: string }>(STATUS);
  const [row] = rows;
  if (!row) throw new Error('a status has one row');
  return { ...row, lsn: BigInt(row.lsn) };
}

type Options = {
  /** Connections to the standby. They are closed with it. */
  db: Database;
  primary: Database;
  notifications: Pick<Notifications, 'isConnected' | 'subscribe' | 'ask'>;
  /** The topic of notifications that public data have changed. */
  topic: string;
  log: Logger;
};

/**
 * A streaming standby for reads of public data. A read comes from it only if it has replayed every public change of
 * which this process was told, and is at most five seconds behind; otherwise the primary is read. A read that fails on
 * the standby (a conflict with its recovery, a lost connection) is repeated on the primary.
 */
export class ReadReplica {
  readonly #options: Options;
  readonly #freshness = new ReplicaFreshness();
  #asking: Promise<boolean> | undefined;
  /** Why the replica is not read. Null: it is. Undefined before the first look. */
  #fault: string | null | undefined;
  #lagBytes: number | undefined;
  #fromReplica = 0;
  #fromPrimary = 0;
  #failed = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    options.notifications.subscribe(options.topic, {
      received: () => {
        this.#freshness.told();
        void this.#askPrimary();
      },
      connected: () => this.#freshness.told(),
    });
    void this.#watch();
  }

  /** Runs a read where it may run. */
  read: PublicReads = async (work) => {
    const answer = await this.#readHere(work);
    if (answer) {
      this.#fromReplica += 1;
      return answer.value;
    }
    this.#fromPrimary += 1;
    return work(this.#options.primary.orm);
  };

  /** Looks whether the replica can be read. Runs every second. */
  async look(): Promise<void> {
    const isTold = await this.#askPrimary();
    const bound = this.#freshness.bound(performance.now());
    // Without an answer of the primary nothing can be said about the replica.
    if (!isTold || !bound) return;
    try {
      const status = await this.#withClient(readStatus);
      this.#lagBytes = Number(bound.lsn > status.lsn ? bound.lsn - status.lsn : 0n);
      this.#judge(faultOf(status, bound) ?? null);
    } catch (error) {
      if (isBusy(error)) return;
      this.#lagBytes = undefined;
      this.#judge('it does not answer', error);
    }
  }

  /** Numbers for metrics. `lagBytes`: behind a position of at most five seconds ago; undefined if it is not known. */
  figures = () => ({
    isUsed: this.#fault === null && this.#required() !== undefined,
    lagBytes: this.#lagBytes,
    fromReplica: this.#fromReplica,
    fromPrimary: this.#fromPrimary,
    failed: this.#failed,
  });

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#options.db.close();
  }

  #required(): WalPosition | undefined {
    const { notifications } = this.#options;
    return notifications.isConnected() ? this.#freshness.required(performance.now()) : undefined;
  }

  /** The value from the replica; undefined if it must come from the primary. */
  async #readHere<T>(work: (db: Queryable) => Promise<T>): Promise<{ value: T } | undefined> {
    const required = this.#fault === null ? this.#required() : undefined;
    if (!required) return undefined;
    try {
      return await this.#withClient(async (client) => {
        // Each connection is asked by itself, because several standbys may share an address.
        const fault = faultOf(await readStatus(client), required);
        return fault === undefined ? { value: await work(drizzle(client)) } : undefined;
      });
    } catch (error) {
      this.#failed += 1;
      if (isDatabaseDown(error) && !isBusy(error)) this.#judge('it does not answer', error);
      return undefined;
    }
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#options.db.pool.connect();
    try {
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Asks the primary for its position, and again if a change comes meanwhile. False if it does not answer. */
  #askPrimary(): Promise<boolean> {
    this.#asking ??= this.#askUntilAnswered().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askUntilAnswered(): Promise<boolean> {
    try {
      let isAnswered = false;
      while (!isAnswered) {
        const question = this.#freshness.ask(performance.now());
        isAnswered = this.#freshness.answer(question, await this.#position());
      }
      return true;
    } catch (error) {
      // A lost connection for notifications says so itself. The next look asks again.
      if (this.#options.notifications.isConnected() && !isDatabaseDown(error))
        this.#judge('the primary does not tell its position', error);
      return false;
    }
  }

  async #position(): Promise<PrimaryPosition> {
    type Row = { database: string; file: string; inserted: string; flushed: string };
    const { rows } = await this.#options.notifications.ask<Row>(POSITION);
    const [row] = rows;
    if (!row) throw new Error('a position has one row');
    // The name of a file of the log begins with its timeline.
    return {
      database: row.database,
      timeline: Number.parseInt(row.file.slice(0, 8), 16),
      inserted: BigInt(row.inserted),
      flushed: BigInt(row.flushed),
    };
  }

  /** Says once that the replica is not read, and once that it is read again. */
  #judge(fault: string | null, error?: unknown): void {
    if (this.#isClosed) return;
    const { log } = this.#options;
    const isKnown = this.#fault !== undefined && (this.#fault === null) === (fault === null);
    this.#fault = fault;
    if (isKnown) return;
    if (fault === null) log.info('public data are read from the replica (READ_DATABASE_URL)');
    else
      log.warn(
        { err: error, fault },
        'public data are read from the primary, because the replica cannot be read',
      );
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      await this.look();
      // A standby does not announce how far it has come, so it is asked again and again.
      await pause(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }
}
