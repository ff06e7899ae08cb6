import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import {
  countAttempt,
  findEvent,
  insertEvent,
  listUndelivered,
  markDelivered,
  releaseHeld,
  type SandboxProvider,
} from './deliveries.store.ts';
import type { Faults } from './faults.ts';

const DELIVER = 'sandbox.deliver';
const SWEEP = 'sandbox.sweep';

/** The providers give up on an event after three days. */
const GIVE_UP_MILLISECONDS = 3 * 24 * 3_600_000;

/** How a provider tells the merchant: where, and under which signature. */
export type Sender = (body: object) => { url: string; headers: Record<string, string>; payload: string };

/** Tells the merchant, inside the transaction that made the news true; `id` is the event's own. */
export type Tell = (tx: Tx, provider: SandboxProvider, id: string, body: object) => Promise<void>;

export type Deliveries = ReturnType<typeof createDeliveries>;

type Options = { db: Database; jobs: Jobs; clock: Clock; log: Logger; faults: Faults };

/**
 * Signed events to the merchant. An event and the job that delivers it are born in the transaction of the news,
 * so a process that dies delivers after its restart; delivery is repeated until the merchant answers 2xx.
 */
export function createDeliveries({ db, jobs, clock, log, faults }: Options) {
  const senders = new Map<SandboxProvider, Sender>();
  const sweeps: (() => Promise<void>)[] = [];

  async function deliver(id: string, isCopy: boolean): Promise<void> {
    const event = await findEvent(db.orm, id);
    if (!event || (event.deliveredAt && !isCopy)) return;
    const sender = senders.get(event.provider);
    if (!sender) return;
    await countAttempt(db.orm, id);
    const { url, headers, payload } = sender(event.body);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the merchant answered ${answer.status} to ${id}`);
    await markDelivered(db.orm, id, clock.now());
  }

  const tell: Tell = async (tx, provider, id, body) => {
    const now = clock.now();
    const isLost = (await faults.take(tx, provider, ['webhook.lose'])) !== undefined;
    const isHeld = !isLost && (await faults.take(tx, provider, ['webhook.hold'])) !== undefined;
    await insertEvent(tx, {
      id,
      provider,
      body,
      held: isHeld,
      createdAt: now,
      deliveredAt: isLost ? now : null,
    });
    if (isLost || isHeld) return;
    await jobs.send(tx, DELIVER, { eventId: id });
    const copies = await faults.take(tx, provider, ['webhook.duplicate']);
    for (let copy = 1; copies && copy < Number(copies.value ?? 2); copy += 1) {
      await jobs.send(tx, DELIVER, { eventId: id, isCopy: true });
    }
  };

  jobs.define<{ eventId: string; isCopy?: boolean }>(
    DELIVER,
    { retryLimit: 5, concurrency: 4, expireInSeconds: 15 },
    ({ eventId, isCopy }) => deliver(eventId, isCopy ?? false),
  );
  jobs.define(SWEEP, {}, async () => {
    for (const sweep of sweeps) await sweep();
    const now = clock.now().getTime();
    const stale = await listUndelivered(db.orm, new Date(now - GIVE_UP_MILLISECONDS), new Date(now - 60_000));
    for (const eventId of stale) await jobs.send(db.orm, DELIVER, { eventId });
    if (stale.length > 0) log.info({ events: stale.length }, 'the payment sandbox tries events again');
  });
  jobs.every(SWEEP, '* * * * *');

  return {
    tell,
    addSender: (provider: SandboxProvider, sender: Sender): void => void senders.set(provider, sender),
    /** What a provider does once a minute by itself. */
    addSweep: (sweep: () => Promise<void>): number => sweeps.push(sweep),

    /** Sends what was kept back, in the order in which it was born or the other way round. */
    release: (order: 'as_sent' | 'reversed'): Promise<number> =>
      db.transaction(async (tx) => {
        const held = await releaseHeld(tx);
        for (const eventId of order === 'reversed' ? held.reverse() : held) {
          await jobs.send(tx, DELIVER, { eventId });
        }
        return held.length;
      }),
  };
}
