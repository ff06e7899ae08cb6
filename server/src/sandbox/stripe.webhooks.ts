import Stripe from 'stripe';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Deliveries } from './deliveries.ts';
import { type Emit, type EmitSubject, expireOverdue, seconds } from './stripe.checkout.ts';
import {
  newId,
  presentCharge,
  presentDispute,
  presentEvent,
  presentRefund,
  presentSession,
} from './stripe.objects.ts';

const { webhooks } = Stripe;

export type WebhookOptions = {
  db: Database;
  clock: Clock;
  deliveries: Deliveries;
  baseUrl: () => string;
  webhookUrl: () => string;
  webhookSecret: string;
};

/** The card provider's signed events, and what it does by itself once a minute. */
export function createWebhooks(options: WebhookOptions): { emit: Emit } {
  const { db, clock, deliveries } = options;

  deliveries.addSender('stripe', (body) => {
    const payload = JSON.stringify(body, null, 2);
    const signature = webhooks.generateTestHeaderString({
      payload,
      secret: options.webhookSecret,
      timestamp: seconds(clock.now()),
    });
    return { url: options.webhookUrl(), headers: { 'stripe-signature': signature }, payload };
  });

  const emit: Emit = async (tx, type, subject) => {
    const id = newId('evt');
    await deliveries.tell(tx, 'stripe', id, presentEvent(id, type, present(subject), seconds(clock.now())));
  };
  deliveries.addSweep(() => expireOverdue(db, clock.now(), emit));

  function present(subject: EmitSubject): object {
    if ('session' in subject) return presentSession(subject.session, options.baseUrl());
    if ('charge' in subject) return presentCharge(subject.charge, subject.intent, options.baseUrl());
    if ('dispute' in subject) return presentDispute(subject.dispute, seconds(clock.now()));
    return presentRefund(subject.refund);
  }

  return { emit };
}
