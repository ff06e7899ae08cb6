import { z } from 'zod';
import { defineJob } from '../platform/jobs/jobs.ts';
import type { Tx } from '../platform/postgres/database.ts';
import {
  countAttempt,
  findEvent,
  insertEvent,
  listUndelivered,
  markDelivered,
  releaseHeld,
} from './deliveries.store.ts';
import { takeFault } from './faults.ts';
import type { EventSource, ProviderName, SandboxContext } from './provider.ts';

/*
 * Signed events from the sandbox to the merchant. The transaction that changes the checkout also stores the event and
 * its job, so a restart loses none. Sending is repeated until the merchant answers with 2xx.
 */

const deliverJob = defineJob(
  'sandbox.deliver',
  z.object({ eventId: z.string(), isCopy: z.boolean().optional() }),
  { retryLimit: 5, concurrency: 4, expireInSeconds: 15 },
);
export const sweepSandboxJob = defineJob('sandbox.sweep', z.object({}), { every: '* * * * *' });

/** The real providers stop after three days. */
const GIVE_UP_MILLISECONDS = 3 * 24 * 3_600_000;

type Sources = Record<ProviderName, EventSource>;

/** Defines the jobs that send the events of all providers. */
export function defineDeliveries(ctx: SandboxContext, sources: Sources): void {
  const { jobs } = ctx;
  jobs.handle(deliverJob, ({ eventId, isCopy }) => deliver(ctx, sources, eventId, isCopy ?? false));
  jobs.handle(sweepSandboxJob, () => sweep(ctx, sources));
}

/** Sends an event to the merchant after `tx` is committed. `id` is the id of the event. */
export async function sendEvent(
  ctx: SandboxContext,
  tx: Tx,
  provider: ProviderName,
  id: string,
  body: object,
): Promise<void> {
  const { jobs, clock } = ctx;
  const now = clock.now();
  const isLost = (await takeFault(ctx, tx, provider, ['webhook.lose'])) !== undefined;
  const isHeld = !isLost && (await takeFault(ctx, tx, provider, ['webhook.hold'])) !== undefined;
  const deliveredAt = isLost ? now : null;
  await insertEvent(tx, { id, provider, body, held: isHeld, createdAt: now, deliveredAt });
  if (isLost || isHeld) return;
  await jobs.send(tx, deliverJob, { eventId: id });
  const copies = await takeFault(ctx, tx, provider, ['webhook.duplicate']);
  for (let copy = 1; copies && copy < Number(copies.value ?? 2); copy += 1) {
    await jobs.send(tx, deliverJob, { eventId: id, isCopy: true });
  }
}

/** Sends the events that are held back, in the order of their creation or reversed. Returns how many. */
export function releaseEvents({ db, jobs }: SandboxContext, order: 'as_sent' | 'reversed'): Promise<number> {
  return db.transaction(async (tx) => {
    const held = await releaseHeld(tx);
    for (const eventId of order === 'reversed' ? held.reverse() : held) {
      await jobs.send(tx, deliverJob, { eventId });
    }
    return held.length;
  });
}

async function deliver(ctx: SandboxContext, sources: Sources, id: string, isCopy: boolean): Promise<void> {
  const { db, clock } = ctx;
  const event = await findEvent(db.orm, id);
  if (!event || (event.deliveredAt && !isCopy)) return;
  const secret = ctx[event.provider]?.webhookSecret;
  if (secret === undefined) return;
  await countAttempt(db.orm, id);
  const { headers, payload } = sources[event.provider].sign(event.body, secret, clock.now());
  const answer = await fetch(ctx.webhookUrl(event.provider), {
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

async function sweep(ctx: SandboxContext, sources: Sources): Promise<void> {
  const { db, jobs, clock, log } = ctx;
  for (const name of ['stripe', 'coinbase'] as const) {
    const source = sources[name];
    const overdue = ctx[name] ? await source.listOverdue(db.orm, clock.now()) : [];
    // Reading an overdue checkout sets its state to expired.
    for (const id of overdue) await db.transaction((tx) => source.current(ctx, tx, id));
  }
  const now = clock.now().getTime();
  const stale = await listUndelivered(db.orm, new Date(now - GIVE_UP_MILLISECONDS), new Date(now - 60_000));
  for (const eventId of stale) await jobs.send(db.orm, deliverJob, { eventId });
  if (stale.length > 0) log.info({ events: stale.length }, 'the payment sandbox tries events again');
}
