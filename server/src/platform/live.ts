import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Clock } from './clock.ts';
import { connectionSettings, type DatabaseLimits, type Queryable } from './database.ts';
import type { Logger } from './log.ts';

/** A hint that something changed; what it says now is asked of the API. */
export type News = { kind: string; id: string };
/** A place in the stream of news: the oldest transaction that may be unheard there, and when that was. */
type Position = { horizon: string; at: number };
type Told = { channel: string; news: News; position: string };
type Listener = (news: News, position: string) => void;
type NewsRow = { channel: string; kind: string; subject_id: string; horizon: string; at: Date };

export type Live = ReturnType<typeof createLive>;
export type LiveReader = {
  /** Each piece of news with the position to go on from. */
  changed(news: News, position: string): void;
  /** Once, after what was missed: whether that was everything since the position asked for. */
  ready(resumed: boolean, position: string): void;
  /** The process stops. */
  ended(): void;
};

const NOTIFY_CHANNEL = 'vialproof_live';
const KEPT_SECONDS = 3600;
/** Nobody is promised to resume over more than this; the rest covers clocks that differ. */
const RESUMED_SECONDS = 3000;
const RETRY_MS = [250, 500, 1000, 2000, 5000];

/** As readers hold it: '<transaction>.<milliseconds>'. */
function readPosition(text: string | undefined): Position | undefined {
  const [, horizon, at] = /^(\d{1,19})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return horizon && at ? { horizon, at: Number(at) } : undefined;
}

const writePosition = ({ horizon, at }: Position) => `${horizon}.${at}`;

function toldOf(row: NewsRow): Told {
  const position = writePosition({ horizon: row.horizon, at: row.at.getTime() });
  return { channel: row.channel, news: { kind: row.kind, id: row.subject_id }, position };
}

/**
 * News across all instances over LISTEN/NOTIFY: published inside a transaction, told once it is committed, to everybody
 * who listens to one of its channels. One connection a process, opened with the first listener; when it breaks, what was
 * missed is read from the table. News may be told twice, never lost within the hour.
 */
export function createLive(options: {
  databaseUrl: string;
  limits: DatabaseLimits;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}) {
  const { databaseUrl, limits, pool, clock, log } = options;
  const listeners = new Map<string, Set<Listener>>();
  const onClose = new Set<() => void>();
  let client: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let closed = false;
  let heard: string | undefined;

  function tell({ channel, news, position }: Told): void {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener(news, position);
  }

  /** What was told from `horizon` on, oldest first, and the horizon of now; everybody's without `channels`. */
  async function readSince(horizon: string | undefined, channels?: string[]) {
    const now = await pool.query<{ horizon: string; ahead: boolean }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
              coalesce($1::xid8 > pg_snapshot_xmax(pg_current_snapshot()), false) AS ahead`,
      [horizon ?? null],
    );
    const { rows } = horizon
      ? await pool.query<NewsRow>(
          `SELECT channel, kind, subject_id, horizon::text AS horizon, at FROM live_news
           WHERE xid >= $1::xid8 AND ($2::text[] IS NULL OR channel = ANY ($2)) ORDER BY id`,
          [horizon, channels ?? null],
        )
      : { rows: [] };
    const [first] = now.rows;
    if (!first) throw new Error('the database did not say where it stands');
    return { ...first, told: rows.map(toldOf) };
  }

  async function connect(): Promise<void> {
    const next = new pg.Client(connectionSettings(databaseUrl, limits));
    next.on('error', () => undefined);
    next.on('notification', ({ payload }) => {
      const [channel = '', kind = '', id = '', horizon = '', at = ''] = (payload ?? '').split(' ');
      heard = horizon;
      tell({ channel, news: { kind, id }, position: writePosition({ horizon, at: Number(at) }) });
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${NOTIFY_CHANNEL}`);
      const missed = await readSince(heard);
      heard ??= missed.horizon;
      for (const told of missed.told) tell(told);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) {
      await next.end();
      return;
    }
    client = next;
    next.on('end', () => {
      if (client !== next) return;
      client = undefined;
      if (!closed) void reconnect();
    });
  }

  async function reconnect(): Promise<void> {
    log.warn('the line for live news broke; it is opened again');
    for (let attempt = 0; !closed && !client; attempt += 1) {
      const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (closed) return;
      await ensureOpen().catch(() => undefined);
    }
  }

  function ensureOpen(): Promise<void> {
    if (client) return Promise.resolve();
    opening ??= connect().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  function add(channel: string, listener: Listener): void {
    const known = listeners.get(channel);
    if (known) known.add(listener);
    else listeners.set(channel, new Set([listener]));
  }

  function remove(channel: string, listener: Listener): void {
    const known = listeners.get(channel);
    known?.delete(listener);
    if (known?.size === 0) listeners.delete(channel);
  }

  return {
    /** Tells `channels` once `db`'s transaction is committed; rolled back with it. Names hold no space. */
    async publish(db: Queryable, channels: string[], news: News): Promise<void> {
      const at = clock.now();
      await db.execute(sql`
        WITH told AS (
          INSERT INTO live_news (channel, kind, subject_id, at)
          SELECT channel, ${news.kind}, ${news.id}, ${at}
          FROM unnest(${sql.param(channels)}::text[]) AS channel
          ON CONFLICT DO NOTHING RETURNING channel, horizon
        )
        SELECT pg_notify(${NOTIFY_CHANNEL},
          concat_ws(' ', channel, ${news.kind}::text, ${news.id}::text, horizon, ${at.getTime()}::bigint))
        FROM told`);
    },

    /**
     * Listens to `channels` from now on, or from the position `since` (any other text counts as none). Answers how to
     * stop. Throws while the database cannot be reached.
     */
    async subscribe(channels: string[], since: string | undefined, reader: LiveReader): Promise<() => void> {
      if (closed) throw new Error('live news have ended');
      const asked = readPosition(since);
      const at = clock.now().getTime();
      const isRecent = asked !== undefined && at - asked.at < RESUMED_SECONDS * 1000;
      // News of now waits until what was missed is told, so that a position never skips any.
      let held: Parameters<Listener>[] | undefined = [];
      const listener: Listener = (news, position) => {
        if (held) held.push([news, position]);
        else reader.changed(news, position);
      };
      for (const channel of channels) add(channel, listener);
      onClose.add(reader.ended);
      const stop = () => {
        for (const channel of channels) remove(channel, listener);
        onClose.delete(reader.ended);
      };
      try {
        await ensureOpen();
        const { horizon, ahead, told } = await readSince(isRecent ? asked.horizon : undefined, channels);
        const resumed = isRecent && !ahead;
        if (resumed) for (const { news, position } of told) reader.changed(news, position);
        reader.ready(resumed, writePosition({ horizon, at }));
        for (const [news, position] of held) reader.changed(news, position);
        held = undefined;
        return stop;
      } catch (error) {
        stop();
        throw error;
      }
    },

    /** Forgets what nobody resumes from any more; `from`: a pool whose statements may take long. */
    async sweep(from: pg.Pool): Promise<void> {
      const then = new Date(clock.now().getTime() - KEPT_SECONDS * 1000);
      await from.query('DELETE FROM live_news WHERE at < $1', [then]);
    },

    /** Ends every stream of this process, so that its readers go to another one. */
    async close(): Promise<void> {
      closed = true;
      for (const end of [...onClose]) end();
      await opening?.catch(() => undefined);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
