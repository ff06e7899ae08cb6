import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectionSettings, type DatabaseLimits, type Tx } from './database.ts';
import type { Logger } from './log.ts';
import type { Notifications } from './notifications.ts';

export type Coherence = ReturnType<typeof createCoherence>;
type Hearer = { heard(id: string): void; forgetAll(): void };

/** Triggers tell `<topic> <id>` here; see the migrations. */
const CHANNEL = 'vialproof_news';
/** How the lines of all processes are found in pg_stat_activity. */
const LINE_NAME = 'vialproof coherence';
/** So long is a line believed after the question that it last answered. */
const LEASE_MS = 4_000;
const HEARTBEAT_MS = 500;
const RETRY_MS = [100, 250, 500, 1_000, 2_000];

/**
 * Lets each process remember what all processes must agree on. Changes are told by triggers over LISTEN/NOTIFY. Two
 * promises make that more than a hint: `isTrusted` is false whenever this process cannot be sure to have heard
 * everything up to four seconds ago, and `settled` ends only when every process has heard what was committed before it,
 * or has ceased to trust its memory. So what is revoked before an answer is revoked everywhere after it.
 *
 * The clocks are monotonic and never compared between machines. Needs a line of its own to PostgreSQL: behind a pooler
 * that shares connections it never hears itself, and so is never trusted.
 */
export function createCoherence({
  databaseUrl,
  limits,
  pool,
  log,
  notifications,
}: {
  databaseUrl: string;
  limits: DatabaseLimits;
  pool: pg.Pool;
  log: Logger;
  /** Takes the place of this: what is published there is heard here as well. */
  notifications: Notifications;
}) {
  const hearers = new Map<string, Hearer[]>();
  /** Questions of this process: the lines that have not answered yet. */
  const questions = new Map<string, { open: Set<number>; answered(): void }>();
  let line: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  function tell(topic: string, id: string): void {
    for (const hearer of hearers.get(topic) ?? []) hearer.heard(id);
  }

  function hear(from: pg.Client & { processID?: number }, payload: string): void {
    const [word = '', first = '', second = ''] = payload.split(' ');
    if (word === '?') {
      const reply = `! ${first} ${from.processID}`;
      from.query('SELECT pg_notify($1, $2)', [CHANNEL, reply]).catch(() => undefined);
    } else if (word === '!') {
      const question = questions.get(first);
      question?.open.delete(Number(second));
      if (question?.open.size === 0) question.answered();
    } else tell(word, first);
  }

  async function connect(): Promise<void> {
    const next: pg.Client & { processID?: number } = new pg.Client({
      ...connectionSettings(databaseUrl, limits),
      application_name: LINE_NAME,
    });
    next.on('error', () => undefined);
    const proof = `proof-${randomUUID()}`;
    let isHeard = false;
    next.on('notification', ({ payload = '' }) => {
      if (payload === proof) isHeard = true;
      else hear(next, payload);
    });
    next.once('end', () => lost(next));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
      await next.query('SELECT pg_notify($1, $2)', [CHANNEL, proof]);
      // PostgreSQL tells a line what it waits for before it answers the next question.
      await next.query('SELECT 1');
      if (!isHeard) throw new Error('this connection hears no notifications; is there a pooler in between?');
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) {
      await next.end();
      return;
    }
    for (const hearer of [...hearers.values()].flat()) hearer.forgetAll();
    line = next;
    void beat(next);
  }

  /** Whatever was told before a question is asked arrives before its answer. */
  async function beat(on: pg.Client): Promise<void> {
    while (line === on) {
      const askedAt = performance.now();
      const { rows } = await on
        .query('SELECT 1 FROM pg_listening_channels() AS channel WHERE channel = $1', [CHANNEL])
        .catch(() => {
          // Whoever does not answer in time may never do so on this line: another one is opened.
          void on.end();
          return { rows: [] };
        });
      if (line !== on) return;
      if (rows.length === 1) provenAt = askedAt;
      await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS).unref());
    }
  }

  function lost(ended: pg.Client): void {
    if (line !== ended) return;
    line = undefined;
    provenAt = Number.NEGATIVE_INFINITY;
    if (closed) return;
    log.warn(
      'the line that keeps processes coherent broke; until it is back the database is asked each time',
    );
    open();
  }

  async function keepTrying(): Promise<void> {
    for (let attempt = 0; !closed; attempt += 1) {
      try {
        return await connect();
      } catch (error) {
        if (attempt === 0 && !closed) log.warn({ err: error }, 'no line yet that keeps processes coherent');
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
    /** Hears of changes of `topic`; opens the line with the first hearer. */
    listen(topic: string, hearer: Hearer): void {
      hearers.set(topic, [...(hearers.get(topic) ?? []), hearer]);
      notifications.subscribe(topic, { received: hearer.heard });
      if (!line) open();
    },

    /**
     * Tells a change that no trigger tells, once `tx` is committed: here before its caller goes on, elsewhere as soon as
     * PostgreSQL has told it. Topic and id hold no space.
     */
    announce: (tx: Tx, topic: string, id: string): Promise<void> => notifications.publish(tx, topic, id),

    /** Whether what is remembered may be used now. */
    isTrusted: () => performance.now() - provenAt < LEASE_MS,

    /** Ends when no process uses any more what changed in transactions committed before; after four seconds at most. */
    async settled(): Promise<void> {
      const { rows } = await pool.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
        [LINE_NAME],
      );
      if (rows.length === 0) return;
      const id = randomUUID();
      let timer: NodeJS.Timeout | undefined;
      const all = new Promise<void>((resolve) => {
        questions.set(id, { open: new Set(rows.map(({ pid }) => pid)), answered: resolve });
        timer = setTimeout(resolve, LEASE_MS);
      });
      try {
        await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `? ${id}`]);
        await all;
      } finally {
        clearTimeout(timer);
        questions.delete(id);
      }
    },

    async close(): Promise<void> {
      closed = true;
      await opening?.catch(() => undefined);
      const last = line;
      line = undefined;
      provenAt = Number.NEGATIVE_INFINITY;
      await last?.end().catch(() => undefined);
    },
  };
}
