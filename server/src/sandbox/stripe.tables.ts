import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { RefundState, SessionState } from './stripe.objects.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const sandboxSession = pgTable('sandbox_checkout_session', {
  id: text('id').primaryKey(),
  paymentIntent: text('payment_intent').unique(),
  state: jsonb('state').$type<SessionState>().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const sandboxRefund = pgTable('sandbox_refund', {
  id: text('id').primaryKey(),
  paymentIntent: text('payment_intent').notNull(),
  state: jsonb('state').$type<RefundState>().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const sandboxIdempotency = pgTable('sandbox_idempotency', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').$type<object>().notNull(),
  createdAt: moment('created_at').notNull(),
});
