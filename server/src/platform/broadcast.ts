import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterCommit, type Tx } from './database.ts';
import type { Logger } from './log.ts';

export type Broadcast = ReturnType<typeof createBroadcast>;
export type Hearer = {
  heard(): void;
  /** From now on announcements may be missed, until `hears` says otherwise. */
  deaf?(): void;
};

const CHANNEL = 'vialproof_broadcast';
const RETRY_MS = [100, 250, 500, 1_000, 2_000];

/**
 * Words to every instance, over LISTEN/NOTIFY: announced inside a transaction and heard once it is committed, here
 * before the transaction's caller goes on, elsewhere as soon as PostgreSQL has told it. Nothing is kept: who cannot
 * listen for a while must not trust what it remembers, and `hears` says so. One connection a process, opened with the
 * first hearer.
 */
export function createBroadcast({ databaseUrl, log }: { databaseUrl: string; log: Logger }) {
  const hearers = new Map<string, Hearer[]>();
  let client: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let closed = false;

  const tell = (topic: string) => {
    for (const hearer of hearers.get(topic) ?? []) hearer.heard();
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    next.on('error', () => undefined);
    next.on('notification', ({ payload }) => tell(payload ?? ''));
    next.once('end', () => lost(next));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) await next.end();
    else client = next;
  }

  function lost(ended: pg.Client): void {
    if (client !== ended) return;
    client = undefined;
    for (const hearer of [...hearers.values()].flat()) hearer.deaf?.();
    if (closed) return;
    log.warn('the line between the instances broke; it is opened again');
    open();
  }

  async function keepTrying(): Promise<void> {
    for (let attempt = 0; !closed; attempt += 1) {
      try {
        return await connect();
      } catch (error) {
        if (attempt === 0) log.warn({ err: error }, 'no line between the instances yet');
      }
      const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
    }
  }

  function open(): void {
    opening ??= keepTrying().finally(() => {
      opening = undefined;
    });
  }

  return {
    /** Says `topic` (one word) to every instance once `tx` is committed; rolled back with it. */
    async announce(tx: Tx, topic: string): Promise<void> {
      await tx.execute(sql`SELECT pg_notify(${CHANNEL}, ${topic})`);
      afterCommit(tx, () => tell(topic));
    },

    /** Hears `topic` from now on; the line may still have to be opened. */
    listen(topic: string, hearer: Hearer): void {
      hearers.set(topic, [...(hearers.get(topic) ?? []), hearer]);
      if (!client) open();
    },

    /** Whether announcements of other instances arrive. */
    hears: () => client !== undefined,

    async close(): Promise<void> {
      closed = true;
      await opening?.catch(() => undefined);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
