import Stripe from 'stripe';
import {
  type HeaderReader,
  type HostedCheckout,
  type PaymentProvider,
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  type RefundCall,
  type RefundUpdate,
  type Snapshot,
} from './provider.ts';
import { readEvent, refundUpdateOf, updateOfSession } from './stripe-updates.ts';

const API_VERSION = '2026-10-28.endive';

/** An event that is older, or this far in the future, is refused. */
const TOLERANCE_SECONDS = 300;

type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** The time for one try. */
  timeoutMs: number;
  /** Another address for the provider, such as the sandbox's. */
  apiBase: () => string | undefined;
};

/** Card payments by Stripe Checkout, with the official package. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  let client: Stripe | undefined;

  function stripe(): Stripe {
    client ??= new Stripe(settings.secretKey, {
      apiVersion: API_VERSION,
      maxNetworkRetries: 2,
      timeout: settings.timeoutMs,
      telemetry: false,
      ...addressOf(settings.apiBase()),
    });
    return client;
  }

  return {
    lifetime: { min: 31 * 60, max: 24 * 3600 - 300 },
    createCheckout: async (checkout) => createCheckout(stripe(), checkout),
    retrieve: async (sessionId) => retrieve(stripe(), sessionId),
    expire: async (sessionId) => expire(stripe(), sessionId),
    refund: async (request) => refund(stripe(), request),
    verifyWebhook: (rawBody, headers, now) => verifyWebhook(settings.webhookSecret, rawBody, headers, now),
    readEvent: (body) => readEvent(JSON.parse(body) as Stripe.Event),
  };
}

async function createCheckout(
  stripe: Stripe,
  checkout: HostedCheckout,
): Promise<{ sessionId: string; url: string }> {
  const metadata = { payment_id: checkout.paymentId, request_id: checkout.subject.id };
  const session = await call(() =>
    stripe.checkout.sessions.create(
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
        // Other objects of the provider contain only this id, and not our id.
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
}

async function retrieve(stripe: Stripe, sessionId: string): Promise<Snapshot> {
  const session = await call(() =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
  );
  const update = updateOfSession(session);
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  if (session.status === 'complete' && intent?.status === 'requires_payment_method') {
    update.signals.push({ kind: 'failed', reason: 'The bank did not pay.' });
  }
  if (intent && charge && charge.amount_refunded > 0) {
    const refunds = await call(() => stripe.refunds.list({ payment_intent: intent.id, limit: 100 }));
    update.refunds.push(...refunds.data.map(refundUpdateOf));
  }
  return { update, receiptUrl: charge?.receipt_url ?? null };
}

async function expire(stripe: Stripe, sessionId: string): Promise<'expired' | 'complete'> {
  try {
    await call(() => stripe.checkout.sessions.expire(sessionId));
    return 'expired';
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // The provider refuses because the page has expired or was used.
    const session = await call(() => stripe.checkout.sessions.retrieve(sessionId));
    if (session.status === 'expired') return 'expired';
    if (session.status === 'complete') return 'complete';
    throw error;
  }
}

async function refund(
  stripe: Stripe,
  { refundId, paymentId, providerPaymentId, amountCents }: RefundCall,
): Promise<RefundUpdate> {
  const refund = await call(() =>
    stripe.refunds.create(
      {
        payment_intent: providerPaymentId,
        amount: amountCents,
        metadata: { payment_id: paymentId, refund_id: refundId },
      },
      { idempotencyKey: `refund:${refundId}` },
    ),
  );
  return refundUpdateOf(refund);
}

/** Checks the signature of a webhook; undefined if it is wrong. */
function verifyWebhook(secret: string, rawBody: Uint8Array, headers: HeaderReader, now: Date) {
  const signature = headers.get('stripe-signature') ?? '';
  if (isAhead(signature, now)) return undefined;
  try {
    const event = Stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    return typeof event.id === 'string' && typeof event.type === 'string'
      ? { id: event.id, type: event.type }
      : undefined;
  } catch {
    // Every failure of the signature check returns undefined.
    return undefined;
  }
}

/** Whether a signature is from the future. The provider's package refuses only old ones. */
function isAhead(signature: string, now: Date): boolean {
  const latest = now.getTime() / 1000 + TOLERANCE_SECONDS;
  return [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, seconds]) => Number(seconds) > latest);
}

/** The provider's status while it is busy with another call about the same payment. */
const CONFLICT = 409;

/** Tells apart errors that may pass and refusals. */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === CONFLICT) {
      throw new ProviderBusy(error.message, { cause: error });
    }
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
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

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The provider replaces the braces, so they must not be encoded. */
const withSession = (address: string) =>
  `${address}${address.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`;
