import type { RequestStatus } from '@vialproof/contract/orders';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Visibility } from '@vialproof/contract/primitives';
import type { SampleRejection } from '@vialproof/contract/sample-rejection';
import { bigint, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const testRequest = pgTable('test_request', {
  id: uuid().primaryKey(),
  taskNumber: bigint('task_number', { mode: 'number' }).notNull(),
  uniqueKey: text('unique_key').notNull(),
  customerId: uuid('customer_id').notNull(),
  skuId: uuid('sku_id').notNull(),
  quantity: integer().notNull(),
  paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
  status: text().$type<RequestStatus>().notNull(),
  visibility: text().$type<Visibility>().notNull(),
  basePriceCents: integer('base_price_cents').notNull(),
  publicDiscountPercent: integer('public_discount_percent').notNull(),
  finalPriceCents: integer('final_price_cents').notNull(),
  currency: text().$type<'usd'>().notNull(),
  compoundName: text('compound_name'),
  dosageText: text('dosage_text'),
  manufacturer: text(),
  batchCode: text('batch_code'),
  notes: text(),
  sampleTrackingNumber: text('sample_tracking_number'),
  sampleCondition: text('sample_condition'),
  cancelledBy: text('cancelled_by').$type<'customer' | 'staff' | 'expiry'>(),
  paymentId: uuid('payment_id'),
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  paidAt: instant('paid_at'),
  receivedAt: instant('received_at'),
  /** The last day of the promised turnaround, in UTC. */
  dueOn: date('due_on', { mode: 'string' }),
  completedAt: instant('completed_at'),
  cancelledAt: instant('cancelled_at'),
  /** The group that shares the order; null for an order of one person. */
  groupTestId: uuid('group_test_id'),
  /** Since when readers with number and key see the values. Null: they do not. */
  valuesOpenSince: instant('values_open_since'),
});
export type RequestRow = typeof testRequest.$inferSelect;

/** Members of the group who may read a request because they paid. */
export const requestReader = pgTable('request_reader', {
  requestId: uuid('request_id').notNull(),
  userId: uuid('user_id').notNull(),
});

export const requestEvent = pgTable('request_event', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  requestId: uuid('request_id').notNull(),
  at: instant('at').notNull(),
  actorId: uuid('actor_id'),
  actorKind: text('actor_kind').$type<'customer' | 'staff' | 'system'>().notNull(),
  kind: text().notNull(),
  fromStatus: text('from_status').$type<RequestStatus>(),
  toStatus: text('to_status').$type<RequestStatus>().notNull(),
  note: text(),
  /** The reason why the laboratory refused the sample. */
  reason: text().$type<SampleRejection>(),
  /** The line in the list of vials of a parcel, if the vial was in one. */
  intakeItem: uuid('intake_item'),
});
export type RequestEventRow = typeof requestEvent.$inferSelect;
