import Stripe from 'stripe';
import { CARD } from './hosted-html.ts';
import type { SandboxProvider } from './provider.ts';
import { listOverdue } from './stripe.store.ts';
import { currentSession, describeSession, paySession, settleLateSession } from './stripe-checkout.ts';
import { seconds } from './stripe-events.ts';
import type { SessionState } from './stripe-objects.ts';

/**
 * Plays the card provider for tests and development: its public calls below /v1, its payment pages and receipts below
 * /sandbox, and its signed events. It uses no module of this application.
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
