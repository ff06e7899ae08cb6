import Stripe from 'stripe';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { type Emit, type EmitSubject, expireOverdue, seconds } from './stripe.checkout.ts';
import { newId, presentCharge, presentEvent, presentRefund, presentSession } from './stripe.objects.ts';
import { countAttempt, findEvent, insertEvent, listUndelivered, markDelivered } from './stripe.store.ts';

const DELIVER = 'sandbox.stripe.deliver';
const SWEEP = 'sandbox.stripe.sweep';

const { webhooks } = Stripe;

/** The provider gives up on an event after three days. */
const GIVE_UP_MILLISECONDS = 3 * 24 * 3_600_000;

export type WebhookOptions = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  baseUrl: () => string;
  webhookUrl: () => string;
  webhookSecret: string;
};

/**
 * Signed events to the merchant. An event and the job that delivers it are born in the transaction of the news,
 * so a process that dies delivers after its restart; delivery is repeated until the merchant answers 2xx.
 */
export function createWebhooks(options: WebhookOptions): { emit: Emit } {
  const { db, jobs, clock, log } = options;

  async function deliver(id: string): Promise<void> {
    const event = await findEvent(db.orm, id);
    if (!event || event.deliveredAt) return;
    await countAttempt(db.orm, id);
    const payload = JSON.stringify(event.body, null, 2);
    const signature = webhooks.generateTestHeaderString({
      payload,
      secret: options.webhookSecret,
      timestamp: seconds(clock.now()),
    });
    const answer = await fetch(options.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the merchant answered ${answer.status} to ${id}`);
    await markDelivered(db.orm, id, clock.now());
  }

  const emit: Emit = async (tx, type, subject) => {
    const now = clock.now();
    const id = newId('evt');
    await insertEvent(tx, {
      id,
      body: presentEvent(id, type, present(subject), seconds(now)),
      createdAt: now,
    });
    await jobs.send(tx, DELIVER, { eventId: id });
  };

  jobs.define<{ eventId: string }>(
    DELIVER,
    { retryLimit: 5, concurrency: 4, expireInSeconds: 15 },
    ({ eventId }) => deliver(eventId),
  );
  jobs.define(SWEEP, {}, async () => {
    const now = clock.now().getTime();
    await expireOverdue(db, clock.now(), emit);
    const stale = await listUndelivered(db.orm, new Date(now - GIVE_UP_MILLISECONDS), new Date(now - 60_000));
    for (const eventId of stale) await jobs.send(db.orm, DELIVER, { eventId });
    if (stale.length > 0) log.info({ events: stale.length }, 'the payment sandbox tries events again');
  });
  jobs.every(SWEEP, '* * * * *');

  function present(subject: EmitSubject): object {
    if ('session' in subject) return presentSession(subject.session, options.baseUrl());
    if ('charge' in subject) return presentCharge(subject.charge, subject.intent, options.baseUrl());
    return presentRefund(subject.refund);
  }

  return { emit };
}
