import { randomInt } from 'node:crypto';

/** The version of the provider's API that the sandbox copies. */
export const API_VERSION = '2026-10-28.endive';

export type Metadata = Record<string, string>;

/** A payment and its charge. Amounts are in cents, times in Unix seconds. */
export type IntentState = {
  id: string;
  chargeId: string;
  status: 'requires_payment_method' | 'processing' | 'succeeded';
  amount: number;
  received: number;
  refunded: number;
  created: number;
};

/** A checkout session and its payment. Amounts are in cents, times in Unix seconds. */
export type SessionState = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  currency: string;
  /** The price. `total` is the amount that was taken, or will be taken. */
  asked: number;
  total: number;
  items: { name: string; description: string | null; quantity: number; unitAmount: number }[];
  clientReferenceId: string | null;
  customerEmail: string | null;
  metadata: Metadata;
  intentMetadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  created: number;
  expiresAt: number;
  intent: IntentState | null;
};

export type RefundState = {
  id: string;
  intentId: string;
  chargeId: string;
  amount: number;
  currency: string;
  reason: string | null;
  metadata: Metadata;
  status: 'pending' | 'succeeded' | 'failed';
  created: number;
};

/** A dispute about the whole payment. */
export type DisputeState = {
  id: string;
  intent: IntentState;
  currency: string;
  status: 'needs_response' | 'won' | 'lost';
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * An id in the provider's format: a prefix and random letters and digits. The id of a session has 58 of them, because
 * it is a secret.
 */
export function newId(prefix: 'cs_test' | 'pi' | 'ch' | 're' | 'evt' | 'req'): string {
  const length = prefix === 'cs_test' ? 58 : 24;
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

export function presentSession(session: SessionState, baseUrl: string, expand: readonly string[] = []) {
  const wantsIntent = expand.some((path) => path.startsWith('payment_intent'));
  const expandCharge = expand.includes('payment_intent.latest_charge');
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: session.asked,
    amount_total: session.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    created: session.created,
    currency: session.currency,
    customer: null,
    customer_creation: 'if_required',
    customer_details: session.customerEmail
      ? {
          address: null,
          email: session.customerEmail,
          name: null,
          phone: null,
          tax_exempt: 'none',
          tax_ids: [],
        }
      : null,
    customer_email: session.customerEmail,
    custom_fields: [],
    custom_text: {},
    expires_at: session.expiresAt,
    invoice: null,
    livemode: false,
    locale: null,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent:
      session.intent && wantsIntent
        ? presentIntent(session, session.intent, baseUrl, expandCharge)
        : (session.intent?.id ?? null),
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_types: ['card'],
    payment_status: session.paymentStatus,
    recovered_from: null,
    setup_intent: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${baseUrl}/sandbox/pay/${session.id}` : null,
  };
}

export function presentIntent(
  session: SessionState,
  intent: IntentState,
  baseUrl: string,
  expandCharge: boolean,
) {
  const charged = intent.status === 'succeeded';
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.received,
    capture_method: 'automatic_async',
    created: intent.created,
    currency: session.currency,
    customer: null,
    description: null,
    latest_charge: charged
      ? expandCharge
        ? presentCharge(session, intent, baseUrl)
        : intent.chargeId
      : null,
    livemode: false,
    metadata: session.intentMetadata,
    payment_method_types: ['card'],
    receipt_email: session.customerEmail,
    status: intent.status,
  };
}

export function presentCharge(session: SessionState, intent: IntentState, baseUrl: string) {
  return {
    id: intent.chargeId,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.received,
    amount_refunded: intent.refunded,
    billing_details: { address: null, email: session.customerEmail, name: null, phone: null, tax_id: null },
    captured: true,
    created: intent.created,
    currency: session.currency,
    customer: null,
    disputed: false,
    livemode: false,
    metadata: session.intentMetadata,
    paid: true,
    payment_intent: intent.id,
    receipt_email: session.customerEmail,
    receipt_url: `${baseUrl}/sandbox/receipts/${session.id}`,
    refunded: intent.refunded >= intent.received,
    status: 'succeeded',
  };
}

export function presentRefund(refund: RefundState) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    reason: refund.reason,
    status: refund.status,
    ...(refund.status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
  };
}

export function presentDispute(dispute: DisputeState, created: number) {
  const { intent } = dispute;
  return {
    id: dispute.id,
    object: 'dispute',
    amount: intent.received,
    charge: intent.chargeId,
    created,
    currency: dispute.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: dispute.status,
  };
}

/** A page of a list, newest first. No payment of the sandbox has more refunds than fit on one page. */
export function presentList(url: string, data: readonly object[]) {
  return { object: 'list', url, has_more: false, data };
}

export function presentEvent(id: string, type: string, object: object, created: number) {
  return {
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
