import type { EventOutcome } from '@vialproof/contract/webhooks';
import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { EventUpdate } from '../adapters/provider.ts';
import { closeEvents, type EventEnd, findEvent, listOpenEvents } from '../events.store.ts';
import { type PaymentsContext, providerOf } from '../payments.context.ts';
import { findPaymentsAbout } from '../payments.store.ts';
import type { EventRow } from '../payments.tables.ts';
import { applyProviderUpdates, type PaymentUpdate } from '../payments.transitions.ts';
import { paymentAbout } from '../rules/payment-of-event.ts';
import { checkPayment } from './check-payment.ts';

const ofEvent = z.object({ eventId: z.string() });
export const settleEventJob = defineJob('payment.event', ofEvent, {
  isDurable: true,
  concurrency: 4,
  batch: 25,
  expireInSeconds: 60,
});
export const settleByAskingJob = defineJob('payment.event-check', ofEvent, {
  isDurable: true,
  concurrency: 2,
  // This is longer than two calls that get no answer.
  expireInSeconds: 90,
});

/** How long an event may wait for its payment. A dispute can be reported before the payment is. */
const EARLY_MILLISECONDS = 3_600_000;

/** An event and what it says. Undefined: it is about none of our payments. Null: it cannot be read. */
type ReadEvent = { event: EventRow; update: EventUpdate | undefined | null };

/**
 * Applies stored events of the providers to their payments, each once. An event that needs a question to the provider
 * gets its own job.
 */
export async function settleEvents(ctx: PaymentsContext, eventIds: string[]): Promise<void> {
  const { db, jobs } = ctx.platform;
  const events = (await listOpenEvents(db.orm, eventIds)).map((event) => readEvent(ctx, event));
  for (const { event, update } of events) {
    if (!update?.askAgain) continue;
    await jobs.send(db.orm, settleByAskingJob, { eventId: event.id }, { singletonKey: event.id });
  }
  await settle(
    ctx,
    events.filter(({ update }) => !update?.askAgain),
  );
}

/** Applies one event to its payment. Asks the provider first, if that is needed. */
export async function settleEventByAsking(ctx: PaymentsContext, eventId: string): Promise<void> {
  const events = await listOpenEvents(ctx.platform.db.orm, [eventId]);
  await settle(
    ctx,
    events.map((event) => readEvent(ctx, event)),
  );
}

/** Applies an event again. What it already changed is not changed twice. */
export async function settleEventAgain(ctx: PaymentsContext, eventId: string): Promise<void> {
  const event = await findEvent(ctx.platform.db.orm, eventId);
  if (event) await settle(ctx, [readEvent(ctx, event)]);
}

async function settle(ctx: PaymentsContext, all: ReadEvent[]): Promise<void> {
  const { db, clock } = ctx.platform;
  const rows = await findPaymentsAbout(
    db.orm,
    all.flatMap(({ update }) => update?.about ?? []),
  );
  const found: { event: EventRow; update: EventUpdate; paymentId: string }[] = [];
  const others: ReadEvent[] = [];
  for (const { event, update } of all) {
    const row = update && paymentAbout(rows, event.provider, update.about);
    if (row) found.push({ event, update, paymentId: row.id });
    else others.push({ event, update });
  }
  if (found.length === 0) return closeWithoutPayment(ctx, others);
  for (const { update, paymentId } of found) if (update.askAgain) await checkPayment(ctx, paymentId);
  for (const events of inTurns(found)) {
    await db.transaction(async (tx) => {
      const isChanged = await applyProviderUpdates(ctx, tx, events);
      const ends = events.map(({ event, update, paymentId }, place): EventEnd => {
        const outcome = isChanged[place] || update.askAgain ? 'applied' : 'nothing_new';
        return { id: event.id, paymentId, outcome };
      });
      await closeEvents(tx, ends, clock.now());
    });
  }
  // After this change, another waiting event may be possible.
  if (others.length > 0) await settle(ctx, others);
}

async function closeWithoutPayment(ctx: PaymentsContext, events: ReadEvent[]): Promise<void> {
  const { db, clock } = ctx.platform;
  const ends = events.flatMap(({ event, update }): EventEnd[] => {
    const outcome = outcomeWithoutPayment(ctx, event, update);
    return outcome ? [{ id: event.id, paymentId: null, outcome }] : [];
  });
  await closeEvents(db.orm, ends, clock.now());
}

/** What happened to an event without a payment. Undefined if it must wait for its payment. */
function outcomeWithoutPayment(
  { platform: { clock, log } }: PaymentsContext,
  event: EventRow,
  update: EventUpdate | undefined | null,
): EventOutcome | undefined {
  if (!update) return update === null ? 'unreadable' : 'irrelevant';
  // Only an event that names nothing but a transfer can come before its payment is known.
  const age = clock.now().getTime() - event.receivedAt.getTime();
  if (!update.about.sessionId && age < EARLY_MILLISECONDS) return undefined;
  log.warn({ eventId: event.id, type: event.type }, 'an event about no payment of ours');
  return 'unknown_payment';
}

/** Divides updates into groups that run one after another. A group has at most one update of each payment. */
function inTurns<Update extends PaymentUpdate>(updates: Update[]): Update[][] {
  const rounds: Update[][] = [];
  const count = new Map<string, number>();
  for (const update of updates) {
    const turn = count.get(update.paymentId) ?? 0;
    count.set(update.paymentId, turn + 1);
    rounds[turn] = [...(rounds[turn] ?? []), update];
  }
  return rounds;
}

/** Reads a stored event. An unreadable one is logged. */
function readEvent(ctx: PaymentsContext, event: EventRow): ReadEvent {
  try {
    return { event, update: providerOf(ctx, event.provider).readEvent(event.payload) };
  } catch (error) {
    ctx.platform.log.error({ err: error, eventId: event.id, type: event.type }, 'an event could not be read');
    return { event, update: null };
  }
}
