import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from '../log.ts';
import {
  connectionSettings,
  type DatabaseLimits,
  isPoolerInBetween,
  PoolerInBetween,
} from './connection-settings.ts';
import { afterCommit, isDatabaseDown, READ_ONLY, sqlState, type Tx } from './database.ts';

/** The channel in PostgreSQL; triggers send `session <id>` and `person <id>`. */
export const CHANNEL = 'vialproof_news';
/** The name of these connections in PostgreSQL. */
const APPLICATION_NAME = 'vialproof notifications';
const CHECK_EVERY_MS = 2_000;
const RETRY_MS = [100, 250, 500, 1_000, 2_000];

export type Subscriber = {
  /** Called for each notification, maybe twice. */
  received(payload: string): void;
  /**
   * Called after each new connection, because notifications may be missing. If it throws, the connection is opened
   * again.
   */
  connected?(): void | Promise<void>;
};

type Options = {
  databaseUrl: string;
  limits: DatabaseLimits;
  log: Logger;
  /** False in a command, which only sends. */
  listens?: boolean;
};

/**
 * Notifications between all processes, by PostgreSQL's LISTEN and NOTIFY. Each is a topic and a text. Each process has
 * one connection, through no pooler, because poolers pass on no notifications.
 */
export class Notifications {
  readonly #options: Options;
  readonly #subscribers = new Map<string, Subscriber[]>();
  #client: pg.Client | undefined;
  /** The last statement of `ask`. */
  #asked: Promise<unknown> = Promise.resolve();
  #opening: Promise<void> | undefined;
  #isRetrying = false;
  #isAway = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Gives every notification of `topic` to `subscriber`. */
  subscribe(topic: string, subscriber: Subscriber): void {
    this.#subscribers.set(topic, [...(this.#subscribers.get(topic) ?? []), subscriber]);
    if (!this.#client && this.#options.listens !== false) void this.#keepConnected();
  }

  /** Sends a notification after the commit of `tx`. Subscribers in this process get it before the caller goes on. */
  async publish(tx: Tx, topic: string, payload: string): Promise<void> {
    const message = `${topic} ${payload}`;
    await tx.execute(sql`SELECT pg_notify(${CHANNEL}, ${message})`);
    afterCommit(tx, () => this.#deliver(message));
  }

  /** Whether notifications arrive. If not, nothing may be answered from memory. */
  isConnected = (): boolean => this.#client !== undefined;

  /** Whether the last try to connect failed. */
  isAway = (): boolean => this.#isAway;

  /**
   * Runs a statement on the server that sends the notifications, after those before it. Throws while none is connected.
   */
  ask<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    if (!client) return Promise.reject(new Error('no notifications arrive'));
    const answer = this.#asked.then(() => client.query<Row>(statement));
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  /** Resolves when notifications arrive; throws if this is not possible now. */
  connect(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('notifications are closed'));
    if (this.#client) return Promise.resolve();
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #deliver(message: string): void {
    const [topic = ''] = message.split(' ', 1);
    const payload = message.slice(topic.length + 1);
    for (const subscriber of this.#subscribers.get(topic) ?? []) subscriber.received(payload);
  }

  async #open(): Promise<void> {
    const { databaseUrl, limits } = this.#options;
    const client = new pg.Client({
      ...connectionSettings(databaseUrl, limits),
      application_name: APPLICATION_NAME,
    });
    const proof = `proof ${randomUUID()}`;
    const early: string[] = [];
    let isOver = false;
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => {
      if (this.#client === client) this.#deliver(payload);
      else early.push(payload);
    });
    client.once('end', () => {
      isOver = true;
      this.#lost(client);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, proof]);
      // PostgreSQL sends all waiting notifications before this answer.
      await client.query('SELECT 1');
      if (!early.includes(proof)) throw new PoolerInBetween('no notification arrives');
      const all = [...this.#subscribers.values()].flat();
      await Promise.all(all.map((subscriber) => subscriber.connected?.()));
      if (this.#isClosed || isOver)
        throw new Error('the connection for notifications ended while it was opened');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#isAway = false;
    for (const message of early) this.#deliver(message);
    void this.#check(client);
  }

  /** Notices a server that does not answer. */
  async #check(client: pg.Client): Promise<void> {
    while (this.#client === client) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS).unref());
      if (this.#client === client) await this.ask('SELECT 1').catch(() => client.end());
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#options.log.warn('the connection for notifications broke; it is opened again');
    void this.#keepConnected();
  }

  async #keepConnected(): Promise<void> {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    for (let attempt = 0; !this.#isClosed && !this.#client; attempt += 1) {
      try {
        await this.connect();
      } catch (error) {
        // A read-only database sends no notifications.
        this.#isAway = isDatabaseDown(error) && sqlState(error) !== READ_ONLY && !isPoolerInBetween(error);
        // A short command may end before the connection is open.
        if (this.#isClosed) break;
        const { log } = this.#options;
        if (attempt === 0) log.warn({ err: error }, 'the connection for notifications could not be opened');
        const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
        await new Promise((resolve) => setTimeout(resolve, wait).unref());
      }
    }
    this.#isRetrying = false;
  }
}
