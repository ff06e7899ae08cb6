import type { Tx } from '../platform/postgres/database.ts';
import { money } from './hosted-html.ts';
import { arriving, type HostedCheckout, type Payment, type SandboxContext } from './provider.ts';
import { invalid, missing } from './refusals.ts';
import {
  insertRefund,
  insertSession,
  lockSession,
  lockSessionOfIntent,
  saveRefund,
  saveSession,
} from './stripe.store.ts';
import { emit, seconds } from './stripe-events.ts';
import {
  type DisputeState,
  type IntentState,
  newId,
  type RefundState,
  type SessionState,
} from './stripe-objects.ts';
import type { RefundCreate, SessionCreate } from './stripe-params.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Creates an open checkout session. As the provider does, it refuses an amount that is too small and a wrong end time.
 */
export async function createSession(
  { clock }: SandboxContext,
  tx: Tx,
  asked: SessionCreate,
): Promise<SessionState> {
  const now = clock.now();
  const created = seconds(now);
  const expiresAt = asked.expires_at ?? created + DAY;
  if (expiresAt < created + 30 * MINUTE) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (expiresAt > created + DAY) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  const currencies = new Set(asked.line_items.map((item) => item.price_data.currency));
  const [currency] = currencies;
  if (!currency || currencies.size > 1) {
    throw invalid('All line items must have the same currency.', { param: 'line_items' });
  }
  const total = asked.line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0);
  if (total < 50) {
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: 'amount_too_small',
    });
  }
  if (total > 99_999_999) {
    throw invalid("The Checkout Session's total amount due must be no more than $999,999.99", {
      code: 'amount_too_large',
    });
  }
  const session: SessionState = {
    id: newId('cs_test'),
    status: 'open',
    paymentStatus: 'unpaid',
    currency,
    asked: total,
    total,
    items: asked.line_items.map((item) => ({
      name: item.price_data.product_data.name,
      description: item.price_data.product_data.description ?? null,
      quantity: item.quantity,
      unitAmount: item.price_data.unit_amount,
    })),
    clientReferenceId: asked.client_reference_id ?? null,
    customerEmail: asked.customer_email ?? null,
    metadata: asked.metadata ?? {},
    intentMetadata: asked.payment_intent_data?.metadata ?? {},
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    created,
    expiresAt,
    intent: null,
  };
  await insertSession(tx, session, now);
  return session;
}

/** A session in the form that its payment page shows. */
export function describeSession(session: SessionState): HostedCheckout {
  return {
    state: session.status === 'open' ? 'open' : session.status === 'expired' ? 'over' : 'used',
    bill: session,
    successUrl: session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(session.id)),
    cancelUrl: session.cancelUrl,
  };
}

/** Reads and locks a session. A session whose time is over expires at this moment. */
export async function currentSession(ctx: SandboxContext, tx: Tx, id: string): Promise<SessionState> {
  const session = await lockSession(tx, id);
  if (!session) throw missing('checkout.session', id, 'session');
  if (session.status === 'open' && session.expiresAt <= seconds(ctx.clock.now()))
    return expire(ctx, tx, session);
  return session;
}

async function expire(ctx: SandboxContext, tx: Tx, session: SessionState): Promise<SessionState> {
  const expired: SessionState = { ...session, status: 'expired' };
  await saveSession(tx, expired);
  await emit(ctx, tx, 'checkout.session.expired', { session: expired });
  return expired;
}

export async function expireSession(ctx: SandboxContext, tx: Tx, id: string): Promise<SessionState> {
  const session = await currentSession(ctx, tx, id);
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return expire(ctx, tx, session);
}

/**
 * Pays an open session: at once, or some seconds later with `late`, like a slow bank. `underpay` and `overpay` take a
 * wrong amount.
 */
export async function paySession(
  ctx: SandboxContext,
  tx: Tx,
  session: SessionState,
  how: Payment,
  currency = session.currency,
): Promise<void> {
  const total = arriving(session.asked, how);
  const late = how === 'late';
  const paid: SessionState = {
    ...session,
    status: 'complete',
    paymentStatus: late ? 'unpaid' : 'paid',
    currency,
    total,
    intent: {
      id: newId('pi'),
      chargeId: newId('ch'),
      status: late ? 'processing' : 'succeeded',
      amount: total,
      received: late ? 0 : total,
      refunded: 0,
      created: seconds(ctx.clock.now()),
    },
  };
  await saveSession(tx, paid);
  await emit(ctx, tx, 'checkout.session.completed', { session: paid });
}

/** Finishes a late payment. Does nothing if it is already finished. */
export async function settleLateSession(
  ctx: SandboxContext,
  tx: Tx,
  id: string,
  succeeded: boolean,
): Promise<void> {
  const session = await lockSession(tx, id);
  if (session?.intent?.status !== 'processing') return;
  const settled: SessionState = {
    ...session,
    paymentStatus: succeeded ? 'paid' : 'unpaid',
    intent: {
      ...session.intent,
      status: succeeded ? 'succeeded' : 'requires_payment_method',
      received: succeeded ? session.intent.amount : 0,
    },
  };
  await saveSession(tx, settled);
  await emit(ctx, tx, `checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, {
    session: settled,
  });
}

/** Refunds a payment. Default: everything that is not refunded yet. */
export async function createRefund(
  ctx: SandboxContext,
  tx: Tx,
  asked: RefundCreate,
  willFail = false,
): Promise<RefundState> {
  const session = await lockSessionOfIntent(tx, asked.payment_intent);
  if (!session?.intent) throw missing('payment_intent', asked.payment_intent, 'payment_intent');
  const { intent } = session;
  if (intent.status !== 'succeeded') {
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    });
  }
  const left = intent.received - intent.refunded;
  if (left === 0) {
    throw invalid(`Charge ${intent.chargeId} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = asked.amount ?? left;
  if (amount > left) {
    throw invalid(
      `Refund amount (${money(session, amount)}) is greater than unrefunded amount on charge (${money(session, left)})`,
      { param: 'amount' },
    );
  }
  const now = ctx.clock.now();
  const refund: RefundState = {
    id: newId('re'),
    intentId: intent.id,
    chargeId: intent.chargeId,
    amount,
    currency: session.currency,
    reason: asked.reason ?? null,
    metadata: asked.metadata ?? {},
    status: willFail ? 'pending' : 'succeeded',
    created: seconds(now),
  };
  if (willFail) {
    // The refund succeeds at first. The customer's bank sends the money back later.
    await insertRefund(tx, refund, now);
    await emit(ctx, tx, 'refund.created', { refund });
    const failed: RefundState = { ...refund, status: 'failed' };
    await saveRefund(tx, failed);
    await emit(ctx, tx, 'refund.failed', { refund: failed });
    return refund;
  }
  const after: IntentState = { ...intent, refunded: intent.refunded + amount };
  await insertRefund(tx, refund, now);
  await saveSession(tx, { ...session, intent: after });
  await emit(ctx, tx, 'refund.created', { refund });
  await emit(ctx, tx, 'charge.refunded', { charge: session, intent: after });
  return refund;
}

/** The customer's bank disputes a payment, or decides the dispute. */
export async function disputeSession(
  ctx: SandboxContext,
  tx: Tx,
  id: string,
  status: DisputeState['status'],
): Promise<void> {
  const session = await lockSession(tx, id);
  if (session?.intent?.status !== 'succeeded') throw missing('checkout.session', id, 'session');
  const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed';
  const { intent, currency } = session;
  await emit(ctx, tx, type, { dispute: { id: `dp_${intent.id}`, intent, currency, status } });
}
