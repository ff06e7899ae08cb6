import type {
  Need,
  NewOrder,
  Order,
  OrderSummary,
  RequestSku,
  TestRequest,
  TimelineEntry,
} from '@vialproof/contract/orders';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { RequestEventRow, RequestRow } from './orders.tables.ts';
import { showKey } from './rules/unique-key.ts';

/** A test request for its owner, with the certificate's key. */
export function presentRequest(row: RequestRow): TestRequest {
  return {
    id: row.id,
    task_number: row.taskNumber,
    unique_key: showKey(row.uniqueKey),
    visibility: row.visibility,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    expires_at: isoOf(row.expiresAt),
    paid_at: isoOf(row.paidAt),
    received_at: isoOf(row.receivedAt),
    due_on: row.dueOn,
    completed_at: isoOf(row.completedAt),
    cancelled_at: isoOf(row.cancelledAt),
    sample_tracking_number: row.sampleTrackingNumber,
    payment_method: row.paymentMethod,
    quantity: row.quantity,
    price_cents: row.basePriceCents,
    base_price_cents: row.basePriceCents,
    final_price_cents: row.finalPriceCents,
    public_discount_percent: row.publicDiscountPercent,
    compound_name: row.compoundName,
    dosage_text: row.dosageText,
    manufacturer: row.manufacturer,
    batch_code: row.batchCode,
    notes: row.notes,
    group_test_id: row.groupTestId,
    disclosure: { open: row.valuesOpenSince !== null, since: isoOf(row.valuesOpenSince) },
  };
}

/** A new order, for the customer who created it. */
export function presentNew({ id, taskNumber, status, basePriceCents }: RequestRow): NewOrder {
  return { id, task_number: taskNumber, status, base_price_cents: basePriceCents };
}

export function presentTimeline(events: RequestEventRow[]): TimelineEntry[] {
  return events.map((event) => ({
    status: event.toStatus,
    kind: event.kind,
    at: event.at.toISOString(),
    note: event.note,
    reason: event.reason,
  }));
}

export function presentSku(sku: RequestSku): RequestSku {
  const { id, slug, name, description, sample_requirement, tat_text } = sku;
  return { id, slug, name, description, sample_requirement, tat_text };
}

export function presentSummary(row: RequestRow, sku: RequestSku): OrderSummary {
  return { ...presentRequest(row), sku: presentSku(sku) };
}

/** What the owner of an order must do: pay, or send a vial. */
export function presentNeed(row: RequestRow, sku: RequestSku): Need {
  return {
    kind: row.status === 'awaiting_sample' ? 'ship' : 'pay',
    name: sku.name,
    task_number: row.taskNumber,
    order_id: row.id,
    group_id: null,
    until: isoOf(row.expiresAt),
  };
}

export function presentOrder(row: RequestRow, sku: RequestSku, events: RequestEventRow[]): Order {
  return { ...presentSummary(row, sku), timeline: presentTimeline(events) };
}
