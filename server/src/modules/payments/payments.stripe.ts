import Stripe from 'stripe';
import {
  type EventNews,
  type News,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
  type RefundNews,
} from './payments.provider.ts';
import type { RefundStatus, Signal } from './payments.rules.ts';

const API_VERSION = '2026-10-28.endive';

/** Events older than this are refused, as the provider advises, and those that are further ahead of our clock. */
const TOLERANCE_SECONDS = 300;

type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Another address than the provider's own, such as the sandbox's; asked at the first call. */
  apiBase: () => string | undefined;
};

/** Card payments by Stripe Checkout, through the official SDK with a pinned API version. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  let client: Stripe | undefined;

  function stripe(): Stripe {
    client ??= new Stripe(settings.secretKey, {
      apiVersion: API_VERSION,
      maxNetworkRetries: 2,
      timeout: 10_000,
      telemetry: false,
      ...addressOf(settings.apiBase()),
    });
    return client;
  }

  return {
    lifetime: { min: 31 * 60, max: 24 * 3600 - 300 },

    async createCheckout(checkout) {
      const metadata = { payment_id: checkout.paymentId, request_id: checkout.subject.id };
      const session = await call(() =>
        stripe().checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: checkout.currency,
                  unit_amount: checkout.amountCents,
                  product_data: { name: checkout.description },
                },
              },
            ],
            client_reference_id: checkout.paymentId,
            customer_email: checkout.customerEmail,
            metadata,
            // Charges and disputes carry the intent's metadata, never the session's.
            payment_intent_data: { metadata },
            success_url: withSession(checkout.successUrl),
            cancel_url: checkout.cancelUrl,
            expires_at: unixSeconds(checkout.expiresAt),
          },
          { idempotencyKey: `checkout:${checkout.paymentId}` },
        ),
      );
      if (!session.url) throw new ProviderRefused(`session ${session.id} has no page (${session.status})`);
      return { sessionId: session.id, url: session.url };
    },

    async retrieve(sessionId) {
      const session = await call(() =>
        stripe().checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
      );
      const news = newsOfSession(session);
      const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
      const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
      if (session.status === 'complete' && intent?.status === 'requires_payment_method') {
        news.signals.push({ kind: 'failed', reason: 'The bank did not pay.' });
      }
      if (intent && charge && charge.amount_refunded > 0) {
        const refunds = await call(() => stripe().refunds.list({ payment_intent: intent.id, limit: 100 }));
        news.refunds.push(...refunds.data.map(refundNews));
      }
      return { news, receiptUrl: charge?.receipt_url ?? null };
    },

    async expire(sessionId) {
      try {
        await call(() => stripe().checkout.sessions.expire(sessionId));
        return 'expired';
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error;
        // It is not open any more: either it expired by itself, or it was used.
        const session = await call(() => stripe().checkout.sessions.retrieve(sessionId));
        if (session.status === 'expired') return 'expired';
        if (session.status === 'complete') return 'complete';
        throw error;
      }
    },

    async refund({ refundId, paymentId, providerPaymentId, amountCents }) {
      const refund = await call(() =>
        stripe().refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: amountCents,
            metadata: { payment_id: paymentId, refund_id: refundId },
          },
          { idempotencyKey: `refund:${refundId}` },
        ),
      );
      return refundNews(refund);
    },

    verifyWebhook(rawBody, headers, now) {
      const signature = headers.get('stripe-signature') ?? '';
      if (isAhead(signature, now)) return undefined;
      try {
        const event = Stripe.webhooks.constructEvent(
          rawBody,
          signature,
          settings.webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
        return typeof event.id === 'string' && typeof event.type === 'string'
          ? { id: event.id, type: event.type }
          : undefined;
      } catch {
        // Whatever is wrong with it (signature, age, not JSON), the sender gets one answer.
        return undefined;
      }
    },

    readEvent(body) {
      return readEvent(JSON.parse(body) as Stripe.Event);
    },
  };
}

/** The SDK asks for a signature's age only: one that is dated ahead would be good until then. */
function isAhead(signature: string, now: Date): boolean {
  const latest = now.getTime() / 1000 + TOLERANCE_SECONDS;
  return [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, seconds]) => Number(seconds) > latest);
}

function readEvent(event: Stripe.Event): EventNews | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { ...newsOfSession(event.data.object), askAgain: false };
    case 'checkout.session.async_payment_failed': {
      const news = newsOfSession(event.data.object);
      return { ...news, signals: [{ kind: 'failed', reason: 'The bank did not pay.' }], askAgain: false };
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
        refunds: [refundNews(refund)],
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
        // The charge has only the sum; which refunds it is made of, the provider knows.
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
  // An inquiry takes no money; only a dispute does.
  if (status.startsWith('warning_')) return [];
  if (type === 'charge.dispute.created') return [{ kind: 'dispute', state: 'open' }];
  return [{ kind: 'dispute', state: status === 'won' ? 'won' : 'lost' }];
}

function newsOfSession(session: Stripe.Checkout.Session): News {
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

function refundNews(refund: Stripe.Refund): RefundNews {
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    amountCents: refund.amount,
    status: REFUND_STATUS[refund.status ?? 'pending'] ?? 'pending',
    failureReason: refund.failure_reason ?? null,
  };
}

/** Tells trouble that passes from a plain no. */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409) {
      throw new ProviderRefused(error.message, { cause: error });
    }
    if (error instanceof Stripe.errors.StripeError) {
      throw new ProviderUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}

function addressOf(base: string | undefined) {
  if (base === undefined) return {};
  const url = new URL(base);
  const protocol: 'http' | 'https' = url.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? 80 : 443) };
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The provider puts the session's id where the braces are, so they must not be encoded. */
const withSession = (address: string) =>
  `${address}${address.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`;
