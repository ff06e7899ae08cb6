import type { Ledger } from '@vialproof/contract/ledger';
import type {
  PaymentAction,
  StaffPayment,
  StaffPaymentDetail,
  StaffRefund,
} from '@vialproof/contract/payments-staff';
import type { WebhookEvent } from '@vialproof/contract/webhooks';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { AuditRow } from '../../platform/audit.ts';
import type { EventRow, PaymentRow, RefundRow } from './payments.tables.ts';
import { accept } from './rules/admin-decisions.ts';
import { type Facts, subjectOf } from './rules/payment-facts.ts';
import { refundableCents } from './rules/refundable.ts';

/** A payment in the list for admins. */
export function presentStaffPayment(row: PaymentRow): StaffPayment {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    subject: subjectOf(row),
    reference: row.reference,
    description: row.description,
    customer_email: row.customerEmail,
    provider: row.provider,
    status: row.status,
    decision: row.decision,
    amount_cents: row.amountCents,
    currency: row.currency,
    received_cents: row.receivedCents,
    received_currency: row.receivedCurrency,
    refunded_cents: row.refundedCents,
    settled_at: isoOf(row.settledAt),
  };
}

type Parts = {
  facts: Facts;
  refunds: RefundRow[];
  ledger: Pick<Ledger, 'entries' | 'balances'>;
  events: EventRow[];
  history: AuditRow[];
  invoiceNumber: string | null;
  /** The e-mail address of an admin. */
  nameOf: (id: string | null) => string | null;
};

/** All data of one payment for an admin. */
export function presentStaffDetail(row: PaymentRow, parts: Parts): StaffPaymentDetail {
  const { facts, refunds, nameOf } = parts;
  return {
    ...presentStaffPayment(row),
    customer_id: row.customerId,
    expires_at: row.expiresAt.toISOString(),
    checked_at: isoOf(row.checkedAt),
    provider_session_id: row.providerSessionId,
    provider_payment_id: row.providerPaymentId,
    receipt_url: row.receiptUrl,
    failure_reason: row.failureReason,
    dispute: row.dispute,
    refunding_cents: facts.refundingCents,
    refundable_cents: refundableCents(facts),
    accepted_cents: row.acceptedCents,
    invoice_number: parts.invoiceNumber,
    actions: actionsOf(row, facts, refunds),
    refunds: refunds
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map((refund) => presentStaffRefund(refund, nameOf)),
    ...parts.ledger,
    events: parts.events.map(presentWebhookEvent),
    history: parts.history.map(({ at, actorId, action, detail }) => ({
      at: at.toISOString(),
      actor: nameOf(actorId),
      action,
      detail,
    })),
  };
}

function actionsOf(row: PaymentRow, facts: Facts, refunds: RefundRow[]): PaymentAction[] {
  const can: Record<PaymentAction, boolean> = {
    accept: accept(facts) !== undefined,
    refund: refundableCents(facts) > 0,
    retry_refund: refundableCents(facts) > 0 && refunds.some(waits),
    dismiss: row.decision !== null,
    check: row.providerSessionId !== null,
  };
  return (Object.keys(can) as PaymentAction[]).filter((action) => can[action]);
}

const waits = (refund: RefundRow) => refund.status === 'failed' && refund.resolvedAt === null;

function presentStaffRefund(row: RefundRow, nameOf: Parts['nameOf']): StaffRefund {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    amount_cents: row.amountCents,
    reason: row.reason,
    status: row.status,
    failure_reason: row.failureReason,
    actor: nameOf(row.actorId),
    provider_refund_id: row.providerRefundId,
    waits_for_decision: waits(row),
  };
}

export function presentWebhookEvent(row: Omit<EventRow, 'payload'>): WebhookEvent {
  return {
    id: row.id,
    provider: row.provider,
    provider_event_id: row.providerEventId,
    type: row.type,
    payment_id: row.paymentId,
    received_at: row.receivedAt.toISOString(),
    processed_at: isoOf(row.processedAt),
    outcome: row.outcome,
    replays: row.replays,
  };
}
