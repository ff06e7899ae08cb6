import { asc, gt } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { type RequestRow, testRequest } from './orders.tables.ts';

/** Requests in the order of their ids, after `afterId`. By the id alone: no other index leads PostgreSQL to sort them all. */
export function listRequestsAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<RequestRow[]> {
  return tx
    .select()
    .from(testRequest)
    .where(afterId ? gt(testRequest.id, afterId) : undefined)
    .orderBy(asc(testRequest.id))
    .limit(limit);
}
