import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Queryable } from './postgres/database.ts';
import { CHANNEL, type Notifications } from './postgres/notifications.ts';

/** Tells browsers that something has changed. They then ask the API. */
export type Hint = { kind: string; id: string };
/** How far a reader has got: the oldest transaction whose news may be missing, and the time. */
type Position = { horizon: string; at: number };
type Message = { channel: string; hint: Hint; position: string };
type HintRow = { channel: string; kind: string; subject_id: string; horizon: string; at: Date };

export type LiveReader = {
  /** Called for each message, with its position and channel. */
  changed(hint: Hint, position: string, channel: string): void;
  /** Called once, after the news that the reader had missed. `resumed`: whether all of them were still there. */
  ready(resumed: boolean, position: string): void;
  /** The process stops. */
  ended(): void;
};

const TOPIC = 'live';
const KEPT_SECONDS = 3600;
/** A reader can continue after a position of at most this age. */
const RESUMED_SECONDS = 3000;

/** A position as text: '<transaction>.<milliseconds>'. */
function readPosition(text: string | undefined): Position | undefined {
  const [, horizon, at] = /^(\d{1,19})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return horizon && at ? { horizon, at: Number(at) } : undefined;
}

const writePosition = ({ horizon, at }: Position) => `${horizon}.${at}`;

function messageOf(row: HintRow): Message {
  const position = writePosition({ horizon: row.horizon, at: row.at.getTime() });
  return { channel: row.channel, hint: { kind: row.kind, id: row.subject_id }, position };
}

/**
 * News for open pages, between all processes, sent after the commit. Each is a row and a notification. News that was
 * missed is read from the table. It may come twice, and is kept for an hour.
 */
export class Live {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #notifications: Notifications;
  readonly #readers = new Map<string, Set<(message: Message) => void>>();
  readonly #onClose = new Set<() => void>();
  #isClosed = false;
  /** The position of the last news that this process has received. */
  #received: string | undefined;

  constructor(options: { pool: pg.Pool; clock: Clock; notifications: Notifications }) {
    this.#pool = options.pool;
    this.#clock = options.clock;
    this.#notifications = options.notifications;
    this.#notifications.subscribe(TOPIC, {
      received: (payload) => {
        const [channel = '', kind = '', id = '', horizon = '', at = ''] = payload.split(' ');
        this.#received = horizon;
        const position = writePosition({ horizon, at: Number(at) });
        this.#deliver({ channel, hint: { kind, id }, position });
      },
      connected: () => this.#deliverMissed(),
    });
  }

  /** Sends news to `channels` after the commit. */
  async publish(db: Queryable, channels: string[], hint: Hint): Promise<void> {
    const at = this.#clock.now();
    await db.execute(sql`
      WITH hint AS (
        INSERT INTO live_news (channel, kind, subject_id, at)
        SELECT channel, ${hint.kind}, ${hint.id}, ${at}
        FROM unnest(${sql.param(channels)}::text[]) AS channel
        ON CONFLICT DO NOTHING RETURNING channel, horizon
      )
      SELECT pg_notify(${CHANNEL}, concat_ws(' ',
        ${TOPIC}::text, channel, ${hint.kind}::text, ${hint.id}::text, horizon, ${at.getTime()}::bigint))
      FROM hint`);
  }

  /**
   * Gives news of `channels` from now on, or after `since`. Returns a function that stops it. Throws if the database is
   * down.
   */
  async subscribe(channels: string[], since: string | undefined, reader: LiveReader): Promise<() => void> {
    if (this.#isClosed) throw new Error('live hints have ended');
    const asked = readPosition(since);
    const at = this.#clock.now().getTime();
    const isRecent = asked !== undefined && at - asked.at < RESUMED_SECONDS * 1000;
    // Newer messages wait until those that were missed have been given.
    let waiting: Message[] | undefined = [];
    const deliver = (message: Message) => {
      if (waiting) waiting.push(message);
      else reader.changed(message.hint, message.position, message.channel);
    };
    const stop = this.#add(channels, deliver, reader.ended);
    try {
      await this.#notifications.connect();
      const { horizon, isAhead, messages } = await this.#readSince(
        isRecent ? asked.horizon : undefined,
        channels,
      );
      const resumed = isRecent && !isAhead;
      if (resumed)
        for (const { hint, position, channel } of messages) reader.changed(hint, position, channel);
      reader.ready(resumed, writePosition({ horizon, at }));
      for (const { hint, position, channel } of waiting) reader.changed(hint, position, channel);
      waiting = undefined;
      return stop;
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** Deletes old news. */
  async sweep(from: pg.Pool): Promise<void> {
    const then = new Date(this.#clock.now().getTime() - KEPT_SECONDS * 1000);
    await from.query('DELETE FROM live_news WHERE at < $1', [then]);
  }

  /** Ends every connection for news, so that browsers connect to another process. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#onClose]) end();
  }

  #add(channels: string[], deliver: (message: Message) => void, ended: () => void): () => void {
    for (const channel of channels) {
      const known = this.#readers.get(channel);
      if (known) known.add(deliver);
      else this.#readers.set(channel, new Set([deliver]));
    }
    this.#onClose.add(ended);
    return () => {
      for (const channel of channels) {
        const known = this.#readers.get(channel);
        known?.delete(deliver);
        if (known?.size === 0) this.#readers.delete(channel);
      }
      this.#onClose.delete(ended);
    };
  }

  #deliver(message: Message): void {
    for (const deliver of [...(this.#readers.get(message.channel) ?? [])]) deliver(message);
  }

  async #deliverMissed(): Promise<void> {
    const { horizon, messages } = await this.#readSince(this.#received);
    this.#received ??= horizon;
    for (const message of messages) this.#deliver(message);
  }

  /** The news after a position, oldest first, with the present position. */
  async #readSince(horizon: string | undefined, channels?: string[]) {
    const now = await this.#pool.query<{ horizon: string; ahead: boolean }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
              coalesce($1::xid8 > pg_snapshot_xmax(pg_current_snapshot()), false) AS ahead`,
      [horizon ?? null],
    );
    const { rows } = horizon
      ? await this.#pool.query<HintRow>(
          `SELECT channel, kind, subject_id, horizon::text AS horizon, at FROM live_news
           WHERE xid >= $1::xid8 AND ($2::text[] IS NULL OR channel = ANY ($2)) ORDER BY id`,
          [horizon, channels ?? null],
        )
      : { rows: [] };
    const [first] = now.rows;
    if (!first) throw new Error('the database did not say where it stands');
    return { horizon: first.horizon, isAhead: first.ahead, messages: rows.map(messageOf) };
  }
}
