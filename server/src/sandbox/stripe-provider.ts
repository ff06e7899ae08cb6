import Stripe from 'stripe';
import { CARD } from './hosted-html.ts';
import type { SandboxProvider } from './provider.ts';
import { listOverdue } from './stripe.store.ts';
import { currentSession, describeSession, paySession, settleLateSession } from './stripe-checkout.ts';
import { seconds } from './stripe-events.ts';
import type { SessionState } from './stripe-objects.ts';

/**
 * A sandbox for the card provider with its public HTTP interface: /v1/… for the official SDK, hosted pages and receipts
 * under /sandbox/…, signed events. Like another company's system, it is independent of this application's modules.
 */
export const stripeProvider: SandboxProvider<SessionState> = {
  name: 'stripe',
  path: '/sandbox',
  words: CARD,
  current: currentSession,
  describe: describeSession,
  pay: paySession,
  settleLate: settleLateSession,
  listOverdue,
  sign(event, secret, now) {
    const payload = JSON.stringify(event, null, 2);
    const timestamp = seconds(now);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { headers: { 'stripe-signature': signature }, payload };
  },
};
