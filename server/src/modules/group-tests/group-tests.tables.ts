import type { ShareStatus, VolunteerStatus } from '@vialproof/contract/group-tests';
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { GroupState } from './rules/states.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const groupTest = pgTable('group_test', {
  id: uuid().primaryKey(),
  organizerId: uuid('organizer_id').notNull(),
  title: text().notNull(),
  description: text().notNull(),
  skuId: uuid('sku_id').notNull(),
  deadlineAt: instant('deadline_at').notNull(),
  minSeats: integer('min_seats').notNull(),
  targetSeats: integer('target_seats').notNull(),
  testCents: integer('test_cents').notNull(),
  shippingCents: integer('shipping_cents').notNull(),
  vialCents: integer('vial_cents').notNull(),
  isPublic: boolean('is_public').notNull(),
  state: text().$type<GroupState>().notNull(),
  joinedCount: integer('joined_count').notNull().default(0),
  finalCents: integer('final_cents'),
  suspendedUntil: instant('suspended_until'),
  lockedAt: instant('locked_at'),
  payBy: instant('pay_by'),
  reminders: integer().notNull().default(0),
  paidAt: instant('paid_at'),
  receivedAt: instant('received_at'),
  requestId: uuid('request_id'),
  senderId: uuid('sender_id'),
  payoutAt: instant('payout_at'),
  payoutBy: uuid('payout_by'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type GroupRow = typeof groupTest.$inferSelect;

export const groupMember = pgTable(
  'group_member',
  {
    groupId: uuid('group_id').notNull(),
    userId: uuid('user_id').notNull(),
    state: text().$type<'joined' | 'left'>().notNull(),
    place: bigint({ mode: 'number' }).notNull(),
    agreedCents: integer('agreed_cents'),
    joinedAt: instant('joined_at').notNull(),
    leftAt: instant('left_at'),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
);
export type MemberRow = typeof groupMember.$inferSelect;

export const groupShare = pgTable('group_share', {
  id: uuid().primaryKey(),
  groupId: uuid('group_id').notNull(),
  seat: integer().notNull(),
  holderId: uuid('holder_id'),
  amountCents: integer('amount_cents').notNull(),
  status: text().$type<ShareStatus>().notNull(),
  payBy: instant('pay_by'),
  paymentId: uuid('payment_id'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type ShareRow = typeof groupShare.$inferSelect;

export const groupVolunteer = pgTable('group_volunteer', {
  id: uuid().primaryKey(),
  groupId: uuid('group_id').notNull(),
  userId: uuid('user_id').notNull(),
  note: text().notNull(),
  status: text().$type<VolunteerStatus>().notNull(),
  isSender: boolean('is_sender').notNull().default(false),
  createdAt: instant('created_at').notNull(),
});
export type VolunteerRow = typeof groupVolunteer.$inferSelect;

export const groupEvent = pgTable('group_event', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  groupId: uuid('group_id').notNull(),
  at: instant('at').notNull(),
  actorId: uuid('actor_id'),
  kind: text().notNull(),
  text: text(),
});
export type EventRow = typeof groupEvent.$inferSelect;
