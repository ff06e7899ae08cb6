import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Queryable } from './postgres/database.ts';
import { CHANNEL, type Notifications } from './postgres/notifications.ts';

/** States that something changed; clients fetch the new state from the API. */
export type Hint = { kind: string; id: string };
/** Position in the hints in order of their transactions: the oldest transaction that may be unread, and the time. */
type Position = { horizon: string; at: number };
type Message = { channel: string; hint: Hint; position: string };
type HintRow = { channel: string; kind: string; subject_id: string; horizon: string; at: Date };

export type LiveReader = {
  /** Called for each hint with the position to resume from, and its channel. */
  changed(hint: Hint, position: string, channel: string): void;
  /** Called once, after the missed hints: whether all since the requested position were sent. */
  ready(resumed: boolean, position: string): void;
  /** The process stops. */
  ended(): void;
};

const TOPIC = 'live';
const KEPT_SECONDS = 3600;
/** Maximum age of a position that can be resumed; the rest of the hour covers clock differences. */
const RESUMED_SECONDS = 3000;

/** The text form for readers: '<transaction>.<milliseconds>'. */
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
 * Hints for open pages, across processes: published inside a transaction, delivered after commit to all subscribers of
 * their channels. Each is a row of `live_news` and a notification; hints missed during a broken notification connection
 * are read from the table. A hint may arrive twice, and is not lost within an hour.
 */
export class Live {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #notifications: Notifications;
  readonly #readers = new Map<string, Set<(message: Message) => void>>();
  readonly #onClose = new Set<() => void>();
  #isClosed = false;
  /** The horizon of the last hint received by this process; before the first hint, that of its first connection. */
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

  /** Delivers to `channels` once `db`'s transaction is committed; rolled back with it. Names contain no spaces. */
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
   * Subscribes to `channels` from now on, or from the position `since` (an invalid text counts as none). Returns a
   * function to unsubscribe. Throws if the database is unavailable.
   */
  async subscribe(channels: string[], since: string | undefined, reader: LiveReader): Promise<() => void> {
    if (this.#isClosed) throw new Error('live hints have ended');
    const asked = readPosition(since);
    const at = this.#clock.now().getTime();
    const isRecent = asked !== undefined && at - asked.at < RESUMED_SECONDS * 1000;
    // New hints wait until missed ones are delivered, so that no position skips a hint.
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

  /** Deletes hints too old to resume from; `from`: a pool with long statement limits. */
  async sweep(from: pg.Pool): Promise<void> {
    const then = new Date(this.#clock.now().getTime() - KEPT_SECONDS * 1000);
    await from.query('DELETE FROM live_news WHERE at < $1', [then]);
  }

  /** Ends every stream of this process, so that readers reconnect to another one. */
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

  /** Messages from `horizon` on, oldest first, and the current horizon; of all channels by default. */
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
