import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import { DECISIONS, type Decision } from '@vialproof/contract/payments-staff';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  ilike,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type EventRow, type PaymentRow, payment, paymentEvent } from './payments.tables.ts';

type Page = { offset: number; limit: number };
export type PaymentsFilter = Page & {
  onlyDecisions: boolean;
  status?: PaymentStatus | undefined;
  q?: string | undefined;
};
export type EventsFilter = Page & {
  provider?: PaymentMethod | undefined;
  outcome?: NonNullable<EventRow['outcome']> | 'open' | undefined;
  q?: string | undefined;
};

/** The search looks into the content of only this number of events. */
const PAYLOADS_SEARCHED = 20_000;

const like = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** Payments as an admin lists them, and how many there are. */
export async function listPaymentsForAdmin(
  db: Queryable,
  filter: PaymentsFilter,
): Promise<{ rows: PaymentRow[]; total: number }> {
  const { q } = filter;
  const where = and(
    filter.onlyDecisions ? isNotNull(payment.decision) : undefined,
    filter.status && eq(payment.status, filter.status),
    q
      ? or(
          ilike(payment.reference, like(q)),
          ilike(payment.customerEmail, like(q)),
          ilike(payment.description, like(q)),
          eq(payment.providerSessionId, q),
          eq(payment.providerPaymentId, q),
          eq(payment.transactionHash, q),
          isUuid(q) ? eq(payment.id, q) : undefined,
          isUuid(q) ? eq(payment.subjectId, q) : undefined,
        )
      : undefined,
  );
  const order = filter.onlyDecisions
    ? [asc(payment.decisionSince), asc(payment.id)]
    : [desc(payment.createdAt), desc(payment.id)];
  const rows = await db
    .select()
    .from(payment)
    .where(where)
    .orderBy(...order)
    .offset(filter.offset)
    .limit(filter.limit);
  return { rows, total: await count(db, payment, where) };
}

/** The number of payments that wait for a decision, by reason. */
export async function countDecisions(db: Queryable): Promise<Record<Decision, number>> {
  const rows = await db
    .select({ decision: payment.decision, n: sql<number>`count(*)::int` })
    .from(payment)
    .where(isNotNull(payment.decision))
    .groupBy(payment.decision);
  const counts = new Map(rows.map(({ decision, n }) => [decision, n]));
  return Object.fromEntries(DECISIONS.map((decision) => [decision, counts.get(decision) ?? 0])) as Record<
    Decision,
    number
  >;
}

/** A page of events, newest first, and their number. */
export async function listEvents(
  db: Queryable,
  filter: EventsFilter,
): Promise<{ rows: Omit<EventRow, 'payload'>[]; total: number }> {
  const { q, outcome } = filter;
  const where = and(
    filter.provider && eq(paymentEvent.provider, filter.provider),
    outcome === 'open' ? isNull(paymentEvent.processedAt) : outcome && eq(paymentEvent.outcome, outcome),
    q ? matching(q) : undefined,
  );
  const { payload: _, ...columns } = getTableColumns(paymentEvent);
  const rows = await db
    .select(columns)
    .from(paymentEvent)
    .where(where)
    .orderBy(desc(paymentEvent.receivedAt), desc(paymentEvent.id))
    .offset(filter.offset)
    .limit(filter.limit);
  return { rows, total: await count(db, paymentEvent, where) };
}

function matching(q: string): SQL | undefined {
  return or(
    ilike(paymentEvent.providerEventId, like(q)),
    ilike(paymentEvent.type, like(q)),
    isUuid(q) ? eq(paymentEvent.paymentId, q) : undefined,
    sql`${paymentEvent.id} in (
      select recent.id from (
        select id, payload from payment_event order by received_at desc limit ${PAYLOADS_SEARCHED}
      ) recent where recent.payload ilike ${like(q)})`,
  );
}

async function count(
  db: Queryable,
  table: typeof payment | typeof paymentEvent,
  where: SQL | undefined,
): Promise<number> {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(table).where(where);
  return row?.n ?? 0;
}

export function listEventsOfPayment(db: Queryable, paymentId: string): Promise<EventRow[]> {
  return db
    .select()
    .from(paymentEvent)
    .where(eq(paymentEvent.paymentId, paymentId))
    .orderBy(desc(paymentEvent.receivedAt))
    .limit(200);
}

export async function countReplay(db: Queryable, eventId: string): Promise<void> {
  await db
    .update(paymentEvent)
    .set({ replays: sql`${paymentEvent.replays} + 1` })
    .where(eq(paymentEvent.id, eventId));
}

/** What the payments of this subject pay, such as an order or a share. Undefined without payments. */
export async function findSubjectKind(
  db: Queryable,
  subjectId: string,
): Promise<PaymentRow['subjectKind'] | undefined> {
  const [paidFor] = await db
    .select({ kind: payment.subjectKind })
    .from(payment)
    .where(eq(payment.subjectId, subjectId))
    .limit(1);
  return paidFor?.kind;
}
