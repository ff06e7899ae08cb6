import type Stripe from 'stripe';
import type { RefundStatus, Signal } from '../rules/payment-facts.ts';
import type { EventUpdate, ProviderUpdate, RefundUpdate } from './provider.ts';

/** What a checked event says; undefined if it is about none of our payments. */
export function readEvent(event: Stripe.Event): EventUpdate | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { ...updateOfSession(event.data.object), askAgain: false };
    case 'checkout.session.async_payment_failed': {
      const update = updateOfSession(event.data.object);
      return { ...update, signals: [{ kind: 'failed', reason: 'The bank did not pay.' }], askAgain: false };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object;
      return {
        about: {
          paymentId: refund.metadata?.payment_id ?? null,
          sessionId: null,
          providerPaymentId: idOf(refund.payment_intent),
        },
        signals: [],
        refunds: [refundUpdateOf(refund)],
        askAgain: false,
      };
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      return {
        about: {
          paymentId: charge.metadata?.payment_id ?? null,
          sessionId: null,
          providerPaymentId: idOf(charge.payment_intent),
        },
        signals: [],
        refunds: [],
        // The event says only how much was refunded in all, so the provider is asked.
        askAgain: true,
      };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const dispute = event.data.object;
      return {
        about: { paymentId: null, sessionId: null, providerPaymentId: idOf(dispute.payment_intent) },
        signals: disputeSignals(event.type, dispute.status),
        refunds: [],
        askAgain: false,
      };
    }
    default:
      return undefined;
  }
}

function disputeSignals(type: string, status: string): Signal[] {
  // A bank's first question takes no money. Only a dispute does.
  if (status.startsWith('warning_')) return [];
  if (type === 'charge.dispute.created') return [{ kind: 'dispute', state: 'open' }];
  return [{ kind: 'dispute', state: status === 'won' ? 'won' : 'lost' }];
}

export function updateOfSession(session: Stripe.Checkout.Session): ProviderUpdate {
  const about = {
    paymentId: session.metadata?.payment_id ?? session.client_reference_id,
    sessionId: session.id,
    providerPaymentId: idOf(session.payment_intent),
  };
  return { about, signals: sessionSignals(session), refunds: [] };
}

function sessionSignals(session: Stripe.Checkout.Session): Signal[] {
  if (session.status === 'expired') return [{ kind: 'expired' }];
  if (session.status !== 'complete') return [];
  if (session.payment_status === 'unpaid') return [{ kind: 'processing' }];
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const cents = intent?.amount_received ?? session.amount_total ?? 0;
  return [{ kind: 'captured', cents, currency: intent?.currency ?? session.currency ?? '' }];
}

const REFUND_STATUS: Record<string, RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function refundUpdateOf(refund: Stripe.Refund): RefundUpdate {
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    amountCents: refund.amount,
    status: REFUND_STATUS[refund.status ?? 'pending'] ?? 'pending',
    failureReason: refund.failure_reason ?? null,
  };
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;
