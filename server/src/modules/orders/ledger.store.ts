import { asc, gt } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { type RequestRow, testRequest } from './orders.tables.ts';

/** Orders in the order of their ids, after `afterId`. */
export function listOrdersAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<RequestRow[]> {
  return tx
    .select()
    .from(testRequest)
    .where(afterId ? gt(testRequest.id, afterId) : undefined)
    .orderBy(asc(testRequest.id))
    .limit(limit);
}
