import type { RequestStatus } from '@vialproof/contract/orders';
import { and, asc, desc, eq, gt, ilike, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import {
  type RequestEventRow,
  type RequestRow,
  requestEvent,
  requestReader,
  testRequest,
} from './orders.tables.ts';

type NewRequest = Pick<
  RequestRow,
  | 'id'
  | 'uniqueKey'
  | 'customerId'
  | 'skuId'
  | 'paymentMethod'
  | 'basePriceCents'
  | 'finalPriceCents'
  | 'expiresAt'
  | 'createdAt'
> &
  Partial<Pick<RequestRow, 'groupTestId' | 'visibility'>>;
type NewEvent = Omit<RequestEventRow, 'id'>;

/** A person's own requests, and those that the person may read. */
const ownedOrRead = (userId: string) =>
  or(
    eq(testRequest.customerId, userId),
    sql`${testRequest.id} IN (SELECT ${requestReader.requestId} FROM ${requestReader} WHERE ${requestReader.userId} = ${userId})`,
  );

export type OrdersStore = ReturnType<typeof ordersStore>;

/** What a payment of an order is for. */
export const subjectOf = (id: string) => ({ kind: 'order' as const, id });

/** The statements of orders. */
export function ordersStore(orm: Orm) {
  return {
    /** Inserts a draft; the task number comes from the sequence and is never given twice. */
    async insert(tx: Tx, row: NewRequest): Promise<RequestRow> {
      const [inserted] = await tx
        .insert(testRequest)
        .values({
          visibility: 'private',
          ...row,
          taskNumber: sql`nextval('task_number_seq')`,
          quantity: 1,
          status: 'draft',
          publicDiscountPercent: 0,
          currency: 'usd',
          updatedAt: row.createdAt,
        })
        .returning();
      if (!inserted) throw new Error('the order was not inserted');
      return inserted;
    },

    /**
     * The open drafts of somebody, and when the own orders since `since` were begun. Whoever asks begins no two orders at once:
     * the lock holds until the transaction ends.
     */
    async lockCreations(
      tx: Tx,
      customerId: string,
      since: Date,
    ): Promise<{ drafts: number; recent: Date[] }> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`orders of ${customerId}`}, 0))`);
      const rows = await tx
        .select({ status: testRequest.status, createdAt: testRequest.createdAt })
        .from(testRequest)
        .where(
          and(
            eq(testRequest.customerId, customerId),
            isNull(testRequest.groupTestId),
            or(eq(testRequest.status, 'draft'), gt(testRequest.createdAt, since)),
          ),
        );
      return {
        drafts: rows.filter(({ status }) => status === 'draft').length,
        recent: rows.map(({ createdAt }) => createdAt).filter((at) => at > since),
      };
    },

    /** Every change of a request locks its row first: intake, cancelling and settlement take turns. */
    async findForUpdate(tx: Tx, id: string): Promise<RequestRow | undefined> {
      const [row] = await tx.select().from(testRequest).where(eq(testRequest.id, id)).for('update');
      return row;
    },

    /** Locks several in the order of their ids, so that nobody waits in a circle. */
    lockMany: (tx: Tx, ids: string[]): Promise<RequestRow[]> =>
      tx
        .select()
        .from(testRequest)
        .where(inArray(testRequest.id, ids))
        .orderBy(asc(testRequest.id))
        .for('update'),

    async find(id: string, db: Queryable = orm): Promise<RequestRow | undefined> {
      const [row] = await db.select().from(testRequest).where(eq(testRequest.id, id));
      return row;
    },

    async findByTask(taskNumber: number, db: Queryable = orm): Promise<RequestRow | undefined> {
      const [row] = await db.select().from(testRequest).where(eq(testRequest.taskNumber, taskNumber));
      return row;
    },

    async addReaders(tx: Tx, requestId: string, userIds: string[]): Promise<void> {
      if (userIds.length === 0) return;
      const rows = userIds.map((userId) => ({ requestId, userId }));
      await tx.insert(requestReader).values(rows).onConflictDoNothing();
    },

    async readers(requestId: string, db: Queryable = orm): Promise<string[]> {
      const rows = await db
        .select({ userId: requestReader.userId })
        .from(requestReader)
        .where(eq(requestReader.requestId, requestId));
      return rows.map(({ userId }) => userId);
    },

    async update(tx: Tx, id: string, change: Partial<RequestRow>): Promise<RequestRow> {
      const [row] = await tx.update(testRequest).set(change).where(eq(testRequest.id, id)).returning();
      if (!row) throw new Error(`request ${id} is missing`);
      return row;
    },

    /** Answers their ids, in the same order. */
    async insertEvents(tx: Tx, events: NewEvent[]): Promise<number[]> {
      const rows = await tx.insert(requestEvent).values(events).returning({ id: requestEvent.id });
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    },

    /**
     * Whether a line of a parcel has been worked on already; asked under the request's lock. The line is locked too, since
     * it may be sent for another request at the same time.
     */
    async findIntakeItem(tx: Tx, intakeItem: string): Promise<RequestEventRow | undefined> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${intakeItem}, 0))`);
      const [row] = await tx.select().from(requestEvent).where(eq(requestEvent.intakeItem, intakeItem));
      return row;
    },

    events: (requestId: string, db: Queryable = orm): Promise<RequestEventRow[]> =>
      db
        .select()
        .from(requestEvent)
        .where(eq(requestEvent.requestId, requestId))
        .orderBy(asc(requestEvent.id)),

    /** A customer's requests, newest first; `q` matches the given SKUs, task number, compound, maker, batch. */
    listOf(
      customerId: string,
      filter: { status?: RequestStatus | undefined; q?: string | undefined; skuIds?: string[] } = {},
    ): Promise<RequestRow[]> {
      const pattern = filter.q && `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`;
      return orm
        .select()
        .from(testRequest)
        .where(
          and(
            ownedOrRead(customerId),
            filter.status && eq(testRequest.status, filter.status),
            pattern
              ? or(
                  ilike(sql`${testRequest.taskNumber}::text`, pattern),
                  ilike(testRequest.compoundName, pattern),
                  ilike(testRequest.manufacturer, pattern),
                  ilike(testRequest.batchCode, pattern),
                  filter.skuIds && filter.skuIds.length > 0
                    ? inArray(testRequest.skuId, filter.skuIds)
                    : undefined,
                )
              : undefined,
          ),
        )
        .orderBy(desc(testRequest.createdAt), desc(testRequest.taskNumber));
    },

    async countByStatus(customerId: string): Promise<Map<RequestStatus, number>> {
      const rows = await orm
        .select({ status: testRequest.status, n: sql<number>`count(*)::int` })
        .from(testRequest)
        .where(ownedOrRead(customerId))
        .groupBy(testRequest.status);
      return new Map(rows.map((row) => [row.status, row.n]));
    },

    /** The next of the unpaid orders whose time is over, in the order of their ids, after `afterId`. */
    listExpired: (now: Date, afterId: string | undefined): Promise<RequestRow[]> =>
      orm
        .select()
        .from(testRequest)
        .where(
          and(
            inArray(testRequest.status, ['draft', 'pending_payment']),
            lt(testRequest.expiresAt, now),
            afterId ? gt(testRequest.id, afterId) : undefined,
          ),
        )
        .orderBy(asc(testRequest.id))
        .limit(200),

    /** The next of the drafts that end before `until` and whose owners were not reminded, in the order of their ids, after `afterId`. */
    listToRemind: (now: Date, until: Date, afterId: string | undefined): Promise<RequestRow[]> =>
      orm
        .select()
        .from(testRequest)
        .where(
          and(
            eq(testRequest.status, 'draft'),
            gt(testRequest.expiresAt, now),
            lt(testRequest.expiresAt, until),
            afterId ? gt(testRequest.id, afterId) : undefined,
            notExists(
              orm
                .select({ id: requestEvent.id })
                .from(requestEvent)
                .where(and(eq(requestEvent.requestId, testRequest.id), eq(requestEvent.kind, 'reminded'))),
            ),
          ),
        )
        .orderBy(asc(testRequest.id))
        .limit(200),
  };
}
