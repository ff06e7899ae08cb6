import { and, asc, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { type RequestRow, testRequest } from './orders.tables.ts';

/** Orders in the order of their ids, after `afterId`; what a group paid for is the group's to answer for. */
export function listOrdersAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<RequestRow[]> {
  return tx
    .select()
    .from(testRequest)
    .where(and(afterId ? gt(testRequest.id, afterId) : undefined, isNull(testRequest.groupTestId)))
    .orderBy(asc(testRequest.id))
    .limit(limit);
}
