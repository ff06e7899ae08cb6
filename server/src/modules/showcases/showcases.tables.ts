import type { ShowcaseEnd } from '@vialproof/contract/showcases';
import { date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { StoredState } from './rules/states.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const day = (name: string) => date(name, { mode: 'string' });

/** A week for which an owner pays to show a result on the home page, or a reservation. Days are in UTC. */
export const showcase = pgTable('showcase', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  accountId: uuid('account_id').notNull(),
  startsOn: day('starts_on').notNull(),
  /** The first day on which the home page no longer shows the result. */
  endsOn: day('ends_on').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text().$type<'usd'>().notNull(),
  state: text().$type<StoredState>().notNull(),
  reservedUntil: instant('reserved_until').notNull(),
  paymentId: uuid('payment_id'),
  paidAt: instant('paid_at'),
  /** The first day on which the result is no longer shown, and the refund. */
  stoppedOn: day('stopped_on'),
  refundCents: integer('refund_cents').notNull().default(0),
  endedBecause: text('ended_because').$type<ShowcaseEnd>(),
  remindedAt: instant('reminded_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type ShowcaseRow = typeof showcase.$inferSelect;

/** The views of a result's page on a day. */
export const showcaseView = pgTable(
  'showcase_view',
  {
    showcaseId: uuid('showcase_id').notNull(),
    day: day('day').notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.showcaseId, table.day] })],
);
